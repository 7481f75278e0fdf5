"""What the groups of candidates that look alike say of each member."""

import numpy as np

from libc.math cimport sqrt
from libc.stdint cimport int64_t

from rubricator.segment.rubric._view cimport Candidate


def numbered(const int64_t[::1] looks):
    keys = np.empty(looks.shape[0], np.int64)
    number_groups(looks, keys)
    return keys


cdef int64_t[::1] number_groups(const int64_t[::1] looks, int64_t[::1] keys):
    """Write the number of each one's group; return who comes group by group."""
    cdef const int64_t[::1] order = np.argsort(looks, kind="stable")
    cdef Py_ssize_t place
    cdef int64_t key = 0
    for place in range(order.shape[0]):
        key += place > 0 and looks[order[place]] != looks[order[place - 1]]
        keys[order[place]] = key
    return np.asarray(order)


def fill_groups(
    double[:, ::1] table, list rows, const int64_t[::1] averaged, const int64_t[:, ::1] looks,
    const Candidate[::1] candidates, const int64_t[::1] by_start, const int64_t[::1] words, double scale,
):
    cdef const int64_t[::1] by_group
    cdef int64_t[:, ::1] keys = np.empty((looks.shape[0], looks.shape[1]), np.int64)
    cdef Py_ssize_t number
    cdef dict own
    for number, own in enumerate(rows):
        by_group = number_groups(looks[number], keys[number])
        describe(table, own, keys[number], by_group, by_start, candidates, words, scale)
        average(table, averaged, own["means"], keys[number])
    return np.asarray(keys)


cdef int describe(
    double[:, ::1] table, dict row, const int64_t[::1] keys, const int64_t[::1] by_group,
    const int64_t[::1] by_start, const Candidate[::1] candidates, const int64_t[::1] words, double scale,
) except -1:
    """Write how many each group has and what lies between them."""
    cdef double[::1] size = table[row["count"]], mean_gap = table[row["mean gap"]], uneven = table[row["uneven gaps"]]
    cdef double[::1] empty = table[row["empty"]], unique = table[row["unique"]], gap = table[row["gap"]]
    cdef Py_ssize_t count = keys.shape[0], place
    cdef double[:, ::1] counts = np.zeros((6, count))
    cdef double[::1] members = counts[0], gaps = counts[1], empties = counts[2], distinct = counts[3]
    cdef double[::1] sums = counts[4], squares = counts[5]
    cdef int64_t[:, ::1] latest = np.full((2, count), -1)
    cdef int64_t[::1] latest_member = latest[0], latest_group = latest[1]
    cdef int64_t key
    cdef Candidate one, before
    for place in by_group:
        key = keys[place]
        members[key] += 1
        distinct[key] += latest_group[words[place]] != key
        latest_group[words[place]] = key
    for place in by_start:
        key, one = keys[place], candidates[place]
        gap[place] = 0
        if latest_member[key] >= 0:
            before = candidates[latest_member[key]]
            gaps[key] += one.start >= before.end
            empties[key] += one.unit <= before.last + 1
            gap[latest_member[key]] = max(one.start - before.end, 0) * scale
        latest_member[key] = place
    for place in range(count):
        key = keys[place]
        size[place], empty[place], unique[place] = members[key], empties[key] / members[key], distinct[key] / members[key]
    np.log1p(size, out=np.asarray(size))
    np.log1p(gap, out=np.asarray(gap))
    for place in range(count):
        sums[keys[place]] += gap[place]
        squares[keys[place]] += gap[place] * gap[place]
    for place in range(count):
        key = keys[place]
        mean_gap[place] = sums[key] / max(gaps[key], 1)
        uneven[place] = sqrt(max(squares[key] / max(gaps[key], 1) - mean_gap[place] * mean_gap[place], 0))
    return 0


cdef int average(
    double[:, ::1] table, const int64_t[::1] averaged, Py_ssize_t means, const int64_t[::1] keys
) except -1:
    """Write the means of some rows in each one's group to rows from `means` on."""
    cdef Py_ssize_t count = keys.shape[0], rows = averaged.shape[0], place, row
    cdef double[:, ::1] sums = np.zeros((count, rows + 1))  # And how many members a group has.
    cdef double *own
    for row in range(rows):
        if not 0 <= averaged[row] < table.shape[0] or means + rows > table.shape[0] or table.shape[1] != count:
            raise IndexError("a table of another size")
    for place in range(count):
        own = &sums[keys[place], 0]
        own[rows] += 1
        for row in range(rows):
            own[row] += (&table[0, place])[averaged[row] * count]
    for place in range(count):
        own = &sums[keys[place], 0]
        for row in range(rows):
            (&table[means, place])[row * count] = own[row] / own[rows]
    return 0
