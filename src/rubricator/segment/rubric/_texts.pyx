"""Twin of `segment/rubric/texts.py`: what the characters of candidates say, read one candidate after the other."""

import numpy as np

cimport cython
from libc.stdint cimport int64_t, uint64_t

from rubricator.bits cimport bit_count, lowest_bit, lowest_bits
from rubricator.characters cimport (
    PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ, by_letter, could_begin, is_letter, lower_ascii
)

cdef extern from "Python.h":
    Py_ssize_t PyUnicode_FindChar(
        object text, Py_UCS4 letter, Py_ssize_t start, Py_ssize_t end, int direction
    ) except -2
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


ctypedef fused Letter:
    unsigned char
    unsigned short
    unsigned int


cdef struct Counts:
    uint64_t packed  # Characters of some classes, each count a few bits.
    int letters, signs, begins, high_begins, long_begins, long_high_begins
    bint marked  # Whether a sign of an address is there.
    int first, last  # Classes.
    unsigned int bits  # All that some character has.


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
    cdef double[:, ::1] lines = found
    cdef int64_t[::1] code = codes
    if not count:
        return found, folded, codes, numberings
    cdef double* out = &lines[0, 0]  # 22 lines, with a place for each candidate.
    for place in range(count):
        start, end = table[place, 0], table[place, 1]
        classes.count(text, start, end, low, high, &counts)
        own = lowered(text, start, end) if counts.bits < 128 else text[start:end].casefold()
        numbering = find_numbering(text, start, end, numbering_of)
        folded.append(own)
        numberings.append(numbering)
        code[place] = numbers.setdefault(own, len(numbers))
        length, words = max(end - start, 1), max(counts.begins, 1)
        digits = nth(&counts, 0, bits)
        out[place] = length * scale
        out[count + place] = max(words, length * (scale - 1) / LONG_WORD)
        out[2 * count + place] = 0 if counts.last & WORD else <int>marks.get(text[end - 1], 0)
        out[3 * count + place] = 0 if numbering is NONE else <int>numbering[0]
        out[4 * count + place] = 0 if numbering is NONE else <int>numbering[1]
        out[5 * count + place] = counts.high_begins / words
        out[6 * count + place] = counts.long_high_begins / <double>max(counts.long_begins, 1)
        out[7 * count + place] = counts.first & (UPPER | CASELESS) != 0
        out[8 * count + place] = counts.first & LOWER != 0
        out[9 * count + place] = nth(&counts, 1, bits) == 0 and nth(&counts, 2, bits) > 0
        out[10 * count + place] = digits / length
        out[11 * count + place] = nth(&counts, 3, bits)
        out[12 * count + place] = nth(&counts, 4, bits) - (counts.last & END != 0)
        out[13 * count + place] = digits > 0 and has_date(own, classes)
        out[14 * count + place] = counts.marked and has_address(own)
        out[15 * count + place] = nth(&counts, 5, bits) > 0
        out[16 * count + place] = out[17 * count + place] = 0
        if wanted.count and len(own) <= LONGEST_TITLE:
            wanted.share(own, place, &out[16 * count + place], &out[17 * count + place], classes)
        out[18 * count + place] = counts.letters / words
        out[19 * count + place] = nth(&counts, 6, bits)
        out[20 * count + place] = counts.last & WORD != 0
        out[21 * count + place] = counts.signs / length
    return found, folded, codes, numberings


cdef inline int nth(Counts* counts, int place, int bits) noexcept:
    return (counts.packed >> (place * bits)) & ((1 << bits) - 1)


cdef str lowered(str text, Py_ssize_t start, Py_ssize_t end):
    """Return a part of a text that is all ASCII in lower case."""
    cdef str found = PyUnicode_New(end - start, 127)
    cdef int kind = PyUnicode_KIND(text)
    cdef const void* data = PyUnicode_DATA(text)
    cdef unsigned char* out = <unsigned char*>PyUnicode_DATA(found)
    # Whoever calls has read all of it.
    if kind == 1:
        lower(<const unsigned char*>data + start, end - start, out)
    elif kind == 2:
        lower(<const unsigned short*>data + start, end - start, out)
    else:
        lower(<const unsigned int*>data + start, end - start, out)
    return found


cdef inline void lower(const Letter* letters, Py_ssize_t count, unsigned char* out) noexcept:
    """Write letters of ASCII in lower case; without a branch, which makes vectors of it."""
    cdef Py_ssize_t place
    cdef unsigned char letter
    for place in range(count):
        letter = <unsigned char>letters[place]
        out[place] = letter | (<unsigned char>(<unsigned char>(letter - 65) < 26) << 5)


cdef enum:
    IS_WORD = 1
    IS_HIGH = 2
    IS_SIGN = 4

