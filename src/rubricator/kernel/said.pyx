"""Twin of `segment/rubric/said.py` and of what it asks of ASDUS: titles that the text below says again."""

import numpy as np

from libc.stdint cimport int64_t

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void* PyUnicode_DATA(object text)
    Py_UCS4 PyUnicode_READ(int kind, const void* data, Py_ssize_t place)

cdef enum:
    LEAST = 4
    NEXT_LEAST = 100
    READ = 1000

cdef double OVERLAP = 0.75


def fill_said(values, Py_ssize_t row, sight, table, language, skipped_tags, int image):
    """Write which candidates are titles by ASDUS, how much of them, and what their tag path is worth."""
    cdef double[:, ::1] out = values
    cdef const int64_t[:] start = table[:, 0], end = table[:, 1]
    cdef Pieces pieces = Pieces(sight, skipped_tags, image)
    cdef Py_ssize_t place, at, paths = 0, count = pieces.count
    for place in range(start.shape[0]):
        out[row, place] = out[row + 1, place] = out[row + 2, place] = 0
    if not count:
        return
    cdef char[::1] short = find_short(pieces, sight.scale)
    for place in range(count):
        paths = max(paths, pieces.path[place] + 1)
    cdef double[::1] near = np.zeros(paths), alike = np.zeros(paths)
    for place in range(count):
        alike[pieces.path[place]] += short[place]
    add_repeated(near, sight.page.text, pieces, short, sight.scale, language)
    for place in range(start.shape[0]):
        at = min(search(pieces.start, count, start[place]), count - 1)
        if pieces.start[at] != start[place] or not short[at]:
            continue
        if near[pieces.path[at]] > 0:
            out[row, place] = 1
            out[row + 1, place] = (pieces.end[at] - end[place]) / <double>max(end[place] - start[place], 1)
        out[row + 2, place] = near[pieces.path[at]] / max(alike[pieces.path[at]], 1)


cdef Py_ssize_t search(const int64_t[::1] values, Py_ssize_t count, int64_t value) except -1:
    """Return the first place whose value is not less."""
    cdef Py_ssize_t low = 0, high = count, middle
    while low < high:
        middle = (low + high) // 2
        if values[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low


cdef class Pieces:
    """The own text of an element on one line; columns in document order."""

    cdef Py_ssize_t count
    cdef int64_t[::1] start, end, path
    cdef char[::1] skipped

    def __init__(self, sight, skipped_tags, int image):
        cdef const int64_t[::1] run_start = sight.run_start, run_end = sight.run_end, run_node = sight.run_node
        cdef const int64_t[::1] run_path = sight.run_path, unit_run = sight.unit_run, parents = sight.node_parent
        cdef Py_ssize_t runs = run_start.shape[0], unit, run, found = 0, place, kept = 0, first
        cdef int64_t parent
        cdef bytes flags = sight.page.flags
        cdef tuple tags = sight.page.tag
        cdef int64_t[::1] piece_of = np.full(len(tags), -1), parent_of = np.empty(runs, np.int64)
        self.start, self.end, self.path = np.empty((3, runs), np.int64)
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
    cdef double[::1] length = np.empty(count), total = np.empty(count), squares = np.empty(count)
    cdef double least = 0, inside, beyond, sum_ = 0, sum_of_squares = 0, bound
    cdef char[::1] short = np.empty(count, np.int8)
    for place in range(count):
        length[place] = scale * <double>(pieces.end[place] - pieces.start[place])
    sorted_lengths = np.sort(length)
    cdef double[::1] ordered = sorted_lengths
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
    for place in range(pieces.count):
        if pieces.skipped[place]:
            continue
        start, end = pieces.start[place], pieces.end[place]
        if before >= 0 and short[before] and (end - start) * scale > NEXT_LEAST:
            below, title = text[start : min(end, start + READ)], text[pieces.start[before] : pieces.end[before]]
            near[pieces.path[before]] += repeats(below, title, language, OVERLAP)
        before = place


cpdef bint repeats(str after, str title, language, double least) except -1:
    """Say whether a text has such a share of a title's lemmas; stop words count only where there is nothing else."""
    cdef set words, near = set(), missing
    cdef str word
    cdef int absent = 0, count
    if could_be_numbered(title):
        from rubricator.segment.asdus.language import without_numbering

        title = without_numbering(title)
    words = set()
    add_words(words, title.lower(), None)
    words = words - language.stop_words or words
    count = len(words)
    if not count:
        return least <= 0
    after = after.lower()
    # Most texts say nothing of the title before; those are not taken apart.
    kept = language.kept
    for word in words:
        if word[:kept] not in after:
            absent += 1
            if 1 - absent / <double>count < least:
                return least <= 0
    beginnings = {word[:2] for word in words}
    add_words(near, after, beginnings)
    missing = words - near
    if missing:
        stem = language.stem
        beginnings = {word[:2] for word in missing}
        stems = {stem(word) for word in near if word[:2] in beginnings}
        missing = {word for word in missing if stem(word) not in stems}
    return 1 - len(missing) / <double>count >= least


cdef bint could_be_numbered(str title) except -1:
    """Say whether one of the signs that end a numbering stands before a space."""
    cdef Py_ssize_t place
    for place in range(1, len(title)):
        if title[place].isspace() and title[place - 1] in u".):":
            return True
    return False


cdef inline bint is_unspaced(Py_UCS4 letter) noexcept:
    return 0xE00 <= letter and (
        letter <= 0xEFF or 0x1780 <= letter <= 0x17FF or 0x2E80 <= letter <= 0xA4CF or 0xF900 <= letter <= 0xFAFF
    )


cdef add_words(set found, str text, set beginnings):
    """Add the words of a text, as `words_of` finds them; those only that begin with some letters where these are given."""
    cdef Py_ssize_t place = 0, start, count = len(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef const void* data = PyUnicode_DATA(text)  # Holds `count` characters.
    cdef Py_UCS4 letter
    cdef char[256] seconds
    cdef int first
    for first in range(256):
        seconds[first] = beginnings is None
    if beginnings is not None:
        for beginning in beginnings:
            seconds[code(beginning[0], beginning[1] if len(beginning) > 1 else u" ")] = 1
    while place < count:
        letter = PyUnicode_READ(kind, data, place)
        start = place
        place += 1
        if is_unspaced(letter):
            pass
        elif letter.isalnum():
            while place < count:
                letter = PyUnicode_READ(kind, data, place)
                if not letter.isalnum() or is_unspaced(letter):
                    break
                place += 1
        else:
            continue
        letter = PyUnicode_READ(kind, data, start)
        if seconds[code(letter, PyUnicode_READ(kind, data, start + 1) if place - start > 1 else u" ")]:
            found.add(text[start:place])


cdef inline int code(Py_UCS4 first, Py_UCS4 second) noexcept:
    return (<int>first * 7 + <int>second) & 255
