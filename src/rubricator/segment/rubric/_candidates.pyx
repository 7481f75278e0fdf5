"""Every piece of a page that could be a heading."""

cimport cython
from cpython.unicode cimport PyUnicode_FindChar
from libc.stdint cimport int64_t

from rubricator.segment.rubric._tables cimport (
    CANDIDATE_END, CANDIDATE_KIND, CANDIDATE_LAST, CANDIDATE_RUN, CANDIDATE_START, CANDIDATE_UNIT, RUN_END, RUN_NODE,
    RUN_START, RUN_STYLE, UNIT_CONTAINER, UNIT_END, UNIT_START,
)

import numpy as np

from rubricator.segment.rubric.sight import BOLD

cdef enum:
    WHOLE, OPENING, NUMBERED, INNER, LABEL, JOINED  # As in `candidates.py`.
    LONGEST = 300  # Characters of a candidate; longer headings are hardly ever marked by people.
    LONGEST_PART = 160
    LONGEST_LABEL = 80
    LONGEST_NUMBER = 16
    MOST_OPENINGS = 3  # They are looked for at the first changes of style in a unit only.
    MOST_INNER = 24
    MOST_JOINED = 4


def find(sight, frozenset emphasis, number_only):
    """Return the candidates in order of their units, as a table."""
    cdef Finder page = Finder(sight, emphasis, number_only.match)
    cdef Py_ssize_t unit, colon, last
    cdef int64_t start, end
    for unit in range(page.start.shape[0]):
        start, end = page.start[unit], page.end[unit]
        if page.first_run[unit + 1] - page.first_run[unit] > 1:
            page.add_parts(unit)
        colon = PyUnicode_FindChar(page.text, u":", start + 1, min(start + LONGEST_LABEL, end - 1), 1)
        if colon > 0 and page.text[colon + 1] == u" ":
            page.add(start, colon + 1, unit, unit, 0, LABEL)
        if end - start <= LONGEST:
            page.add(start, end, unit, unit, 0, WHOLE)
            last = page.last_joined(unit)
            if last > unit:
                page.add(start, page.end[last], unit, last, 0, JOINED)
    return np.asarray(page.found)[:, : page.count].copy().T


@cython.final
cdef class Finder:
    """What is asked of the page for each unit, and the candidates found."""

    cdef str text
    cdef tuple tags
    cdef const int[::1] parents
    cdef frozenset emphasis
    cdef object match_number
    cdef const int64_t[::1] start, end, container, first_run, run_start, run_end, run_node, run_style
    cdef int64_t[::1] looks
    """Of each style a number for what a reader sees of it, and above 32 bits whether it stands out."""
    cdef int64_t[:, ::1] found
    cdef Py_ssize_t count

    def __init__(self, sight, frozenset emphasis, match_number):
        cdef const int64_t[:, ::1] runs = sight.run_table, units = sight.unit_table
        cdef dict numbers = {}
        self.text, self.tags, self.parents = sight.page.text, sight.page.tag, sight.page.parent
        self.emphasis, self.match_number = emphasis, match_number
        self.start, self.end, self.container = units[UNIT_START], units[UNIT_END], units[UNIT_CONTAINER]
        self.run_start, self.run_end, self.run_node = runs[RUN_START], runs[RUN_END], runs[RUN_NODE]
        self.run_style, self.first_run = runs[RUN_STYLE], sight.unit_run
        self.looks = np.empty(len(sight.page.styles), np.int64)
        for style, (size, weight, italic, decoration, color, *_) in enumerate(sight.page.styles):
            number = numbers.setdefault((size, weight >= BOLD, italic, decoration, color), len(numbers))
            self.looks[style] = <int64_t>number | <int64_t>(weight >= BOLD or italic) << 32
        # A unit has three at most, and each of its runs may end two more.
        self.found, self.count = np.empty((6, 3 * len(self.start) + 2 * len(self.run_start)), np.int64), 0

    cdef int add(
        self, int64_t start, int64_t end, Py_ssize_t unit, Py_ssize_t last, Py_ssize_t run, int kind
    ) except -1:
        cdef int64_t[:, ::1] found = self.found
        cdef Py_ssize_t place = self.count
        found[CANDIDATE_START, place], found[CANDIDATE_END, place] = start, end
        found[CANDIDATE_UNIT, place], found[CANDIDATE_LAST, place] = unit, last
        found[CANDIDATE_RUN, place], found[CANDIDATE_KIND, place] = run, kind
        self.count += 1
        return 0

    cdef int add_parts(self, Py_ssize_t unit) except -1:
        """Add the parts of a unit that style sets off: from its start, after its number, or after a sentence."""
        cdef Py_ssize_t first = self.first_run[unit], stop = self.first_run[unit + 1], run, begin = first
        cdef int64_t start = self.start[unit], part_start, end, look, following = self.look(unit, first)
        cdef int openings = 0, inner = 0
        cdef bint numbered = False
        for run in range(first + 1, stop + 1):
            look = following
            if run < stop:
                following = self.look(unit, run)
                if following == look:
                    continue
            # Runs `begin` .. `run` have one look.
            part_start, end = self.run_start[begin], self.run_end[run - 1]
            if run < stop and openings < MOST_OPENINGS and end - start <= LONGEST_PART:
                openings += 1
                self.add(start, end, unit, unit, 0, OPENING)
            if begin > first and end - part_start <= LONGEST_PART:
                if numbered:
                    self.add(part_start, end, unit, unit, begin - first, NUMBERED)
                elif inner < MOST_INNER and look >> 32 and self.text[self.run_end[begin - 1] - 1] in u'.!?:;。！？：…"”)':
                    inner += 1
                    self.add(part_start, end, unit, unit, begin - first, INNER)
            numbered = begin == first and self.is_number(start, end)
            begin = run
        return 0

    cdef int64_t look(self, Py_ssize_t unit, Py_ssize_t run) except -1:
        """Return what tells runs of a unit apart. Emphasis counts as such even where the sheets make it look plain;
        that of the element that is the unit is none: all of the unit has it."""
        cdef int64_t parent = self.parents[self.run_node[run]], look = self.looks[self.run_style[run]]
        if parent != self.container[unit] and self.tags[parent] in self.emphasis:
            return parent << 32 | look & 0xFFFFFFFF
        return look

    cdef bint is_number(self, int64_t start, int64_t end) except -1:
        return end - start <= LONGEST_NUMBER and self.match_number(self.text, start, end) is not None

    cdef Py_ssize_t last_joined(self, Py_ssize_t unit) except -1:
        """Return the last unit of a heading that starts with this unit and goes on; the unit itself otherwise."""
        cdef Py_ssize_t count = self.start.shape[0], following = unit + 1, last = unit + 1
        cdef int64_t start = self.start[unit], container = self.container[unit]
        if following == count:
            return unit
        if self.end[following] - self.start[following] <= LONGEST and self.is_number(start, self.end[unit]):
            return following
        if self.container[following] != container or (unit and self.container[unit - 1] == container):
            return unit
        while last + 1 < count and self.container[last + 1] == container:
            last += 1
            if last - unit >= MOST_JOINED:
                return unit
        return last if self.end[last] - start <= LONGEST else unit
