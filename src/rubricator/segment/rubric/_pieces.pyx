"""Twin of `segment/rubric/candidates.py`: every piece of a page that could be a heading."""

import numpy as np

cimport cython
from cpython.tuple cimport PyTuple_Check
from libc.stdint cimport int64_t

from rubricator.characters cimport by_letter, could_begin_any, is_letter, lower_ascii

cdef extern from "Python.h":
    Py_ssize_t PyUnicode_FindChar(object text, Py_UCS4 character, Py_ssize_t start, Py_ssize_t end, int direction)

cdef enum:
    WHOLE, OPENING, NUMBERED, INNER, LABEL, JOINED
    LONGEST = 300
    LONGEST_PART = 160
    LONGEST_LABEL = 80
    LONGEST_NUMBER = 16
    MOST_PARTS = 3
    MOST_INNER = 24
    MOST_JOINED = 4


cdef inline tuple fields(row):
    """Take a named tuple for what it is."""
    if not PyTuple_Check(row):
        raise TypeError("not a tuple")
    return <tuple>row


@cython.final
cdef class Finder:
    """What is asked of the page again and again."""

    cdef str text
    cdef tuple tags
    cdef const int[::1] parents, style
    cdef object emphasis, number_only
    cdef int64_t[:, ::1] found
    """The candidates, a column for each."""
    cdef Py_ssize_t count
    cdef const int64_t[::1] starts, ends, containers, firsts, run_starts, run_ends, run_nodes
    """Of each unit: its span, its container, its first run, with one past the last run of all; the spans of runs, and
    their nodes."""
    cdef int64_t[::1] looks
    """What the look of a run takes from its style: a number, and above its 32 bits whether it stands out."""

    cdef int add(
        self, Py_ssize_t start, Py_ssize_t end, Py_ssize_t unit, Py_ssize_t last, Py_ssize_t run, int kind
    ) except -1:
        cdef int64_t[:, ::1] found = self.found
        cdef Py_ssize_t place = self.count
        found[0, place], found[1, place], found[2, place] = start, end, unit
        found[3, place], found[4, place], found[5, place] = last, run, kind
        self.count += 1
        return 0

    cdef bint is_number(self, Py_ssize_t start, Py_ssize_t end) except -1:
        return could_be_number(self.text, start, end) and self.number_only.match(self.text, start, end) is not None

    cdef int add_parts(self, Py_ssize_t number) except -1:
        """Add the parts of a unit that style sets off: from its start, after its number, or after a sentence."""
        cdef Py_ssize_t first = self.firsts[number], stop = self.firsts[number + 1], place, begin = first, end, from_
        cdef Py_ssize_t start = self.starts[number]
        cdef int parts = 0, inner = 0
        cdef bint numbered = False
        cdef int64_t container = self.containers[number], look, following = self.look(self.run_nodes[first], container)
        for place in range(first + 1, stop + 1):
            end = self.run_ends[place - 1]
            look = following
            if place < stop:
                following = self.look(self.run_nodes[place], container)
                if following == look:
                    continue
            # Runs `begin` .. `place` have one look.
            if place < stop and parts < MOST_PARTS and end - start <= LONGEST_PART:
                parts += 1
                self.add(start, end, number, number, 0, OPENING)
            if begin > first:
                from_ = self.run_starts[begin]
                if end - from_ <= LONGEST_PART:
                    if numbered:
                        self.add(from_, end, number, number, begin - first, NUMBERED)
                    elif inner < MOST_INNER and look >> 32 and self.ends_sentence(self.run_ends[begin - 1]):
                        inner += 1
                        self.add(from_, end, number, number, begin - first, INNER)
            numbered = begin == first and end - start <= LONGEST_NUMBER and self.is_number(start, end)
            begin = place
        return 0

    cdef bint ends_sentence(self, Py_ssize_t end) except -1:
        return self.text[end - 1] in u'.!?:;。！？：…"”)'

    cdef int64_t look(self, Py_ssize_t node, int64_t container) except -1:
        """Return what tells runs apart: a number for the style, and the emphasis above its 32 bits."""
        cdef int64_t parent = self.parents[node], look = self.looks[self.style[node]]
        if parent != container and self.tags[parent] in self.emphasis:
            return parent << 32 | look & 0xFFFFFFFF
        return look

    cdef Py_ssize_t joined(self, Py_ssize_t number) except -1:
        """Return the last unit of a heading that starts with this unit and goes on; the unit itself otherwise."""
        cdef Py_ssize_t start = self.starts[number], end = self.ends[number], after = number + 1, last = number + 1
        cdef int64_t container = self.containers[number]
        if end - start <= LONGEST_NUMBER and self.ends[after] - self.starts[after] <= LONGEST:
            if self.is_number(start, end):
                return after
        if self.containers[after] != container or (number and self.containers[number - 1] == container):
            return number
        while last + 1 < self.starts.shape[0] and self.containers[last + 1] == container:
            last += 1
            if last - number >= MOST_JOINED:
                return number
        return last if self.ends[last] - start <= LONGEST else number


