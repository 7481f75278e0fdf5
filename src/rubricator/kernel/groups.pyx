"""Twin of `segment/rubric/groups.py`: what the groups of candidates that look alike say of each member."""

import numpy as np

from libc.math cimport sqrt
from libc.stdint cimport int64_t

cdef enum:
    ABOUT = 5  # Rows that tell of a group beside the means: count, mean gap, uneven gaps, empty, unique.


def numbered(looks):
    """Number the groups of one look from 0."""
    found = np.empty(len(looks), np.int64)
    number(looks, looks.argsort(), found)
    return found


cdef Py_ssize_t number(const int64_t[::1] looks, const int64_t[::1] order, int64_t[::1] keys) except -1:
    """Write the number of each one's group; return how many there are."""
    cdef Py_ssize_t place, count = looks.shape[0]
    cdef int64_t key = 0
    for place in range(count):
        if place and looks[order[place]] != looks[order[place - 1]]:
            key += 1
        keys[order[place]] = key
    return key + 1 if count else 0


def fill_groups(values, Py_ssize_t first, looks, averaged, table, words, double scale):
    """Write the features of groups, a block for each way to group, from the row `first` on."""
    cdef Py_ssize_t look, count = len(table), width = len(averaged) + ABOUT + 1
    cdef int64_t[:, ::1] keys = np.empty((len(looks), count), np.int64)
    cdef double[:, ::1] gaps = np.empty((len(looks), count))
    by_start = table[:, 0].argsort(kind="stable")
    for look in range(len(looks)):
        gather(values, first + look * width, len(averaged), looks[look], keys[look], gaps[look], by_start, table, words, scale)
    logs = values[first + len(averaged) :: width], values[first + width - 1 :: width]
    for rows in logs:
        np.log1p(rows, out=rows)
    for look in range(len(looks)):
        spread(values, first + look * width, averaged, keys[look], gaps[look])


cdef gather(
    double[:, ::1] out, Py_ssize_t row, Py_ssize_t means, looks, int64_t[::1] keys, double[::1] gaps,
    const int64_t[::1] by_start, const int64_t[:, :] table, const int64_t[::1] words, double scale
):
    """Write what is counted: members, gaps (whose logarithms are not yet taken), empty and unique ones."""
    cdef Py_ssize_t place, count = keys.shape[0], groups, before, at
    cdef int64_t key
    order_of = looks.argsort()
    cdef const int64_t[::1] order = order_of
    groups = number(looks, order, keys)
    cdef int64_t[:, ::1] of_group = np.zeros((4, groups), np.int64)
    cdef int64_t[::1] latest = np.full(groups, -1), stamp = np.full(count, -1)
    cdef int64_t[::1] members = of_group[0], having = of_group[1], empty = of_group[2], distinct = of_group[3]
    cdef Py_ssize_t counts = row + means, empties = row + means + 3, unique = row + means + 4, gap = row + means + ABOUT
    for place in range(count):
        out[gap, place] = 0
        at = order[place]
        members[keys[at]] += 1
        if stamp[words[at]] != keys[at]:
            stamp[words[at]] = keys[at]
            distinct[keys[at]] += 1
    for place in range(count):
        # The next candidate of the same look.
        at = by_start[place]
        key = keys[at]
        before = latest[key]
        latest[key] = at
        if before >= 0:
            having[key] += table[at, 0] >= table[before, 1]
            empty[key] += table[at, 2] <= table[before, 3] + 1
            out[gap, before] = max(table[at, 0] - table[before, 1], 0) * scale
    for place in range(count):
        key = keys[place]
        gaps[key] = max(having[key], 1)
        out[counts, place] = members[key]
        out[empties, place] = empty[key] / <double>members[key]
        out[unique, place] = distinct[key] / <double>members[key]


cdef spread(double[:, ::1] out, Py_ssize_t row, const int64_t[::1] averaged, int64_t[::1] keys, double[::1] gaps):
    """Write what is summed up: means, and how even the gaps are."""
    cdef Py_ssize_t place, count = keys.shape[0], groups = 0, key, mean, from_
    for place in range(count):
        groups = max(groups, keys[place] + 1)
    cdef double[::1] sums = np.empty(groups), squares = np.zeros(groups)
    cdef int64_t[::1] members = np.zeros(groups, np.int64)
    cdef double value
    cdef Py_ssize_t means = averaged.shape[0], gap = row + means + ABOUT
    for place in range(count):
        members[keys[place]] += 1
    for mean in range(means):
        from_ = averaged[mean]
        sums[:] = 0
        for place in range(count):
            sums[keys[place]] += out[from_, place]
        for key in range(groups):
            sums[key] /= members[key]
        for place in range(count):
            out[row + mean, place] = sums[keys[place]]
    sums[:] = 0
    for place in range(count):
        value = out[gap, place]
        sums[keys[place]] += value
        squares[keys[place]] += value * value
    for key in range(groups):
        sums[key] /= gaps[key]
        squares[key] = sqrt(max(squares[key] / gaps[key] - sums[key] * sums[key], 0))
    for place in range(count):
        out[row + means + 1, place], out[row + means + 2, place] = sums[keys[place]], squares[keys[place]]
