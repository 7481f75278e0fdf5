"""Twin of `segment/rubric/said.py` and of what it asks of ASDUS: titles that the text below says again."""

import numpy as np

cimport cython
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset

from rubricator.bits cimport lowest_bit, lowest_bits
from rubricator.characters cimport Py_UNICODE_TOLOWER, PyUnicode_DATA, PyUnicode_KIND
from rubricator.segment.rubric._words cimport LONGEST, SLOTS, Word, add_letter, fill_slots, slot_of

cdef enum:
    MOST_WORDS = 64  # Words of a title that are looked at without being made.
    LEAST = 4
    NEXT_LEAST = 100
    READ = 1000
    CODES = 4096  # A power of two; few beginnings of words have the same code.

cdef double OVERLAP = 0.75

ctypedef fused Letter:
    unsigned char
    unsigned short
    unsigned int


def fill_said(values, Py_ssize_t row, sight, table, language, skipped_tags, int image):
    """Write which candidates are titles by ASDUS, how much of them, and what their tag path is worth."""
    cdef double[:, ::1] out = values
    cdef const int64_t[:, :] fields = table
    cdef const int64_t[:] start = fields[:, 0], end = fields[:, 1]
    cdef Pieces pieces = Pieces(sight, skipped_tags, image)
    cdef Py_ssize_t place, at = 0, paths = 0, count = pieces.count
    for place in range(start.shape[0]):
        out[row, place] = out[row + 1, place] = out[row + 2, place] = 0
    if not count:
        return
    cdef char[::1] short = find_short(pieces, sight.scale)
    for place in range(count):
        paths = max(paths, pieces.path[place] + 1)
    cdef double[:, ::1] room = np.zeros((2, paths))
    cdef double[::1] near = room[0], alike = room[1]
    for place in range(count):
        alike[pieces.path[place]] += short[place]
    add_repeated(near, sight.page.text, pieces, short, sight.scale, language)
    for place in range(start.shape[0]):
        # Most candidates come in order, so that the way from one to the next is short.
        while at and pieces.start[at] >= start[place]:
            at -= 1
        while at < count - 1 and pieces.start[at] < start[place]:
            at += 1
        if pieces.start[at] != start[place] or not short[at]:
            continue
        if near[pieces.path[at]] > 0:
            out[row, place] = 1
            out[row + 1, place] = (pieces.end[at] - end[place]) / <double>max(end[place] - start[place], 1)
        out[row + 2, place] = near[pieces.path[at]] / max(alike[pieces.path[at]], 1)


@cython.final
cdef class Pieces:
    """The own text of an element on one line; columns in document order."""

    cdef Py_ssize_t count
    cdef int64_t[::1] start, end, path
    cdef char[::1] skipped

    def __init__(self, sight, skipped_tags, int image):
        cdef const int64_t[:, ::1] run_table = sight.run_table, nodes = sight.context.table
        cdef const int64_t[::1] run_start = run_table[0], run_end = run_table[1], run_node = run_table[2]
        cdef const int64_t[::1] run_path = run_table[6], unit_run = sight.unit_run, parents = nodes[0]
        cdef Py_ssize_t runs = run_start.shape[0], unit, run, found = 0, place, kept = 0, first
        cdef int64_t parent
        cdef bytes flags = sight.page.flags
        cdef tuple tags = sight.page.tag
        cdef int64_t[::1] piece_of = np.empty(len(tags), np.int64), parent_of
        cdef int64_t[:, ::1] room = np.empty((4, runs), np.int64)
        self.start, self.end, self.path, parent_of = room[0], room[1], room[2], room[3]
        piece_of[:] = -1
        self.skipped = np.empty(runs, np.int8)
        for unit in range(unit_run.shape[0] - 1):
            first = found
            for run in range(unit_run[unit], unit_run[unit + 1]):
                if flags[run_node[run]] & image:
                    continue
                parent = parents[run_node[run]]
                if piece_of[parent] >= first:
                    self.end[piece_of[parent]] = run_end[run]
                    continue
                piece_of[parent] = found
                self.start[found], self.end[found], self.path[found] = run_start[run], run_end[run], run_path[run]
                parent_of[found] = parent
                found += 1
        for place in range(found):
            if self.end[place] - self.start[place] >= LEAST:
                self.start[kept], self.end[kept], self.path[kept] = self.start[place], self.end[place], self.path[place]
                self.skipped[kept] = tags[parent_of[place]] in skipped_tags
                kept += 1
        self.count = kept


