"""Twin of `segment/rubric/trees.py`: rows walk down boosted trees."""

from libc.stdint cimport int16_t, int64_t

import numpy as np

cdef enum:
    TOGETHER = 32  # Rows whose values are copied together: they fit into the fastest cache.


def walk(
    const double[:, ::1] table, const int64_t[::1] lines, const int64_t[::1] rows,
    const int16_t[:, ::1] feature, const float[:, ::1] threshold, const float[:, ::1] value,
    Py_ssize_t low, Py_ssize_t high,
):
    """Return what the trees `low` .. `high` say of each of some rows together."""
    cdef Py_ssize_t count = rows.shape[0], width = lines.shape[0], inner = feature.shape[1]
    cdef Py_ssize_t first, some, place, line, tree
    found, part = np.zeros(count + TOGETHER), np.zeros((TOGETHER, max(width, 1)), np.float32)
    cdef double[::1] total = found
    cdef float[:, ::1] values = part
    _check(feature, threshold, value, low, high, width)
    for first in range(0, count, TOGETHER):
        some = min(count - first, TOGETHER)
        for line in range(width):
            for place in range(some):
                values[place, line] = <float> table[lines[line], rows[first + place]]
        for tree in range(low, high):
            # Trees are full, their features are there and the rows have a place each, as was checked.
            if inner:
                _walk_one(
                    &values[0, 0], width, some, &feature[tree, 0], &threshold[tree, 0], &value[tree, 0], inner,
                    &total[first],
                )
            else:
                for place in range(some):
                    total[first + place] += value[tree, 0]
    return found[:count]


cdef void _walk_one(
    const float *values, Py_ssize_t width, Py_ssize_t some, const int16_t *asked, const float *limit,
    const float *leaves, Py_ssize_t inner, double *total,
) noexcept nogil:
    """Let rows walk down one tree, four at a time: none waits for another. Places after the last row count nothing."""
    cdef Py_ssize_t place, a, b, c, d
    cdef const float *own
    leaves -= inner
    for place in range(0, some, 4):
        a = b = c = d = 0
        own = values + place * width
        while a < inner:
            a += a + 1 + (own[asked[a]] > limit[a])
            b += b + 1 + ((own + width)[asked[b]] > limit[b])
            c += c + 1 + ((own + 2 * width)[asked[c]] > limit[c])
            d += d + 1 + ((own + 3 * width)[asked[d]] > limit[d])
        total[place] += leaves[a]
        total[place + 1] += leaves[b]
        total[place + 2] += leaves[c]
        total[place + 3] += leaves[d]


cdef _check(
    const int16_t[:, ::1] feature, const float[:, ::1] threshold, const float[:, ::1] value, Py_ssize_t low,
    Py_ssize_t high, Py_ssize_t width,
):
    """Check that trees are there, are full, and ask for features that are there."""
    cdef int16_t least = 0, most = -1
    cdef Py_ssize_t tree, node, inner = feature.shape[1]
    if not (0 <= low <= high <= min(feature.shape[0], threshold.shape[0], value.shape[0])):
        raise IndexError("trees that are not there")
    if threshold.shape[1] != inner or value.shape[1] != inner + 1 or inner & (inner + 1):
        raise IndexError("trees that are not full")
    for tree in range(low, high):
        for node in range(inner):
            least, most = min(least, feature[tree, node]), max(most, feature[tree, node])
    if least < 0 or most >= width:
        raise IndexError("a feature that is not there")
