"""What the characters of candidates say, one candidate after the other."""

import numpy as np

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from rubricator.characters cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ
from rubricator.segment.rubric._view cimport Candidate

cpdef enum:  # Classes of characters.
    KNOWN = 1
    WORD = 2
    UPPER = 4
    LOWER = 8
    DIGIT = 16
    SPACE = 32
    COMMA = 64
    END = 128
    OPENS = 256
    ASKS = 512
    CASELESS = 1024  # A letter of a script without case.

cdef enum:
    LETTERS = 0x110000
    LONG_WORD = 4
    LONGEST_TITLE = 160

cdef Numbering _numbering
NUMBERING = np.asarray(<Numbering[:1]>&_numbering).dtype


cdef struct Counts:
    int digits, lower, upper, commas, ends, asks, opens, letters, signs
    int words, high_words, long_words, high_long_words  # High are those that begin with a capital.
    bint marked  # Whether a sign of an address is there.


def read(
    str text, const Candidate[::1] candidates, Py_ssize_t low, Py_ssize_t high, double scale, frozenset title,
    double[:, ::1] table, dict row, unsigned short[::1] known, classify, dict marks, numbering_of,
    search_date,
):
    cdef double[::1] characters = table[row["characters"]], words = table[row["words"]]
    cdef double[::1] end_mark = table[row["end mark"]], numbering = table[row["numbering"]]
    cdef double[::1] numbering_depth = table[row["numbering depth"]], capitals = table[row["capitals"]]
    cdef double[::1] long_capitals = table[row["long capitals"]], starts_upper = table[row["starts upper"]]
    cdef double[::1] starts_lower = table[row["starts lower"]], all_upper = table[row["all upper"]]
    cdef double[::1] digits = table[row["digits"]], commas = table[row["commas"]], inner_ends = table[row["inner ends"]]
    cdef double[::1] date = table[row["date"]], address = table[row["address"]], question = table[row["question"]]
    cdef double[::1] title_share = table[row["title share"]], share_of_title = table[row["share of title"]]
    cdef double[::1] word_length = table[row["word length"]], quotes = table[row["quotes"]]
    cdef double[::1] ends_in_word = table[row["ends in word"]], signs = table[row["signs"]]
    cdef Classes classes = Classes(known, classify)
    cdef TitleWords title_words = TitleWords(title)
    cdef Counts counts
    cdef Py_ssize_t place, count = candidates.shape[0], start, end
    cdef double length, number
    cdef int first, last
    cdef str own
    cdef list folded = []
    cdef dict numbers = {}
    found, code = np.empty(count, NUMBERING), np.empty(count, np.int64)
    cdef Numbering[::1] numberings = found
    cdef int64_t[::1] codes = code
    for place in range(count):
        start, end = candidates[place].start, candidates[place].end
        if not low <= start < end <= high:
            raise IndexError("not in the text")
        classes.count(text, start, end, low, high, &counts)
        first, last = classes.of(text[start]), classes.of(text[end - 1])
        own = text[start:end].casefold()
        folded.append(own)
        codes[place] = numbers.setdefault(own, len(numbers))
        numberings[place] = find_numbering(text, start, end, own, numbering_of)
        length, number = end - start, max(counts.words, 1)
        characters[place] = length * scale
        words[place] = max(number, length * (scale - 1) / LONG_WORD)
        end_mark[place] = 0 if last & WORD else <int>marks.get(text[end - 1], 0)
        numbering[place], numbering_depth[place] = numberings[place].kind, numberings[place].depth
        capitals[place] = counts.high_words / number
        long_capitals[place] = counts.high_long_words / <double>max(counts.long_words, 1)
        starts_upper[place] = first & (UPPER | CASELESS) != 0
        starts_lower[place] = first & LOWER != 0
        all_upper[place] = counts.lower == 0 and counts.upper > 0
        digits[place] = counts.digits / length
        commas[place] = counts.commas
        inner_ends[place] = counts.ends - (last & END != 0)
        date[place] = counts.digits > 0 and search_date(own) is not None
        address[place] = counts.marked and (u"@" in own or u"://" in own or u"www." in own or u".com" in own)
        question[place] = counts.asks > 0
        title_share[place] = share_of_title[place] = 0
        if title_words.words and len(own) <= LONGEST_TITLE:
            title_words.share(own, classes, &title_share[place], &share_of_title[place])
        word_length[place] = counts.letters / number
        quotes[place] = counts.opens
        ends_in_word[place] = last & WORD != 0
        signs[place] = counts.signs / length
    return folded, code, found


