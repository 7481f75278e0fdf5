"""Twin of `segment/rubric/texts.py`: what the characters of candidates say, read one candidate after the other."""

import numpy as np

cimport cython
from libc.stdint cimport int64_t, uint64_t

from rubricator.kernel.rubric.characters cimport (
    PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ, could_begin_any, is_letter, lower_ascii
)

cdef extern from "Python.h":
    object PyUnicode_New(Py_ssize_t count, Py_UCS4 greatest)
    int Py_UNICODE_TODECIMAL(Py_UCS4 letter)

cdef enum:
    WORD = 2
    UPPER = 4
    LOWER = 8
    SPACE = 32
    END = 128
    CASELESS = 1024
    CLASSES = 2048
    LETTERS = 0x110000
    LONG_WORD = 4
    LONGEST_TITLE = 160
    DIGITS = 2  # A kind of numbering.


cdef struct Counts:
    uint64_t packed  # Characters of some classes, each count a few bits.
    int letters, signs, begins, high_begins, long_begins, long_high_begins
    bint marked  # Whether a sign of an address is there.
    int first, last  # Classes.
    bint ascii


def read(
    str text, const int64_t[:, :] table, Py_ssize_t low, Py_ssize_t high, double scale, frozenset title, known, classify,
    per_class, int bits, dict marks, numbering_of
):
    """Return the columns, folded texts, their numbers, and numberings. `low` .. `high` is the text that is seen."""
    cdef Py_ssize_t count = table.shape[0], place, start, end
    cdef Counts counts
    cdef double length, words
    cdef int digits
    cdef tuple numbering
    cdef str own
    cdef list folded = [], numberings = []
    cdef dict numbers = {}
    cdef Title wanted = Title(title)
    cdef Classes classes = Classes(known, classify, per_class)
    found, codes = np.empty((22, count)), np.empty(count, np.int64)
    cdef double[:, ::1] out = found
    cdef int64_t[::1] code = codes
    for place in range(count):
        start, end = table[place, 0], table[place, 1]
        classes.count(text, start, end, low, high, &counts)
        own = lowered(text, start, end) if counts.ascii else text[start:end].casefold()
        numbering = find_numbering(text, start, end, numbering_of)
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
        out[13, place] = digits > 0 and has_date(own, classes)
        out[14, place] = counts.marked and has_address(own)
        out[15, place] = nth(&counts, 5, bits) > 0
        out[16, place] = out[17, place] = 0
        if wanted.count and len(own) <= LONGEST_TITLE:
            wanted.share(own, place, out, classes)
        out[18, place] = counts.letters / words
        out[19, place] = nth(&counts, 6, bits)
        out[20, place] = counts.last & WORD != 0
        out[21, place] = counts.signs / length
    return found, folded, codes, numberings


cdef inline int nth(Counts* counts, int place, int bits) noexcept:
    return (counts.packed >> (place * bits)) & ((1 << bits) - 1)


cdef str lowered(str text, Py_ssize_t start, Py_ssize_t end):
    """Return a part of a text that is all ASCII in lower case."""
    cdef str found = PyUnicode_New(end - start, 127)
    cdef int kind = PyUnicode_KIND(text)
    cdef const void* data = PyUnicode_DATA(text)
    cdef unsigned char* out = <unsigned char*>PyUnicode_DATA(found)
    cdef Py_ssize_t place
    # Whoever calls has read all of it.
    for place in range(end - start):
        out[place] = <unsigned char>lower_ascii(PyUnicode_READ(kind, data, start + place))
    return found


