"""Every piece of a page that could be a heading."""

from cpython.unicode cimport PyUnicode_FindChar
from libc.stdint cimport int64_t

from rubricator.segment.rubric._view cimport (
    BOLD, INNER, JOINED, LABEL, NUMBERED, OPENING, WHOLE, Candidate, PageView, Run, Unit,
)

import numpy as np

from rubricator.segment.rubric._view import CANDIDATE

cdef enum:
    LONGEST = 300  # Characters of a candidate; longer headings are hardly ever marked by people.
    LONGEST_PART = 160
    LONGEST_LABEL = 80
    LONGEST_NUMBER = 16
    MOST_OPENINGS = 3  # They are looked for at the first changes of style in a unit only.
    MOST_INNER = 24
    MOST_JOINED = 4


def find(PageView view, frozenset emphasis, number_only):
    cdef Finder page = Finder(view, emphasis, number_only.match)
    cdef Py_ssize_t number, colon, last
    cdef Unit unit
    for number in range(page.units.shape[0]):
        unit = page.units[number]
        if unit.stop_run - unit.first_run > 1:
            page.add_parts(number)
        colon = PyUnicode_FindChar(page.text, u":", unit.start + 1, min(unit.start + LONGEST_LABEL, unit.end - 1), 1)
        if colon > 0 and page.text[colon + 1] == u" ":
            page.add(unit.start, colon + 1, number, number, 0, LABEL)
        if unit.end - unit.start <= LONGEST:
            page.add(unit.start, unit.end, number, number, 0, WHOLE)
            last = page.last_joined(number)
            if last > number:
                page.add(unit.start, page.units[last].end, number, last, 0, JOINED)
    return page.rows[: page.count].copy()


cdef class Finder:
    """What is asked of the page for each unit, and the candidates found."""

    cdef str text
    cdef tuple tags
    cdef const int[::1] parents
    cdef frozenset emphasis
    cdef object match_number, rows
    cdef const Unit[::1] units
    cdef const Run[::1] runs
    cdef int64_t[::1] looks
    """Of each style a number for what a reader sees of it, and above 32 bits whether it stands out."""
    cdef Candidate[::1] found
    cdef Py_ssize_t count

    def __init__(self, PageView view, frozenset emphasis, match_number):
        cdef dict numbers = {}
        self.text, self.tags, self.parents = view.page.text, view.page.tag, view.page.parent
        self.emphasis, self.match_number = emphasis, match_number
        self.units, self.runs = view.unit, view.run
        self.looks = np.empty(len(view.page.styles), np.int64)
        for style, (size, weight, italic, decoration, color, *_) in enumerate(view.page.styles):
            number = numbers.setdefault((size, weight >= BOLD, italic, decoration, color), len(numbers))
            self.looks[style] = <int64_t>number | <int64_t>(weight >= BOLD or italic) << 32
        # A unit has three at most, and each of its runs may end two more.
        self.rows, self.count = np.empty(3 * len(view.unit) + 2 * len(view.run), CANDIDATE), 0
        self.found = self.rows

    cdef int add(
        self, int64_t start, int64_t end, Py_ssize_t unit, Py_ssize_t last, Py_ssize_t run, int kind
    ) except -1:
        self.found[self.count] = Candidate(start, end, unit, last, run, kind)
        self.count += 1
        return 0

    cdef int add_parts(self, Py_ssize_t number) except -1:
        """Add the parts of a unit that style sets off: from its start, after its number, or after a sentence."""
        cdef Unit unit = self.units[number]
        cdef Py_ssize_t first = unit.first_run, run, begin = first
        cdef int64_t part_start, end, look, following = self.look(&unit, first)
        cdef int openings = 0, inner = 0
        cdef bint numbered = False
        for run in range(first + 1, unit.stop_run + 1):
            look = following
            if run < unit.stop_run:
                following = self.look(&unit, run)
                if following == look:
                    continue
            # Runs `begin` .. `run` have one look.
            part_start, end = self.runs[begin].start, self.runs[run - 1].end
            if run < unit.stop_run and openings < MOST_OPENINGS and end - unit.start <= LONGEST_PART:
                openings += 1
                self.add(unit.start, end, number, number, 0, OPENING)
            if begin > first and end - part_start <= LONGEST_PART:
                if numbered:
                    self.add(part_start, end, number, number, begin - first, NUMBERED)
                elif inner < MOST_INNER and look >> 32 and self.ends_sentence(self.runs[begin - 1].end):
                    inner += 1
                    self.add(part_start, end, number, number, begin - first, INNER)
            numbered = begin == first and self.is_number(unit.start, end)
            begin = run
        return 0

    cdef int64_t look(self, const Unit *unit, Py_ssize_t run) except -1:
        """Return what tells runs of a unit apart. Emphasis counts as such even where the sheets make it look plain;
        that of the element that is the unit is none: all of the unit has it."""
        cdef int64_t parent = self.parents[self.runs[run].node], look = self.looks[self.runs[run].style]
        if parent != unit.container and self.tags[parent] in self.emphasis:
            return parent << 32 | look & 0xFFFFFFFF
        return look

    cdef bint ends_sentence(self, int64_t end) except -1:
        return self.text[end - 1] in u'.!?:;。！？：…"”)'

    cdef bint is_number(self, int64_t start, int64_t end) except -1:
        return end - start <= LONGEST_NUMBER and self.match_number(self.text, start, end) is not None

    cdef Py_ssize_t last_joined(self, Py_ssize_t number) except -1:
        """Return the last unit of a heading that starts with this unit and goes on; the unit itself otherwise."""
        cdef Py_ssize_t count = self.units.shape[0], last = number + 1
        cdef Unit unit = self.units[number]
        if last == count:
            return number
        if self.units[last].end - self.units[last].start <= LONGEST and self.is_number(unit.start, unit.end):
            return last
        if self.units[last].container != unit.container or (
            number and self.units[number - 1].container == unit.container
        ):
            return number
        while last + 1 < count and self.units[last + 1].container == unit.container:
            last += 1
            if last - number >= MOST_JOINED:
                return number
        return last if self.units[last].end - unit.start <= LONGEST else number