cdef char[::1] find_short(Pieces pieces, double scale):
    """Divide lengths into two clusters with the least sum of squared distances, and say which are in the lower one."""
    cdef Py_ssize_t count = pieces.count, place, best = 0
    lengths = np.empty((4, count))
    cdef double[:, ::1] room = lengths
    cdef double[::1] length = room[0], total = room[1], squares = room[2], ordered = room[3]
    cdef double least = 0, inside, beyond, sum_ = 0, sum_of_squares = 0, bound
    cdef char[::1] short = np.empty(count, np.int8)
    for place in range(count):
        length[place] = ordered[place] = scale * <double>(pieces.end[place] - pieces.start[place])
    lengths[3].sort()
    for place in range(count):
        sum_ += ordered[place]
        sum_of_squares += ordered[place] * ordered[place]
        total[place], squares[place] = sum_, sum_of_squares
    for place in range(count - 1):
        inside = squares[place] - total[place] * total[place] / (place + 1)
        beyond = sum_of_squares - squares[place] - (sum_ - total[place]) * (sum_ - total[place]) / (count - place - 1)
        if place == 0 or inside + beyond < least:
            best, least = place, inside + beyond
    bound = ordered[count - 1] if count == 1 or ordered[0] == ordered[count - 1] else ordered[best]
    for place in range(count):
        short[place] = length[place] <= bound and not pieces.skipped[place]
    return short


cdef add_repeated(double[::1] near, str text, Pieces pieces, char[::1] short, double scale, language):
    """Count by tag path whose words the next text repeats."""
    cdef Py_ssize_t place, before = -1, start, end
    cdef Reader reader = Reader(language)
    for place in range(pieces.count):
        if pieces.skipped[place]:
            continue
        start, end = pieces.start[place], pieces.end[place]
        if before >= 0 and short[before] and (end - start) * scale > NEXT_LEAST:
            end = min(end, start + READ)
            near[pieces.path[before]] += reader.repeats(
                text, start, end, text, pieces.start[before], pieces.end[before], OVERLAP
            )
        before = place


def repeats(str after, str title, language, double least):
    """Say whether a text has such a share of a title's lemmas; stop words count only where there is nothing else."""
    return Reader(language).repeats(after, 0, len(after), title, 0, len(title), least)


@cython.final
cdef class StopWords:
    """Those of one language."""

    cdef frozenset source
    cdef bint few
    cdef Word[SLOTS] slots

    def __init__(self, frozenset source):
        self.source, self.few = source, len(source) <= SLOTS // 2
        fill_slots(self.slots, dict.fromkeys(source, 1) if self.few else {})


cdef StopWords latest = None


