"""Rows walk down boosted trees."""

from libc.stdint cimport int32_t, int64_t

import numpy as np

cdef enum:
    ABREAST = 16  # Rows that walk together: none waits for another.


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

    def walk(
        self, const double[:, ::1] table, const int64_t[::1] lines, const int64_t[::1] rows, Py_ssize_t first,
        Py_ssize_t stop,
    ):
        cdef Py_ssize_t inner = self.asked.shape[1], low, line, place, some
        cdef const double *column
        cdef double[::1] score, total = np.empty(ABREAST)
        cdef float[:, ::1] value = np.zeros((max(lines.shape[0], 1), ABREAST), np.float32)
        found = np.zeros(rows.shape[0])
        score = found
        if not 0 <= first <= stop <= self.leaves.shape[0] or self.features > lines.shape[0]:
            raise IndexError("trees or features that are not there")
        for place in range(rows.shape[0]):
            if not 0 <= rows[place] < table.shape[1]:
                raise IndexError("rows that are not there")
        if first == stop:
            return found
        cdef const int32_t *asked = &self.asked[first, 0] if inner else NULL
        cdef const float *limit = &self.limit[first, 0] if inner else NULL
        for low in range(0, rows.shape[0], ABREAST):
            some = min(rows.shape[0] - low, ABREAST)
            for line in range(lines.shape[0]):
                column = &table[lines[line], 0]
                for place in range(some):
                    value[line, place] = <float>column[rows[low + place]]
            total[:] = 0
            walk_down(asked, limit, &self.leaves[first, 0], stop - first, inner, &value[0, 0], &total[0])
            for place in range(some):
                score[low + place] = total[place]
        return found


cdef void walk_down(
    const int32_t *asked, const float *limit, const float *leaves, Py_ssize_t trees, Py_ssize_t inner,
    const float *values, double *total,
) noexcept:
    """Add up what trees say of some rows; `values` has a line of them for each feature."""
    cdef Py_ssize_t tree, below
    cdef int row, node
    cdef int[ABREAST] nodes
    for tree in range(trees):
        for row in range(ABREAST):
            nodes[row] = 0
        below = inner
        while below:
            for row in range(ABREAST):
                node = nodes[row]
                nodes[row] = 2 * node + 1 + (values[asked[node] * ABREAST + row] > limit[node])
            below //= 2
        for row in range(ABREAST):
            total[row] += leaves[nodes[row] - inner]
        asked, limit, leaves = asked + inner, limit + inner, leaves + inner + 1