cdef list COUNTED = by_letter(
    "chapter section part article step appendix annex question no kapitel teil chapitre art".split()
)


cdef bint could_be_number(str text, Py_ssize_t start, Py_ssize_t end) except -1:
    """Say no where some characters show that a text is no number; most are words.

    Without regard to case, four letters beyond ASCII match those of an alphabet: ſ, K, İ and ı.
    """
    cdef Py_UCS4 first = lower_ascii(text[start]), letter = u" "
    cdef Py_ssize_t place = start + 1
    if first > 127:
        return first in u"§\u017f\u212a\u0130\u0131" or first.isdecimal()
    if u"0" <= first <= u"9":
        # No letter follows, and no more than three figures in a row.
        return not is_letter(lower_ascii(text[end - 1])) and not (end - start > 3 and text[start : start + 4].isdecimal())
    if not is_letter(first):
        return first == u"(" or first == u"["
    if first in u"ivxlcdm":
        while place < end and lower_ascii(text[place]) in u"ivxlcdm":
            place += 1
    if place < end:
        letter = lower_ascii(text[place])
    return not is_letter(letter) or could_begin_any(text, start, end, COUNTED, first)


def find(sight, emphasis, number_only):
    """Return the candidates in order of their units, as a table."""
    cdef Py_ssize_t count, number, start, end, colon, last
    cdef Finder page = Finder()
    cdef const int64_t[:, ::1] runs = sight.run_table, units = sight.unit_table
    cdef dict looks = {}
    cdef str text = sight.page.text
    cdef tuple styles = sight.page.styles
    page.text, page.style, page.parents, page.tags = text, sight.page.style, sight.page.parent, sight.page.tag
    page.starts, page.ends, page.containers = units[0], units[1], units[2]
    page.run_starts, page.run_ends, page.run_nodes, page.firsts = runs[0], runs[1], runs[2], sight.unit_run
    page.emphasis, page.number_only = emphasis, number_only
    page.looks = np.empty(len(styles), np.int64)
    for number in range(len(styles)):
        size, weight, italic, decoration, color = fields(styles[number])[:5]
        key = size, weight >= 600, italic, decoration, color
        page.looks[number] = <int64_t>looks.setdefault(key, len(looks)) | <int64_t>(weight >= 600 or italic) << 32
    count = page.starts.shape[0]
    # A unit has three at most, and each of its runs may end two more.
    table = np.empty((6, 3 * count + 2 * page.run_starts.shape[0]), np.int64)
    page.found, page.count = table, 0
    for number in range(count):
        start, end = page.starts[number], page.ends[number]
        if page.firsts[number + 1] - page.firsts[number] > 1:
            page.add_parts(number)
        colon = PyUnicode_FindChar(text, u":", start + 1, min(start + LONGEST_LABEL, end - 1), 1)
        if colon > 0 and text[colon + 1] == u" ":
            page.add(start, colon + 1, number, number, 0, LABEL)
        if end - start <= LONGEST:
            page.add(start, end, number, number, 0, WHOLE)
            last = page.joined(number) if number < count - 1 else number
            if last > number:
                page.add(start, page.ends[last], number, last, 0, JOINED)
    return table[:, : page.count].copy().T
