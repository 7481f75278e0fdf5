"""Twin of `segment/rubric/texts.py`: what the characters of candidates say, read one candidate after the other."""

import numpy as np

from cpython.tuple cimport PyTuple_Check
from libc.stdint cimport int64_t, uint64_t

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void* PyUnicode_DATA(object text)
    Py_UCS4 PyUnicode_READ(int kind, const void* data, Py_ssize_t place)

cdef enum:
    KNOWN = 1
    WORD = 2
    UPPER = 4
    LOWER = 8
    DIGIT = 16
    SPACE = 32
    END = 128
    CASELESS = 1024
    LONG_WORD = 4
    LONGEST_TITLE = 160


cdef struct Counts:
    uint64_t packed  # Characters of some classes, each count a few bits.
    int letters, signs, begins, high_begins, long_begins, long_high_begins
    bint marked  # Whether a sign of an address is there.
    int first, last  # Classes.


def read(
    str text, list candidates, Py_ssize_t low, Py_ssize_t high, double scale, frozenset title, unsigned short[::1] known,
    classify, const uint64_t[::1] per_class, int bits, dict marks, numbering_of
):
    """Return the columns, folded texts, their numbers, and numberings. `low` .. `high` is the text that is seen."""
    cdef Py_ssize_t count = len(candidates), place, start, end, size
    cdef Counts counts
    cdef double length, words
    cdef int digits
    cdef tuple candidate, numbering, none = (0, 0, 0)
    cdef str own
    cdef list folded = [], numberings = []
    cdef dict numbers = {}
    cdef Title wanted = Title(title)
    found, codes = np.empty((22, count)), np.empty(count, np.int64)
    cdef double[:, ::1] out = found
    cdef int64_t[::1] code = codes
    if not 0 <= low <= high <= len(text):
        raise IndexError("not in the text")
    for place in range(count):
        if not PyTuple_Check(candidates[place]):
            raise TypeError("not a candidate")
        candidate = <tuple>candidates[place]
        start, end = candidate[0], candidate[1]
        count_characters(text, start, end, low, high, known, classify, per_class, &counts)
        own = text[start:end].casefold()
        numbering = numbering_of(text, start, end) if could_be_numbered(text, start, end) else none
        folded.append(own)
        numberings.append(numbering)
        code[place] = numbers.setdefault(own, len(numbers))
        length, words = max(end - start, 1), max(counts.begins, 1)
        digits = nth(&counts, 0, bits)
        out[0, place] = length * scale
        out[1, place] = max(words, length * (scale - 1) / LONG_WORD)
        out[2, place] = 0 if counts.last & WORD else marks.get(text[end - 1], 0)
        out[3, place], out[4, place] = numbering[0], numbering[1]
        out[5, place] = counts.high_begins / words
        out[6, place] = counts.long_high_begins / <double>max(counts.long_begins, 1)
        out[7, place] = counts.first & (UPPER | CASELESS) != 0
        out[8, place] = counts.first & LOWER != 0
        out[9, place] = nth(&counts, 1, bits) == 0 and nth(&counts, 2, bits) > 0
        out[10, place] = digits / length
        out[11, place] = nth(&counts, 3, bits)
        out[12, place] = nth(&counts, 4, bits) - (counts.last & END != 0)
        out[13, place] = digits > 0 and has_date(own)
        out[14, place] = counts.marked and ("@" in own or "://" in own or "www." in own or ".com" in own)
        out[15, place] = nth(&counts, 5, bits) > 0
        out[16, place] = out[17, place] = 0
        if wanted.count and len(own) <= LONGEST_TITLE:
            wanted.share(own, place, out)
        out[18, place] = counts.letters / words
        out[19, place] = nth(&counts, 6, bits)
        out[20, place] = counts.last & WORD != 0
        out[21, place] = counts.signs / length
    return found, folded, codes, numberings


cdef inline int nth(Counts* counts, int place, int bits) noexcept:
    return (counts.packed >> (place * bits)) & ((1 << bits) - 1)


cdef int count_characters(
    str text, Py_ssize_t start, Py_ssize_t end, Py_ssize_t low, Py_ssize_t high, unsigned short[::1] known, classify,
    const uint64_t[::1] per_class, Counts* counts
) except -1:
    """Count characters between a start and an end: those of a class, and those that begin words."""
    cdef int kind = PyUnicode_KIND(text), own, run = LONG_WORD
    cdef const void* data = PyUnicode_DATA(text)
    cdef Py_ssize_t place
    cdef Py_UCS4 letter
    cdef bint in_word, begin_high = False
    # All that is read below lies in this span, which lies in the text.
    if not low <= start < end <= high:
        raise IndexError("not in the text")
    in_word = start > low and class_of(PyUnicode_READ(kind, data, start - 1), known, classify) & WORD != 0
    counts[0] = Counts(0, 0, 0, 0, 0, 0, 0, False, class_of(PyUnicode_READ(kind, data, start), known, classify), 0)
    for place in range(start, end):
        letter = PyUnicode_READ(kind, data, place)
        own = class_of(letter, known, classify)
        counts.packed += per_class[own]
        if own & WORD:
            counts.letters += 1
            run += 1
            if not in_word:
                in_word, run = True, 1
                # In scripts without case nothing is lower case, and what tells headings in others must not speak
                # against them.
                begin_high = own & (UPPER | CASELESS) != 0
                counts.begins += 1
                counts.high_begins += begin_high
            elif run == LONG_WORD:
                counts.long_begins += 1
                counts.long_high_begins += begin_high
        else:
            in_word, run = False, LONG_WORD
            if not own & SPACE:
                counts.signs += 1
                counts.marked |= letter == u"." or letter == u":" or letter == u"@"
    counts.last = own
    for place in range(end, high):
        if not in_word or run >= LONG_WORD or not class_of(PyUnicode_READ(kind, data, place), known, classify) & WORD:
            break
        run += 1
        if run == LONG_WORD:
            counts.long_begins += 1
            counts.long_high_begins += begin_high
    return 0


