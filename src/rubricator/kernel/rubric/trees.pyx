"""Twin of `segment/rubric/trees.py`: rows walk down boosted trees."""

from libc.stdint cimport int16_t, int64_t

import numpy as np

cdef enum:
    TOGETHER = 32  # Rows whose values are copied together: they fit into the fastest cache.
    ABREAST = 8  # Rows that walk down a tree at a time: none waits for another.


def walked(
    const double[:, ::1] table, const int64_t[::1] lines, const int64_t[::1] rows, const int16_t[:, ::1] feature,
    const float[:, ::1] threshold, const float[:, ::1] value, double hopeless, Py_ssize_t first,
):
    """Return the log odds of some rows; those that the `first` trees put below `hopeless` keep what they have."""
    cdef Py_ssize_t count = rows.shape[0], trees = feature.shape[0], place, left = 0
    _check(table, lines, rows, feature, threshold, value, first)
    if not first:
        return _walk(table, lines, rows, feature, threshold, value, 0, trees)[:count]
    found = _walk(table, lines, rows, feature, threshold, value, 0, first)[:count]
    places, going = np.empty(count, np.int64), np.empty(count, np.int64)
    cdef double[::1] score = found
    cdef int64_t[::1] of = places, on = going
    for place in range(count):
        if score[place] >= hopeless:
            of[left], on[left] = place, rows[place]
            left += 1
    cdef double[::1] rest = _walk(table, lines, on[:left], feature, threshold, value, first, trees)
    for place in range(left):
        score[of[place]] += rest[place]
    return found


cdef _walk(
    const double[:, ::1] table, const int64_t[::1] lines, const int64_t[::1] rows, const int16_t[:, ::1] feature,
    const float[:, ::1] threshold, const float[:, ::1] value, Py_ssize_t low, Py_ssize_t high,
):
    """Return what the trees `low` .. `high` say of each of some rows together, with room at the end."""
    cdef Py_ssize_t count = rows.shape[0], width = lines.shape[0], inner = feature.shape[1]
    cdef Py_ssize_t first, some, place, line, tree
    cdef const double *values
    found = np.zeros(count + TOGETHER)
    cdef double[::1] total = found
    cdef float[:, ::1] copied = np.zeros((TOGETHER, max(width, 1)), np.float32)
    cdef float *own = &copied[0, 0]
    for first in range(0, count, TOGETHER):
        some = min(count - first, TOGETHER)
        for line in range(width):
            # All rows are in the table, as was checked, and there is room for so many.
            values = &table[lines[line], 0]
            for place in range(some):
                own[place * width + line] = <float> values[rows[first + place]]
        for tree in range(low, high):
            # Trees are full and their features are there, as was checked.
            if inner:
                _walk_one(own, width, some, &feature[tree, 0], &threshold[tree, 0], &value[tree, 0], inner, &total[first])
            else:
                for place in range(some):
                    total[first + place] += value[tree, 0]
    return found


cdef void _walk_one(
    const float *values, Py_ssize_t width, Py_ssize_t some, const int16_t *asked, const float *limit,
    const float *leaves, Py_ssize_t inner, double *total,
) noexcept nogil:
    """Let rows walk down one tree; what comes after the last counts nothing."""
    cdef Py_ssize_t place = 0
    cdef int row
    cdef unsigned int at
    cdef unsigned int[ABREAST] node
    cdef const float *own
    while place < some:
        own = values + place * width
        for row in range(ABREAST):
            node[row] = 0
        while node[0] < inner:
            for row in range(ABREAST):
                at = node[row]
                node[row] = 2 * at + 1 + (own[row * width + asked[at]] > limit[at])
        for row in range(ABREAST):
            total[place + row] += leaves[node[row] - inner]
        place += ABREAST


cdef _check(
    const double[:, ::1] table, const int64_t[::1] lines, const int64_t[::1] rows, const int16_t[:, ::1] feature,
    const float[:, ::1] threshold, const float[:, ::1] value, Py_ssize_t first,
):
    """Check that rows are there, and that trees are full and ask for features that are there."""
    cdef Py_ssize_t trees = feature.shape[0], inner = feature.shape[1], place, size = trees * inner
    cdef int16_t least = 0, most = -1
    cdef const int16_t *asked
    for place in range(rows.shape[0]):
        if not 0 <= rows[place] < table.shape[1]:
            raise IndexError("rows that are not there")
    if not 0 <= first <= trees or threshold.shape[0] != trees or value.shape[0] != trees:
        raise IndexError("trees that are not there")
    if threshold.shape[1] != inner or value.shape[1] != inner + 1 or inner & (inner + 1):
        raise IndexError("trees that are not full")
    if size:
        asked = &feature[0, 0]
        for place in range(size):
            least, most = min(least, asked[place]), max(most, asked[place])
    if least < 0 or most >= lines.shape[0]:
        raise IndexError("features that are not there")