@cython.final
cdef class Classes:
    """Classes of characters, and what each adds to the counts of some."""

    cdef unsigned short* known  # All of Unicode.
    cdef const uint64_t* per_class  # All classes.
    cdef object classify
    cdef tuple kept

    def __init__(self, unsigned short[::1] known, classify, const uint64_t[::1] per_class):
        if known.shape[0] < LETTERS or per_class.shape[0] < CLASSES:
            raise ValueError("not all characters have classes")
        self.known, self.per_class, self.classify, self.kept = &known[0], &per_class[0], classify, (known, per_class)

    cdef int of(self, Py_UCS4 letter) except -1:
        if not self.known[letter]:
            self.known[letter] = self.classify(chr(letter)) & CLASSES - 1
        return self.known[letter]

    cdef int count(
        self, str text, Py_ssize_t start, Py_ssize_t end, Py_ssize_t low, Py_ssize_t high, Counts* counts
    ) except -1:
        """Count characters between a start and an end: those of a class, and those that begin words."""
        cdef int kind = PyUnicode_KIND(text), own = 0, word, before, begin, is_long, is_high, begin_high = 0, run
        cdef const void* data = PyUnicode_DATA(text)
        cdef const unsigned short* known = self.known
        cdef const uint64_t* per_class = self.per_class
        cdef Py_ssize_t place
        cdef Py_UCS4 letter
        cdef unsigned int greatest = 0
        cdef uint64_t packed = 0
        cdef int letters = 0, signs = 0, begins = 0, high_begins = 0, long_begins = 0, long_high_begins = 0, marked = 0
        # All that is read below lies in this span.
        if not 0 <= low <= start < end <= high <= len(text):
            raise IndexError("not in the text")
        before = start > low and self.of(PyUnicode_READ(kind, data, start - 1)) & WORD != 0
        # A word that began before is none of those that are counted, however long.
        run = LONG_WORD if before else 0
        for place in range(start, end):
            letter = PyUnicode_READ(kind, data, place)
            own = known[letter] or self.of(letter)
            greatest |= <unsigned int>letter
            packed += per_class[own]
            word = own & WORD != 0
            begin = word & ~before
            # In scripts without case nothing is lower case, and what tells headings in others must not speak against
            # them.
            is_high = own & (UPPER | CASELESS) != 0
            begin_high = is_high if begin else begin_high
            run = run + 1 if word else 0
            is_long = run == LONG_WORD
            letters += word
            begins += begin
            high_begins += begin & is_high
            long_begins += is_long
            long_high_begins += is_long & begin_high
            signs += own & (WORD | SPACE) == 0
            marked |= (letter == u".") | (letter == u":") | (letter == u"@")
            before = word
        for place in range(end, high):
            if not 0 < run < LONG_WORD or not self.of(PyUnicode_READ(kind, data, place)) & WORD:
                break
            run += 1
            is_long = run == LONG_WORD
            long_begins += is_long
            long_high_begins += is_long & begin_high
        counts[0] = Counts(
            packed, letters, signs, begins, high_begins, long_begins, long_high_begins, marked,
            self.of(PyUnicode_READ(kind, data, start)), own, greatest < 128
        )
        return 0


cdef tuple COUNTED = tuple(
    "chapter section part article step appendix annex question rule lesson unit module phase day week kapitel teil "
    "abschnitt chapitre art cap".split()
)
cdef unsigned int[128] SECOND
"""By their first letter, the second letters of these."""
for _word in COUNTED:
    SECOND[<int>ord(_word[0])] |= 1 << ord(_word[1]) - 97


cdef tuple NONE = (0, 0, 0), BULLET = (5, 1, 0)


cdef tuple find_numbering(str text, Py_ssize_t start, Py_ssize_t end, numbering_of):
    """Do what the pattern of numberings does, which is asked only where the first characters leave it open.

    Without regard to case, four more letters match those of an alphabet: ſ, K, İ and ı.
    """
    cdef Py_UCS4 first = lower_ascii(text[start]), second = lower_ascii(text[start + 1]) if end - start > 1 else u" "
    if u"0" <= first <= u"9":
        return find_digits(text, start, end)
    if (first == u"(" or first == u"[") and u"0" <= second <= u"9":
        return find_digits(text, start + 1, end)
    if first in u"•·▪■►▶*»›–—-":
        return BULLET
    if is_letter(first):
        return numbering_of(text, start, end) if could_be_numbered(text, start, end, first, second) else NONE
    if first in u"([（§第一二三四五六七八九十百\u017f\u212a\u0130\u0131" or first.isdecimal():
        return numbering_of(text, start, end)
    return NONE


cdef bint could_be_numbered(str text, Py_ssize_t start, Py_ssize_t end, Py_UCS4 first, Py_UCS4 second) except -1:
    """Say no where a letter is not followed by what ends a numbering, and does not begin a word before a number."""
    cdef Py_ssize_t place
    cdef Py_UCS4 letter
    if is_letter(second) and not second in u"ivxlc" and not SECOND[<int>first] >> (<int>second - 97) & 1:
        return False
    for place in range(start + 1, min(end, start + 7)):
        letter = lower_ascii(text[place])
        if letter in u".)]:\u0130\u0131":
            return True
        if not letter in u"ivxlc":
            break
    return could_begin_any(text, start, end, COUNTED)


cdef tuple find_digits(str text, Py_ssize_t start, Py_ssize_t end):
    """Find up to six numbers of up to three digits with full stops between, and a sign or space after them."""
    cdef Py_ssize_t place = start, begin
    cdef int depth = 0, number, before = 0, latest = 0
    while depth < 6:
        begin, number = place, 0
        while place < end and text[place].isdecimal():
            number = (number * 10 + Py_UNICODE_TODECIMAL(text[place])) % 1000
            place += 1
        if not 0 < place - begin <= 3:
            # There is a full stop before, or nothing at all.
            return (DIGITS, depth, latest) if depth else NONE
        depth, before, latest = depth + 1, latest, number
        if place >= end or text[place] != u".":
            break
        place += 1
    if text[place - 1] == u"." or place < end and (text[place] in u")]:" or text[place].isspace()):
        return DIGITS, depth, latest
    if place + 1 < end and text[place] in u"-–—" and text[place + 1].isspace():
        return DIGITS, depth, latest
    return (DIGITS, depth - 1, before) if depth > 1 else NONE


