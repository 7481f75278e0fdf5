"""Twins of `segment/rubric/choice.py`: which candidates are headings."""

from libc.stdint cimport int64_t

import numpy as np


def without_overlaps(const int64_t[:, :] table, const double[::1] probability, double least):
    """Return candidates from the most probable down, those left out that overlap one before."""
    cdef Py_ssize_t count = table.shape[0], place, number, unit, units = 0, taken = 0
    cdef int64_t start, end, at
    cdef bint free
    cdef list kept = []
    if not count:
        return kept
    likely = np.flatnonzero(np.asarray(probability) >= least)
    order = likely[np.argsort(-np.asarray(probability)[likely], kind="stable")]
    cdef const int64_t[::1] numbers = order
    for place in range(numbers.shape[0]):
        number = numbers[place]
        if table[number, 2] < 0 or table[number, 3] < table[number, 2]:
            raise IndexError("units that are not there")
        units = max(units, table[number, 3] + 1)
        taken += table[number, 3] + 1 - table[number, 2]
    # By unit, the latest that was taken in it; and by what was taken, its candidate and the one taken before.
    cdef int64_t[::1] latest = np.full(units, -1, np.int64)
    cdef int64_t[:, ::1] spans = np.empty((taken, 2), np.int64)
    taken = 0
    for place in range(numbers.shape[0]):
        number = numbers[place]
        start, end, free = table[number, 0], table[number, 1], True
        for unit in range(table[number, 2], table[number, 3] + 1):
            at = latest[unit]
            while free and at >= 0:
                free = end <= table[spans[at, 0], 0] or start >= table[spans[at, 0], 1]
                at = spans[at, 1]
        if not free:
            continue
        kept.append(number)
        for unit in range(table[number, 2], table[number, 3] + 1):
            spans[taken, 0], spans[taken, 1], latest[unit] = number, latest[unit], taken
            taken += 1
    return kept


def chosen(table, const double[::1] probability, double share, double floor, double sum_, double least):
    """Return the candidates of a table that are headings, in document order."""
    cdef list kept = without_overlaps(table, probability, least)
    cdef const int64_t[:, :] rows = table
    cdef double right = 0, whole = 0, best = 0
    cdef Py_ssize_t place, number
    for number in kept:
        whole += probability[number]
    for place, number in enumerate(kept):
        right += probability[number]
        best = max(best, 2 * right / (place + 1 + whole))
    best = max(best * share, floor)
    found = [number for number in kept if probability[number] >= best]
    if np.sum([probability[number] for number in found]) < sum_:
        return []
    return sorted(found, key=lambda number: rows[number, 0])