@cython.final
cdef class Reader:
    """What is known of a language, and how words begin that are looked for."""

    cdef StopWords stop_words
    cdef object stem
    cdef Py_ssize_t letters
    """Words of one stem have so many first letters in common."""
    cdef char[CODES] wanted
    """By the code of these: 1 for those looked for, 2 for those that were there."""
    cdef Word[MOST_WORDS] words
    """Those of a title, each with its code; the value says whether it was there."""
    cdef Py_ssize_t count
    cdef unsigned short[MOST_WORDS] codes

    def __init__(self, language):
        global latest
        if latest is None or latest.source is not language.stop_words:
            latest = StopWords(language.stop_words)
        self.stop_words, self.stem = latest, language.stem
        self.letters = 2 if language.kept == 0 else 3

    cdef bint repeats(
        self, str after, Py_ssize_t low, Py_ssize_t high, str title, Py_ssize_t start, Py_ssize_t end, double least
    ) except -1:
        cdef set words, near, missing
        cdef str word
        start = after_numbering(title, start, end)
        answer = self.glance(after, low, high, title, start, end, least)
        if answer is not None:
            return answer
        words, near = set(), set()
        memset(self.wanted, 1, CODES)
        self.read(words, title, start, end)
        words = words - self.stop_words.source or words
        if not words:
            return least <= 0
        memset(self.wanted, 0, CODES)
        for word in words:
            self.wanted[self.code(word)] = 1
        self.read(near, after, low, high)
        missing = words - near
        if missing:
            stem = self.stem
            beginnings = {word[:2] for word in missing}
            stems = {stem(word) for word in near if word[:2] in beginnings}
            missing = {word for word in missing if stem(word) not in stems}
        return 1 - len(missing) / <double>len(words) >= least

    cdef glance(
        self, str after, Py_ssize_t low, Py_ssize_t high, str title, Py_ssize_t start, Py_ssize_t end, double least
    ):
        """Say no where too few words of a title begin like one of the text, yes where enough are there as they are.

        Most texts say nothing of the title before; only those in between are asked for their stems.
        """
        cdef Py_ssize_t place, absent = 0, missing = 0
        if not self.sketch(title, start, end):
            return None
        memset(self.wanted, 0, CODES)
        for place in range(self.count):
            self.wanted[self.codes[place]] = 1
            self.words[place].value = 0
        self.read(None, after, low, high)
        for place in range(self.count):
            absent += self.wanted[self.codes[place]] != 2
            missing += not self.words[place].value
        if 1 - absent / <double>self.count < least:
            return False
        return True if 1 - missing / <double>self.count >= least else None

    cdef bint sketch(self, str text, Py_ssize_t start, Py_ssize_t end) except -1:
        """Note the distinct words of a title that count, if there are some and that is seen so easily."""
        cdef int kind = PyUnicode_KIND(text)
        cdef const void* data = PyUnicode_DATA(text)
        # All that is read lies between them.
        if not 0 <= start <= end <= len(text):
            raise IndexError("not in the text")
        if not self.stop_words.few:
            return False
        if kind == 1:
            return sketch_words(self, <const unsigned char*>data, start, end)
        if kind == 2:
            return sketch_words(self, <const unsigned short*>data, start, end)
        return sketch_words(self, <const unsigned int*>data, start, end)

    cdef int code(self, str word) except -1:
        """Return a number for the first letters of a word in lower case."""
        cdef unsigned int code = 0
        cdef Py_ssize_t place
        for place in range(min(self.letters, len(word))):
            code = code * 31 + <unsigned int>word[place]
        return code & CODES - 1

    cdef read(self, set found, str text, Py_ssize_t start, Py_ssize_t end):
        """Add the words of a part of a text in lower case, as `words_of` finds them; or note which ones are there."""
        cdef int kind = PyUnicode_KIND(text)
        cdef const void* data = PyUnicode_DATA(text)
        cdef bint all_read
        # All that is read lies between them.
        if not 0 <= start <= end <= len(text):
            raise IndexError("not in the text")
        if kind == 1:
            all_read = read_words(self, found, text, <const unsigned char*>data, start, end)
        elif kind == 2:
            all_read = read_words(self, found, text, <const unsigned short*>data, start, end)
        else:
            all_read = read_words(self, found, text, <const unsigned int*>data, start, end)
        if not all_read:
            text = text[start:end].lower()
            self.read(found, text, 0, len(text))


