"""Twin of `segment/rubric/trees.py`: rows walk down boosted trees."""

from cpython.array cimport array, clone
from libc.stdint cimport int32_t, int64_t

import numpy as np

from rubricator.segment.rubric._asking cimport ABREAST, Grove, ask_trees, lay_out


cdef array _FLOATS = array("f")


cdef class Trees:
    """Full trees, checked once."""

    cdef tuple given
    cdef const int32_t[:, ::1] asked
    cdef const float[:, ::1] limit, leaves
    cdef Py_ssize_t count, features
    cdef Grove grove

    def __init__(self, feature, threshold, value):
        cdef Py_ssize_t inner
        self.given = feature, threshold, value
        self.count, inner = feature.shape
        if threshold.shape != feature.shape or value.shape != (self.count, inner + 1) or inner & (inner + 1):
            raise IndexError("trees that are not full")
        if feature.size and feature.min() < 0:
            raise IndexError("features that are not there")
        self.features = feature.max() + 1 if feature.size else 0
        self.asked = feature.astype(np.int32) * np.int32(ABREAST)
        self.limit, self.leaves = threshold, value
        self.grove = Grove(NULL, NULL, NULL, inner)
        if self.count:
            self.grove.leaves = &self.leaves[0, 0]
        if self.count and inner:
            self.grove.asked, self.grove.limit = &self.asked[0, 0], &self.limit[0, 0]

    def __reduce__(self):
        return Trees, self.given

    def walked(
        self, const double[:, ::1] table, const int64_t[::1] lines, Py_ssize_t low, Py_ssize_t high,
        const unsigned char[::1] among, double hopeless, Py_ssize_t first,
    ):
        """Return the log odds of the rows `low` .. `high`, or 0 where they are not `among` those asked for.

        Those that the `first` trees put below `hopeless` keep what they have.
        """
        if not 0 <= low <= high <= table.shape[1]:
            raise IndexError("rows that are not there")
        if not 0 <= first <= self.count:
            raise IndexError("trees that are not there")
        if self.features > lines.shape[0]:
            raise IndexError("features that are not there")
        cdef Py_ssize_t line
        for line in range(lines.shape[0]):
            if not 0 <= lines[line] < table.shape[0]:
                raise IndexError("lines that are not there")
        if among is not None and among.shape[0] != high - low:
            raise IndexError("asked for other rows")
        found = np.zeros(high - low)
        cdef double[::1] score = found
        # Of as many rows as are asked together, the values that trees ask for.
        cdef array room = clone(_FLOATS, max(lines.shape[0], 1) * ABREAST, False)
        cdef Py_ssize_t[ABREAST] rows
        cdef Py_ssize_t row
        cdef int some = 0
        for row in range(high - low):
            if among is None or among[row]:
                rows[some] = row
                some += 1
                if some == ABREAST:
                    self.ask(table, lines, low, rows, some, 0, first or self.count, room, score)
                    some = 0
        self.ask(table, lines, low, rows, some, 0, first or self.count, room, score)
        if not first:
            return found
        some = 0
        for row in range(high - low):
            if (among is None or among[row]) and score[row] >= hopeless:
                rows[some] = row
                some += 1
                if some == ABREAST:
                    self.ask(table, lines, low, rows, some, first, self.count, room, score)
                    some = 0
        self.ask(table, lines, low, rows, some, first, self.count, room, score)
        return found

    cdef ask(
        self, const double[:, ::1] table, const int64_t[::1] lines, Py_ssize_t low, const Py_ssize_t *rows, int some,
        Py_ssize_t first, Py_ssize_t last, array room, double[::1] score,
    ):
        """Add to the scores of some rows, counted from `low`, what the trees `first` .. `last` say of them."""
        cdef int place
        cdef double[ABREAST] total
        if not some:
            return
        if self.features:
            # All lines and rows are in the table, as was checked, and there is room for so many.
            lay_out(&table[0, low], table.shape[1], &lines[0], lines.shape[0], rows, some, room.data.as_floats)
        for place in range(ABREAST):
            total[place] = 0
        ask_trees(&self.grove, first, last, room.data.as_floats, some, total)
        for place in range(some):
            score[rows[place]] += total[place]