cdef class Classes:
    """Classes of characters, filled as pages bring them."""

    cdef unsigned short[::1] known
    cdef object classify

    def __init__(self, unsigned short[::1] known, classify):
        if known.shape[0] < LETTERS:
            raise ValueError("not all characters have classes")
        self.known, self.classify = known, classify

    cdef inline int of(self, Py_UCS4 letter) except -1:
        if not self.known[letter]:
            self.known[letter] = self.classify(chr(letter))
        return self.known[letter]

    cdef int count(
        self, str text, Py_ssize_t start, Py_ssize_t end, Py_ssize_t low, Py_ssize_t high, Counts *counts
    ) except -1:
        """Count characters of a part of a text, and words that begin there; some of these go on behind it."""
        cdef int kind = PyUnicode_KIND(text), own, length = 0
        cdef const void *data = PyUnicode_DATA(text)  # All that is read lies between `low` and `high`.
        cdef Py_UCS4 letter
        cdef bint is_high = False
        cdef Py_ssize_t place
        memset(counts, 0, sizeof(Counts))
        if start > low and self.of(PyUnicode_READ(kind, data, start - 1)) & WORD:
            length = LONG_WORD
        for place in range(start, end):
            letter = PyUnicode_READ(kind, data, place)
            own = self.of(letter)
            counts.upper += own & UPPER != 0
            counts.lower += own & LOWER != 0
            if own & WORD:
                counts.letters += 1
                counts.digits += own & DIGIT != 0
                length += 1
                if length == 1:
                    # In scripts without case nothing is lower case: what tells headings in others must not speak
                    # against them.
                    is_high = own & (UPPER | CASELESS) != 0
                    counts.words += 1
                    counts.high_words += is_high
                elif length == LONG_WORD:
                    counts.long_words += 1
                    counts.high_long_words += is_high
                continue
            length = 0
            if not own & SPACE:
                counts.signs += 1
                counts.commas += own & COMMA != 0
                counts.ends += own & END != 0
                counts.asks += own & ASKS != 0
                counts.opens += own & OPENS != 0
                counts.marked |= letter == u"." or letter == u":" or letter == u"@"
        while 0 < length < LONG_WORD and end < high and self.of(PyUnicode_READ(kind, data, end)) & WORD:
            length += 1
            end += 1
            if length == LONG_WORD:
                counts.long_words += 1
                counts.high_long_words += is_high
        return 0


_COUNTED = tuple(
    "chapter section part article step appendix annex question rule lesson unit module phase day week kapitel teil "
    "abschnitt chapitre art cap".split()
)
_BEGINNINGS = frozenset(word[:2] for word in _COUNTED)


cdef Numbering find_numbering(str text, Py_ssize_t start, Py_ssize_t end, str own, numbering_of) except *:
    """Do what the pattern of numberings does, which is asked only where the first characters leave it open.

    Without regard to case, four more letters match those of an alphabet: ſ, K, İ and ı.
    """
    cdef Py_UCS4 first = text[start]
    if u"a" <= first <= u"z" or u"A" <= first <= u"Z":
        if not could_be_numbered(own):
            return Numbering(NO_NUMBER, 0, 0)
    elif first in u"•·▪■►▶*»›–—-":
        return Numbering(BULLET, 1, 0)
    elif not first.isdecimal() and not first in u"([（§第一二三四五六七八九十百\u017f\u212a\u0130\u0131":
        return Numbering(NO_NUMBER, 0, 0)
    kind, depth, number = numbering_of(text, start, end)
    return Numbering(kind, depth, number)


cdef bint could_be_numbered(str own) except -1:
    """Say no where letters are not followed by what ends a numbering, and are no word before a number."""
    cdef Py_ssize_t place
    for place in range(1, min(len(own), 7)):
        if own[place] in u".)]:\u0307\u0131":  # İ in lower case has a dot of its own.
            return True
        if not own[place] in u"ivxlc":
            break
    return own[:2] in _BEGINNINGS and own.startswith(_COUNTED)


cdef class TitleWords:
    """The words of the document's title."""

    cdef frozenset words
    cdef uint64_t[256] lengths
    """By the first character, the lengths of words: most others are seen not to be there without being made."""

    def __init__(self, frozenset words):
        cdef str word
        cdef int place
        self.words = words
        for place in range(256):
            self.lengths[place] = 0
        for word in words:
            self.lengths[<Py_ssize_t>word[0] & 255] |= <uint64_t>1 << min(len(word), 63)

    cdef int share(self, str text, Classes classes, double *of_text, double *of_title) except -1:
        """Write how much of a text is in the title, and how much of the title in it."""
        cdef int kind = PyUnicode_KIND(text), words = 0
        cdef const void *data = PyUnicode_DATA(text)
        cdef Py_ssize_t place = 0, start, count = len(text)  # There are as many characters.
        cdef unsigned int first
        cdef set common = None
        cdef str word
        while place < count:
            start = place
            while place < count and not classes.of(PyUnicode_READ(kind, data, place)) & SPACE:
                place += 1
            if start < place:
                words += 1
                first = <unsigned int>PyUnicode_READ(kind, data, start)
                if self.lengths[first & 255] >> min(place - start, 63) & 1:
                    word = text[start:place]
                    if word in self.words:
                        common = common or set()
                        common.add(word)
            place += 1
        if common:
            of_text[0], of_title[0] = len(common) / <double>words, len(common) / <double>len(self.words)
        return 0
