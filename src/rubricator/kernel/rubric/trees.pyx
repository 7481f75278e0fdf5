"""Twin of `segment/rubric/trees.py`: rows walk down boosted trees."""

import numpy as np


def walk(
    const float[:, ::1] table,
    const long[::1] rows,
    const short[:, ::1] feature,
    const float[:, ::1] threshold,
    const float[:, ::1] value,
    Py_ssize_t low,
    Py_ssize_t high,
):
    """Return what the trees `low` .. `high` say of each of some rows together."""
    cdef Py_ssize_t count = rows.shape[0], inner = feature.shape[1], place, tree, node
    cdef long row
    cdef double total
    found = np.empty(count)
    cdef double[::1] out = found
    for place in range(count):
        row = rows[place]
        total = 0
        for tree in range(low, high):
            node = 0
            while node < inner:
                node = 2 * node + 1 + (table[feature[tree, node], row] > threshold[tree, node])
            total += value[tree, node - inner]
        out[place] = total
    return found