cdef bint sketch_words(Reader reader, const Letter* letters, Py_ssize_t start, Py_ssize_t end) except -1:
    """See `Reader.sketch`."""
    cdef Py_ssize_t place = start, length, count = 0, kept = 0
    cdef unsigned int letter, code
    cdef uint64_t noted = 0  # A bit for some of the codes: most words are seen to be new by theirs.
    cdef Word word
    while place < end:
        word, length, code = Word(0, 0, 0), 0, 0
        while place < end:
            letter = letters[place]
            place += 1
            if letter > 127:
                if is_unspaced(letter) or (<Py_UCS4>letter).isalnum():
                    return False
                break
            if not SMALL[letter]:
                break
            add_letter(&word, length, <Py_UCS4>SMALL[letter])
            if length < reader.letters:
                code = code * 31 + SMALL[letter]
            length += 1
        if length > LONGEST or count == MOST_WORDS:
            return False
        if length and not (noted >> (code & 63) & 1 and is_among(reader.words, count, &word)):
            reader.words[count], reader.codes[count] = word, code & CODES - 1
            noted |= <uint64_t>1 << (code & 63)
            count += 1
    for place in range(count):
        if not reader.stop_words.slots[slot_of(reader.stop_words.slots, &reader.words[place])].value:
            reader.words[kept], reader.codes[kept] = reader.words[place], reader.codes[place]
            kept += 1
    reader.count = kept or count
    return reader.count > 0


cdef inline uint64_t ascii_words(const Letter* letters, unsigned int* widest) noexcept:
    """Return a bit for each of 64 characters that is a letter or figure of ASCII, and all bits that some character has.

    Loops without a branch, of which compilers make vectors.
    """
    cdef unsigned char[64] flags
    cdef Letter letter, some = 0
    cdef Py_ssize_t place, at
    cdef uint64_t eight, found = 0
    for place in range(64):
        letter = letters[place]
        some |= letter
        flags[place] = (<Letter>((letter | 32) - 97) < 26) | (<Letter>(letter - 48) < 10)
    for place in range(0, 64, 8):
        eight = 0
        for at in range(8):
            eight |= <uint64_t>flags[place + at] << 8 * at
        found |= lowest_bits(eight) << place
    widest[0] = some
    return found


cdef bint read_words(
    Reader reader, set found, str text, const Letter* letters, Py_ssize_t start, Py_ssize_t end
) except -1:
    """See `Reader.read`; say no where the lower case of a word is not that of its letters."""
    cdef Py_ssize_t low = start, place, count
    cdef uint64_t inside, begins, before = 0
    cdef unsigned int letter, widest
    cdef Letter[64] last
    # A bit for each of some characters says whether it is one of a word.
    while low < end:
        count, widest = min(64, end - low), 0
        if count == 64:
            inside = ascii_words(letters + low, &widest)
        else:
            memset(last, 0, sizeof(last))
            memcpy(last, letters + low, count * sizeof(Letter))
            inside = ascii_words(<const Letter*>last, &widest)
        if widest > 127:
            inside = 0
            for place in range(count):
                letter = letters[low + place]
                if letter < 256:
                    inside |= <uint64_t>(SMALL[letter] != 0) << place
                    continue
                if is_unspaced(letter):
                    return read_unspaced(reader, found, text, letters, low, end, before)
                if is_odd(letter):
                    return False
                inside |= <uint64_t>(<Py_UCS4>letter).isalnum() << place
        begins = inside & ~(inside << 1 | before)
        before = inside >> 63
        while begins:
            place = low + lowest_bit(begins)
            begins &= begins - 1
            # Most words are not looked for.
            if reader.wanted[code_at(letters, place, min(place + reader.letters, end))]:
                if read_word(reader, found, text, letters, place, end) < 0:
                    return False
        low += count
    return True


cdef bint read_unspaced(
    Reader reader, set found, str text, const Letter* letters, Py_ssize_t start, Py_ssize_t end, bint inside
) except -1:
    """Read words where some have no spaces around, perhaps from the inside of one that was read."""
    cdef Py_ssize_t place = start, after
    while inside and place < end:
        inside = not is_unspaced(letters[place]) and (<Py_UCS4>letters[place]).isalnum()
        place += inside
    while place < end:
        after = read_word(reader, found, text, letters, place, end)
        if after < 0:
            return False
        place = max(after, place + 1)
    return True