cdef unsigned char[CLASSES] FLAGS
"""What is counted by where it stands, for each class."""
for _class in range(CLASSES):
    # In scripts without case nothing is lower case, and what tells headings in others must not speak against them.
    FLAGS[_class] = (
        (IS_WORD if _class & WORD else 0)
        | (IS_HIGH if _class & (UPPER | CASELESS) else 0)
        | (IS_SIGN if not _class & (WORD | SPACE) else 0)
    )


cdef struct Block:
    uint64_t word, high, sign  # A bit for each of 64 characters.


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
        cdef int kind = PyUnicode_KIND(text)
        cdef const void* data = PyUnicode_DATA(text)
        # All that is read lies in this span.
        if not 0 <= low <= start < end <= high <= len(text):
            raise IndexError("not in the text")
        if kind == 1:
            return count_all(self, <const unsigned char*>data, start, end, low, high, counts)
        if kind == 2:
            return count_all(self, <const unsigned short*>data, start, end, low, high, counts)
        return count_all(self, <const unsigned int*>data, start, end, low, high, counts)


cdef inline int fill_block(
    Classes classes, const Letter* letters, Py_ssize_t count, Block* block, Counts* counts
) except -1:
    """Look at no more than 64 characters: what each is, how many are of some classes, and all of their bits."""
    cdef Py_ssize_t place, at
    cdef unsigned int letter, bits = counts.bits
    cdef int own
    cdef const unsigned short* known = classes.known
    cdef const uint64_t* per_class = classes.per_class
    cdef uint64_t flags, packed = counts.packed, word = 0, high = 0, sign = 0
    for place in range(0, count, 8):
        flags = 0
        for at in range(place, min(place + 8, count)):
            letter = letters[at]
            own = known[letter] or classes.of(letter)
            bits |= letter
            packed += per_class[own]
            flags |= <uint64_t>FLAGS[own] << 8 * (at - place)
        word |= lowest_bits(flags) << place
        high |= lowest_bits(flags >> 1) << place
        sign |= lowest_bits(flags >> 2) << place
    counts.bits, counts.packed = bits, packed
    block[0] = Block(word, high, sign)
    return 0


cdef int count_all(
    Classes classes, const Letter* letters, Py_ssize_t start, Py_ssize_t end, Py_ssize_t low, Py_ssize_t high,
    Counts* counts
) except -1:
    """See `Classes.count`. Characters become bits, and words are found by moving them beside each other."""
    cdef Block block
    cdef uint64_t inside, word, begins, high_begins, words_before = 0, begins_before = 0, high_before = 0
    cdef uint64_t thirds, long_words
    cdef Py_ssize_t place = start, at, count, stop = min(end + LONG_WORD - 1, high)
    counts[0] = Counts(0, 0, 0, 0, 0, 0, 0, False, classes.of(letters[start]), classes.of(letters[end - 1]), 0)
    if start > low and classes.of(letters[start - 1]) & WORD:
        words_before = <uint64_t>1 << 63
    while place < stop:
        count = max(min(end - place, 64), 0)
        inside = ~<uint64_t>0 >> (64 - count) if count else 0
        fill_block(classes, letters + place, count, &block, counts)
        word = block.word
        # Of a word that goes on beyond the end, all is there to tell whether it is long.
        for at in range(count, min(stop - place, 64)):
            word |= <uint64_t>(classes.of(letters[place + at]) & WORD != 0) << at
        begins = word & ~(word << 1 | words_before >> 63) & inside
        high_begins = begins & block.high
        # Words are long where their fourth letter is.
        thirds = (word << 1 | words_before >> 63) & (word << 2 | words_before >> 62)
        long_words = (begins << 3 | begins_before >> 61) & thirds & word
        counts.letters += bit_count(block.word)
        counts.signs += bit_count(block.sign)
        counts.begins += bit_count(begins)
        counts.high_begins += bit_count(high_begins)
        counts.long_begins += bit_count(long_words)
        counts.long_high_begins += bit_count(long_words & (high_begins << 3 | high_before >> 61))
        while block.sign and not counts.marked:
            at = lowest_bit(block.sign)
            counts.marked = letters[place + at] == 46 or letters[place + at] == 58 or letters[place + at] == 64
            block.sign &= block.sign - 1
        words_before, begins_before, high_before = word, begins, high_begins
        place += 64
    return 0


_COUNTED = tuple(
    "chapter section part article step appendix annex question rule lesson unit module phase day week kapitel teil "
    "abschnitt chapitre art cap".split()
)
cdef list COUNTED = by_letter(_COUNTED)
cdef unsigned int[128] SECOND
"""By their first letter, the second letters of these."""
for _word in _COUNTED:
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
    cdef bint begins_word = not is_letter(second) or SECOND[<int>first] >> (<int>second - 97) & 1
    if not begins_word and not second in u"ivxlc":
        return False
    for place in range(start + 1, min(end, start + 7)):
        letter = lower_ascii(text[place])
        if letter in u".)]:\u0130\u0131":
            return True
        if not letter in u"ivxlc":
            break
    return begins_word and could_be_counted(text, start, end, first)