cdef inline int class_of(Py_UCS4 letter, unsigned short[::1] known, classify) except -1:
    if not known[letter]:
        known[letter] = classify(chr(letter))
    return known[letter]


cdef inline Py_UCS4 lower(Py_UCS4 letter) noexcept:
    return <Py_UCS4>(<int>letter + 32) if u"A" <= letter <= u"Z" else letter


cdef bint could_be_numbered(str text, Py_ssize_t start, Py_ssize_t end) except -1:
    """Say no where the first two characters show that a text has no numbering; most begin with a word.

    Without regard to case, four more letters match those of an alphabet: ſ, K, İ and ı.
    """
    cdef Py_UCS4 first = lower(text[start]), second = lower(text[start + 1]) if end - start > 1 else u" "
    if not u"a" <= first <= u"z":
        return first.isdecimal() or first in u"([*-•·▪■►▶»›–—§第\u017f\u212a\u0130\u0131"
    if not u"a" <= second <= u"z":
        return second in u".)]:\u017f\u212a\u0130\u0131"
    if first in u"ivxlc" and second in u"ivxlc":
        return True
    # How the words before numbers begin.
    return (
        second == u"h" and first in u"cp" or second == u"e" and first in u"slwt" or second == u"a" and first in u"pdkc"
        or second in u"rpnb" and first == u"a" or second == u"t" and first == u"s" or second == u"u" and first in u"qr"
        or second == u"n" and first == u"u" or second == u"o" and first == u"m"
    )


cdef inline bint is_word(str text, Py_ssize_t place) except -1:
    return 0 <= place < len(text) and (text[place].isalnum() or text[place] == u"_")


cdef inline bint is_digit(str text, Py_ssize_t place) except -1:
    return place < len(text) and text[place].isdecimal()


cdef bint has_date(str text) except -1:
    """Do what the pattern of dates does."""
    cdef Py_ssize_t count = len(text), place, at
    cdef Py_UCS4 letter
    cdef bint inside = False
    for place in range(count):
        letter = text[place]
        if inside:
            inside = letter.isalnum() or letter == u"_"
            continue
        inside = letter.isalnum() or letter == u"_"
        if letter.isdecimal():
            at = place + 1 + is_digit(text, place + 1)
            if at < count and text[at] in u":/." and is_digit(text, at + 1) and is_digit(text, at + 2):
                if not is_word(text, at + 3):
                    return True
            if place + 4 <= count and (letter == u"1" and text[place + 1] == u"9" or letter == u"2" and text[place + 1] == u"0"):
                if is_digit(text, place + 2) and is_digit(text, place + 3) and not is_word(text, place + 4):
                    return True
        elif letter in u"jfmasond" and place + 5 <= count and text[place : place + 3] in MONTHS:
            at = place + 3
            while at < count and u"a" <= text[at] <= u"z":
                at += 1
            if at < count and text[at] == u".":
                at += 1
            if at < count and text[at].isspace():
                while at < count and text[at].isspace():
                    at += 1
                if is_digit(text, at):
                    return True
    return False


cdef frozenset MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())


cdef class Title:
    """The words of the document's title, each with the candidate that had it last."""

    cdef dict numbers
    cdef Py_ssize_t count
    cdef int64_t[::1] latest
    cdef uint64_t lengths[256]
    """By the first character, the lengths of words: most others are seen not to be there without being made."""

    def __init__(self, frozenset words):
        cdef str word
        cdef int place
        self.numbers = {word: number for number, word in enumerate(words)}
        self.count = len(words)
        self.latest = np.full(self.count, -1)
        for place in range(256):
            self.lengths[place] = 0
        for word in words:
            self.lengths[<Py_ssize_t>word[0] & 255] |= <uint64_t>1 << min(len(word), 63)

    cdef int share(self, str text, Py_ssize_t candidate, double[:, ::1] out) except -1:
        """Write how much of a candidate is in the title, and how much of the title in it."""
        cdef Py_ssize_t place = 0, start, count = len(text), number
        cdef int words = 0, common = 0
        while place < count:
            if text[place].isspace():
                place += 1
                continue
            start = place
            while place < count and not text[place].isspace():
                place += 1
            words += 1
            if self.lengths[<Py_ssize_t>text[start] & 255] >> min(place - start, 63) & 1:
                number = self.numbers.get(text[start:place], -1)
                if number >= 0 and self.latest[number] != candidate:
                    self.latest[number] = candidate
                    common += 1
        if common:
            out[16, candidate], out[17, candidate] = common / <double>words, common / <double>self.count
        return 0