cdef inline unsigned int code_at(const Letter* letters, Py_ssize_t start, Py_ssize_t end) noexcept:
    """Return a number for the first letters of the word that begins there, as `Reader.code` does."""
    cdef Py_ssize_t place
    cdef unsigned int code = 0, letter
    for place in range(start, end):
        letter = letters[place]
        if letter < 256:
            letter = SMALL[letter]
            if not letter:
                break
        elif place > start and (is_unspaced(letter) or not (<Py_UCS4>letter).isalnum()):
            break
        else:
            letter = Py_UNICODE_TOLOWER(letter)
        code = code * 31 + letter
    return code & CODES - 1


cdef Py_ssize_t read_word(
    Reader reader, set found, str text, const Letter* letters, Py_ssize_t start, Py_ssize_t end
) except -2:
    """Read the word that begins there, if one does. Return where it ends; -1 where its lower case is another."""
    cdef Py_ssize_t place = start
    cdef unsigned int letter, code
    while place < end:
        letter = letters[place]
        if letter < 256:
            if not SMALL[letter]:
                break
        elif is_unspaced(letter):
            # Each is a word.
            place += place == start
            break
        elif not (<Py_UCS4>letter).isalnum():
            break
        elif is_odd(letter):
            return -1
        place += 1
    if place == start:
        return place
    code = code_at(letters, start, min(start + reader.letters, place))
    if reader.wanted[code]:
        if found is None:
            reader.wanted[code] = 2
            note_word(reader, letters, start, place, code)
        else:
            found.add(text[start:place].lower())
    return place


cdef void note_word(Reader reader, const Letter* letters, Py_ssize_t start, Py_ssize_t end, unsigned int code) noexcept:
    """Note that a word is there."""
    cdef Py_ssize_t place
    cdef Word word = Word(0, 0, 0)
    if end - start > LONGEST:
        return
    for place in range(start, end):
        if letters[place] > 127:
            return
        add_letter(&word, place - start, <Py_UCS4>SMALL[letters[place]])
    for place in range(reader.count):
        if reader.codes[place] == code and is_among(&reader.words[place], 1, &word):
            reader.words[place].value = 1


cdef inline bint is_among(const Word* words, Py_ssize_t count, const Word* word) noexcept:
    cdef Py_ssize_t place
    for place in range(count):
        if words[place].first == word.first and words[place].second == word.second:
            return True
    return False


cdef Py_ssize_t after_numbering(str title, Py_ssize_t start, Py_ssize_t end) except -1:
    """Return where a title begins behind its number or letter, as `without_numbering` says."""
    cdef Py_ssize_t place = start, first, figures
    cdef Py_UCS4 letter = 0
    while place < end and not (title[place].isalnum() or title[place] == u"_"):
        place += 1
    first = place
    while True:
        figures = place
        while place < end and title[place].isdecimal():
            place += 1
        if place == figures or place + 1 >= end or title[place] != u"." or not title[place + 1].isdecimal():
            break
        place += 1
    if place == first:
        # One letter, or those that Romans counted with.
        while place < end and title[place] in u"ivxlIVXL":
            place += 1
        if place == first and place < end and (u"a" <= title[place] <= u"z" or u"A" <= title[place] <= u"Z"):
            place += 1
    if place == first or place + 1 >= end or title[place] not in u".):" or not title[place + 1].isspace():
        return start
    place += 1
    while place < end and title[place].isspace():
        place += 1
    return place


cdef inline bint is_odd(Py_UCS4 letter) noexcept:
    """Say whether the lower case of a letter is two, or depends on those around: İ, Σ."""
    return letter == 0x130 or letter == 0x3A3


cdef inline bint is_unspaced(Py_UCS4 letter) noexcept:
    return 0xE00 <= letter and (
        letter <= 0xEFF or 0x1780 <= letter <= 0x17FF or 0x2E80 <= letter <= 0xA4CF or 0xF900 <= letter <= 0xFAFF
    )


cdef unsigned char[256] SMALL
"""The letters and figures of Latin-1 in lower case; 0 for other characters."""
for _letter in range(256):
    SMALL[_letter] = ord(chr(_letter).lower()) if chr(_letter).isalnum() else 0