cdef bint could_be_counted(str text, Py_ssize_t start, Py_ssize_t end, Py_UCS4 first) except -1:
    """Say no where no word before a number begins a text, or where what follows it shows that there is no number."""
    cdef Py_ssize_t after
    cdef Py_UCS4 letter
    cdef str word
    for word in <tuple>COUNTED[<int>first - 97]:
        if not could_begin(text, start, end, word):
            continue
        after = start + len(word)
        if not text[start : min(after, end)].isascii():
            return True
        if after < end:
            letter = lower_ascii(text[after])
            if letter > 127 or letter in u"ivxlc.#" or u"0" <= letter <= u"9" or letter.isspace():
                return True
    return False


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
    cdef Py_ssize_t place = -1, count = len(text)
    if PyUnicode_FindChar(text, u"@", 0, count, 1) >= 0:
        return True
    while True:
        place = PyUnicode_FindChar(text, u":", place + 1, count, 1)
        if place < 0:
            break
        if place + 2 < count and text[place + 1] == u"/" and text[place + 2] == u"/":
            return True
    while True:
        place = PyUnicode_FindChar(text, u".", place + 1, count, 1)
        if place < 0:
            return False
        if place > 2 and text[place - 1] == u"w" and text[place - 2] == u"w" and text[place - 3] == u"w":
            return True
        if place + 3 < count and text[place + 1] == u"c" and text[place + 2] == u"o" and text[place + 3] == u"m":
            return True


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
        before, inside = inside, (classes.known[letter] or classes.of(letter)) & WORD != 0 or letter == u"_"
        if before or not inside:
            continue
        if u"0" <= letter <= u"9" or letter > 127 and letter.isdecimal():
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


cdef int[12] MONTHS
for _number, _month in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split()):
    MONTHS[_number] = int.from_bytes(_month.encode(), "big")


cdef bint is_month(str text, Py_ssize_t place) except -1:
    """Say whether the name of a month begins here, with a number after it."""
    cdef Py_ssize_t at = place + 3, count = len(text)
    cdef Py_UCS4 second, third
    cdef int month, one
    cdef bint is_one = False
    if at > count:
        return False
    second, third = text[place + 1], text[place + 2]
    if not is_letter(second) or not is_letter(third):
        return False
    month = <int>text[place] << 16 | <int>second << 8 | <int>third
    for one in MONTHS:
        is_one |= month == one
    if not is_one:
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
    cdef list latest
    cdef uint64_t[256] lengths
    """By the first character, the lengths of words: most others are seen not to be there without being made."""

    def __init__(self, frozenset words):
        cdef str word
        cdef int place
        self.numbers = {word: number for number, word in enumerate(words)}
        self.count = len(words)
        self.latest = [-1] * self.count
        for place in range(256):
            self.lengths[place] = 0
        for word in words:
            self.lengths[<Py_ssize_t>word[0] & 255] |= <uint64_t>1 << min(len(word), 63)

    cdef int share(
        self, str text, Py_ssize_t candidate, double* of_candidate, double* of_title, Classes classes
    ) except -1:
        """Write how much of a candidate is in the title, and how much of the title in it."""
        cdef int kind = PyUnicode_KIND(text)
        cdef const void* data = PyUnicode_DATA(text)
        cdef Shared found
        if kind == 1:
            found = shared(self, text, <const unsigned char*>data, candidate, classes)
        elif kind == 2:
            found = shared(self, text, <const unsigned short*>data, candidate, classes)
        else:
            found = shared(self, text, <const unsigned int*>data, candidate, classes)
        if found.common:
            of_candidate[0] = found.common / <double>found.words
            of_title[0] = found.common / <double>self.count
        return 0


cdef struct Shared:
    int words, common


cdef Shared shared(Title title, str text, const Letter* letters, Py_ssize_t candidate, Classes classes) except *:
    """Count the words of a candidate, and the distinct ones that a title has too."""
    cdef Py_ssize_t place = 0, start, count = len(text), number  # There are as many letters.
    cdef const unsigned short* known = classes.known
    cdef Shared found = Shared(0, 0)
    while place < count:
        start = place
        while place < count and not (known[letters[place]] or classes.of(letters[place])) & SPACE:
            place += 1
        if start < place:
            found.words += 1
            if title.lengths[letters[start] & 255] >> min(place - start, 63) & 1:
                number = title.numbers.get(text[start:place], -1)
                if number >= 0 and <Py_ssize_t>title.latest[number] != candidate:
                    title.latest[number] = candidate
                    found.common += 1
        place += 1
    return found
