"""Twin of `segment/rubric/trees.py`: rows walk down boosted trees."""

from libc.stdint cimport int16_t, int64_t

import numpy as np

from rubricator.kernel.rubric.asking cimport ABREAST, ask_tree


def walked(
    const double[:, ::1] table, const int64_t[::1] lines, Py_ssize_t low, Py_ssize_t high, among,
    const int16_t[:, ::1] feature, const float[:, ::1] threshold, const float[:, ::1] value, double hopeless,
    Py_ssize_t first,
):
    """Return the log odds of the rows `low` .. `high`, or 0 where they are not `among` those asked for.

    Those that the `first` trees put below `hopeless` keep what they have.
    """
    cdef Py_ssize_t count = 0, trees = feature.shape[0], row, place, left = 0
    if not 0 <= low <= high <= table.shape[1]:
        raise IndexError("rows that are not there")
    _check(lines, feature, threshold, value, first)
    found = np.zeros(high - low)
    # Rows that are asked for, and room for as many as walk together.
    cdef int64_t[::1] rows = np.empty(high - low, np.int64)
    cdef double[::1] score = found, some = np.zeros(high - low + ABREAST)
    cdef const unsigned char[::1] asked = None if among is None else among.view(np.uint8)
    cdef float[:, ::1] room = np.zeros((max(lines.shape[0], 1), ABREAST), np.float32)
    for row in range(high - low):
        if among is None or asked[row]:
            rows[count] = low + row
            count += 1
    _walk(table, lines, rows[:count], feature, threshold, value, 0, first or trees, room, some)
    for place in range(count):
        score[rows[place] - low] = some[place]
    if not first:
        return found
    for place in range(count):
        if some[place] >= hopeless:
            rows[left] = rows[place]
            left += 1
    some[:] = 0
    _walk(table, lines, rows[:left], feature, threshold, value, first, trees, room, some)
    for place in range(left):
        score[rows[place] - low] += some[place]
    return found


cdef _walk(
    const double[:, ::1] table, const int64_t[::1] lines, const int64_t[::1] rows, const int16_t[:, ::1] feature,
    const float[:, ::1] threshold, const float[:, ::1] value, Py_ssize_t low, Py_ssize_t high, float[:, ::1] room,
    double[::1] total,
):
    """Add up what the trees `low` .. `high` say of each of some rows; there is room for `ABREAST` after the last."""
    cdef Py_ssize_t count = rows.shape[0], inner = feature.shape[1]
    cdef Py_ssize_t first, some, place, line, tree
    cdef const double *values
    cdef const int16_t *asked
    cdef const float *limit
    cdef const int64_t *row
    cdef float *own
    if total.shape[0] < count + ABREAST:
        raise IndexError("no room for the rows")
    for first in range(0, count, ABREAST):
        some = min(count - first, ABREAST)
        row = &rows[first]
        for line in range(lines.shape[0]):
            # All rows are in the table, as was checked, and there is room for so many.
            values, own = &table[lines[line], 0], &room[line, 0]
            if row[some - 1] - row[0] == some - 1:
                values += row[0]
                for place in range(some):
                    own[place] = <float> values[place]
            else:
                for place in range(some):
                    own[place] = <float> values[row[place]]
        for tree in range(low, high):
            # Trees are full and their features are there, as was checked. What comes after the last row counts nothing.
            asked = &feature[tree, 0] if inner else NULL
            limit = &threshold[tree, 0] if inner else NULL
            ask_tree(&room[0, 0], asked, limit, &value[tree, 0], inner, &total[first])


cdef _check(
    const int64_t[::1] lines, const int16_t[:, ::1] feature, const float[:, ::1] threshold, const float[:, ::1] value,
    Py_ssize_t first,
):
    """Check that trees are full and ask for features that are there."""
    cdef Py_ssize_t trees = feature.shape[0], inner = feature.shape[1], place, size = trees * inner
    cdef int16_t least = 0, most = -1
    cdef const int16_t *asked
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
