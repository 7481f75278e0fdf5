"""What boosted trees say of rows."""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

import numpy as np

from rubricator.segment.rubric._loops cimport ABREAST, MOST_NODES, ask_trees

cdef enum:
    FEW = 4  # Rows that rather walk down one by one.


cdef class Trees:
    """Full trees, checked once."""

    cdef tuple parts
    cdef const int32_t[:, ::1] asked
    cdef const float[:, ::1] limit, leaves
    cdef Py_ssize_t features

    def __init__(self, feature, threshold, value):
        count, inner = feature.shape
        if threshold.shape != feature.shape or value.shape != (count, inner + 1) or inner & (inner + 1):
            raise IndexError("trees that are not full")
        if feature.size and feature.min() < 0:
            raise IndexError("features that are not there")
        self.parts = feature, threshold, value
        self.features = feature.max() + 1 if feature.size else 0
        self.asked, self.limit, self.leaves = feature.astype(np.int32), threshold, value

    def __reduce__(self):
        return Trees, self.parts

    def scores(
        self, const double[:, ::1] table, const int64_t[::1] lines, const unsigned char[::1] among, double hopeless
    ):
        cdef Py_ssize_t row, third = self.leaves.shape[0] // 3 if hopeless > -INFINITY else 0
        found = np.zeros(table.shape[1])
        cdef double[::1] score = found
        cdef unsigned char[::1] asked = bytearray(b"\1" * table.shape[1])
        if self.features > lines.shape[0]:
            raise IndexError("features that are not there")
        if among is not None:
            asked[:] = among
        self.add(table, lines, asked, 0, third, score)
        for row in range(score.shape[0]):
            asked[row] = asked[row] and score[row] >= hopeless
        self.add(table, lines, asked, third, self.leaves.shape[0], score)
        return found

    cdef int add(
        self, const double[:, ::1] table, const int64_t[::1] lines, const unsigned char[::1] among, Py_ssize_t first,
        Py_ssize_t stop, double[::1] score,
    ) except -1:
        """Add to the scores of some rows what the trees `first` .. `stop` say of them."""
        cdef Py_ssize_t inner = self.asked.shape[1], row = 0, line, place, some
        cdef const int32_t *asked
        cdef const float *limit
        cdef Py_ssize_t[ABREAST] rows
        cdef double[ABREAST] total
        cdef float[::1] room = np.zeros(max(lines.shape[0], 1) * ABREAST, np.float32)
        cdef float *values = &room[0]
        cdef const double *column
        if first == stop:
            return 0
        asked = &self.asked[first, 0] if inner else NULL
        limit = &self.limit[first, 0] if inner else NULL
        while row < score.shape[0]:
            some = 0
            while row < score.shape[0] and some < ABREAST:
                rows[some] = row
                some += among[row]
                row += 1
            for line in range(lines.shape[0]):
                column = &table[lines[line], 0]  # It has a place for each score.
                for place in range(some):
                    values[line * ABREAST + place] = <float>column[rows[place]]
            memset(total, 0, sizeof(total))
            if some > FEW and inner <= MOST_NODES:
                ask_trees(asked, limit, &self.leaves[first, 0], stop - first, inner, values, total)
            else:
                walk_down(asked, limit, &self.leaves[first, 0], stop - first, inner, values, some, total)
            for place in range(some):
                score[rows[place]] += total[place]
        return 0


cdef void walk_down(
    const int32_t *asked, const float *limit, const float *leaves, Py_ssize_t trees, Py_ssize_t inner,
    const float *values, Py_ssize_t rows, double *total,
) noexcept:
    """Add up what trees say of some rows; `values` has a line of them for each feature."""
    cdef Py_ssize_t tree, row, node
    for tree in range(trees):
        for row in range(rows):
            node = 0
            while node < inner:
                node = 2 * node + 1 + (values[asked[node] * ABREAST + row] > limit[node])
            total[row] += leaves[node - inner]
        asked, limit, leaves = asked + inner, limit + inner, leaves + inner + 1