cdef bint has_address(str text) except -1:
    """Say whether there is one of the signs of an address: @, ://, www., .com."""
    cdef Py_ssize_t place, count = len(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef const void* data = PyUnicode_DATA(text)  # Holds `count` characters.
    cdef Py_UCS4 letter
    for place in range(count):
        letter = PyUnicode_READ(kind, data, place)
        if letter == u"@":
            return True
        if letter == u":" and place + 2 < count and text[place + 1] == u"/" and text[place + 2] == u"/":
            return True
        if letter == u".":
            if place > 2 and text[place - 1] == u"w" and text[place - 2] == u"w" and text[place - 3] == u"w":
                return True
            if place + 3 < count and text[place + 1] == u"c" and text[place + 2] == u"o" and text[place + 3] == u"m":
                return True
    return False


cdef inline bint is_digit(str text, Py_ssize_t place) except -1:
    return place < len(text) and text[place].isdecimal()


cdef inline bint is_word(str text, Py_ssize_t place) except -1:
    return place < len(text) and (text[place].isalnum() or text[place] == u"_")


cdef bint has_date(str text, Classes classes) except -1:
    """Do what the pattern of dates does."""
    cdef Py_ssize_t count = len(text), place
    cdef int kind = PyUnicode_KIND(text)
    cdef const void* data = PyUnicode_DATA(text)  # Holds `count` characters.
    cdef Py_UCS4 letter
    cdef bint before, inside = False
    for place in range(count):
        letter = PyUnicode_READ(kind, data, place)
        before, inside = inside, classes.of(letter) & WORD != 0 or letter == u"_"
        if before or not inside:
            continue
        if letter.isdecimal():
            if is_numeric_date(text, place):
                return True
        elif letter in u"jfmasond" and is_month(text, place):
            return True
    return False


cdef bint is_numeric_date(str text, Py_ssize_t place) except -1:
    """Say whether a year, or a day, month or time in figures begins here."""
    cdef Py_ssize_t at = place + 1 + is_digit(text, place + 1)
    cdef Py_UCS4 first = text[place]
    if at < len(text) and text[at] in u":/." and is_digit(text, at + 1) and is_digit(text, at + 2):
        if not is_word(text, at + 3):
            return True
    if not (is_digit(text, place + 2) and is_digit(text, place + 3)) or is_word(text, place + 4):
        return False
    return first == u"1" and text[place + 1] == u"9" or first == u"2" and text[place + 1] == u"0"


cdef frozenset MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())


cdef bint is_month(str text, Py_ssize_t place) except -1:
    """Say whether the name of a month begins here, with a number after it."""
    cdef Py_ssize_t at = place + 3, count = len(text)
    if text[place:at] not in MONTHS:
        return False
    while at < count and is_letter(text[at]):
        at += 1
    if at < count and text[at] == u".":
        at += 1
    if at >= count or not text[at].isspace():
        return False
    while at < count and text[at].isspace():
        at += 1
    return is_digit(text, at)


@cython.final
cdef class Title:
    """The words of the document's title, each with the candidate that had it last."""

    cdef dict numbers
    cdef Py_ssize_t count
    cdef int64_t[::1] latest
    cdef uint64_t[256] lengths
    """By the first character, the lengths of words: most others are seen not to be there without being made."""

    def __init__(self, frozenset words):
        cdef str word
        cdef int place
        self.numbers = {word: number for number, word in enumerate(words)}
        self.count = len(words)
        self.latest = np.empty(self.count, np.int64)
        self.latest[:] = -1
        for place in range(256):
            self.lengths[place] = 0
        for word in words:
            self.lengths[<Py_ssize_t>word[0] & 255] |= <uint64_t>1 << min(len(word), 63)

    cdef int share(self, str text, Py_ssize_t candidate, double[:, ::1] out, Classes classes) except -1:
        """Write how much of a candidate is in the title, and how much of the title in it."""
        cdef Py_ssize_t place, start = 0, count = len(text), number
        cdef int words = 0, common = 0, kind = PyUnicode_KIND(text)
        cdef const void* data = PyUnicode_DATA(text)  # Holds `count` characters.
        cdef const unsigned short* known = classes.known
        cdef Py_UCS4 letter
        for place in range(count + 1):
            if place < count:
                letter = PyUnicode_READ(kind, data, place)
                if not (known[letter] or classes.of(letter)) & SPACE:
                    continue
            if start < place:
                words += 1
                if self.lengths[<int>PyUnicode_READ(kind, data, start) & 255] >> min(place - start, 63) & 1:
                    number = self.numbers.get(text[start:place], -1)
                    if number >= 0 and self.latest[number] != candidate:
                        self.latest[number] = candidate
                        common += 1
            start = place + 1
        if common:
            out[16, candidate], out[17, candidate] = common / <double>words, common / <double>self.count
        return 0
