"""Twins of `segment/rubric/choice.py`: which candidates are headings."""

from libc.stdint cimport int64_t

import numpy as np


def with_group(const double[::1] probability, const int64_t[::1] keys):
    """Blend each probability half and half with the mean of its group."""
    cdef Py_ssize_t count = probability.shape[0], place
    cdef double[:, ::1] total = np.zeros((2, count))
    blended = np.empty(count)
    cdef double[::1] out = blended
    for place in range(count):
        total[0, keys[place]] += probability[place]
        total[1, keys[place]] += 1
    for place in range(count):
        out[place] = (probability[place] + total[0, keys[place]] / total[1, keys[place]]) / 2
    return blended


def without_overlaps(const int64_t[:, :] table, const double[::1] probability, double least):
    """Return candidates from the most probable down, those left out that overlap one before."""
    cdef Py_ssize_t number, unit
    cdef int64_t start, end
    cdef bint free
    cdef list kept = [], likely = []
    cdef dict taken = {}
    cdef tuple span
    for number in range(table.shape[0]):
        if probability[number] >= least:
            likely.append((-probability[number], number))
    likely.sort()
    for _, number in likely:
        start, end, free = table[number, 0], table[number, 1], True
        for unit in range(table[number, 2], table[number, 3] + 1):
            for span in taken.get(unit, ()):
                if end > <int64_t>span[0] and start < <int64_t>span[1]:
                    free = False
        if not free:
            continue
        kept.append(number)
        span = start, end
        for unit in range(table[number, 2], table[number, 3] + 1):
            taken.setdefault(unit, []).append(span)
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
    cdef list found = []
    right = 0
    for number in kept:
        if probability[number] >= best:
            right += probability[number]
            found.append((rows[number, 0], len(found), number))
    if right < sum_:
        return []
    # Those that start at the same place stay in the order of their probability.
    found.sort()
    return [one[2] for one in found]


def apart(const int64_t[:, :] table, list chosen, int64_t start, int64_t end, int64_t last):
    """Return the chosen candidates that end before `last` and do not overlap a span."""
    cdef Py_ssize_t number
    return [
        number
        for number in chosen
        if table[number, 1] < last and (table[number, 1] <= start or table[number, 0] >= end)
    ]


def without_heard(const double[::1] visible, const int64_t[:, :] table, list chosen, double least):
    """Leave out lines that are hidden while the one after them is shown: only screen readers tell these."""
    cdef Py_ssize_t number, last = visible.shape[0] - 1
    return [
        number
        for number in chosen
        if visible[table[number, 2]] >= least or not visible[min(table[number, 3] + 1, last)] >= least
    ]


def units_until(
    const int64_t[::1] unit_end, const int64_t[:, :] table, list chosen, const double[::1] is_heading,
    const double[::1] in_body, double likely,
):
    """Return how many units there are until the last likely heading in the content body has something under it."""
    cdef Py_ssize_t number, best = -1
    for number in chosen:
        if is_heading[number] >= likely and in_body[table[number, 2]] >= likely:
            if best < 0 or table[number, 1] > table[best, 1]:
                best = number
    if best < 0:
        return 0
    return table[best, 3] + (1 if table[best, 1] < unit_end[table[best, 3]] else 2)


def without_stray(
    const int64_t[:, :] table, list chosen, const double[::1] in_body, int64_t start, int64_t end, int64_t above,
    double least,
):
    """Leave out headings outside of the content body that are hardly part of it, or stand above the title."""
    cdef Py_ssize_t number
    return [
        number
        for number in chosen
        if start <= table[number, 0] < end or in_body[table[number, 2]] >= least and table[number, 0] >= above
    ]


def any_inside(sight, const int64_t[:, :] table, list chosen, int64_t regions):
    """Say whether the container of one of the chosen candidates lies in one of some regions."""
    cdef const int64_t[:, ::1] nodes = sight.context.table, units = sight.unit_table
    cdef Py_ssize_t number
    for number in chosen:
        if nodes[1, units[2, table[number, 2]]] & regions:
            return True
    return False


def likeliest(const int64_t[:] kind, const double[::1] likely, double threshold, int64_t one, int64_t other):
    """Return the most likely candidate of two kinds, the first of several, if it is likely enough."""
    cdef Py_ssize_t place, best = -1
    for place in range(kind.shape[0]):
        if (kind[place] == one or kind[place] == other) and (best < 0 or likely[place] > likely[best]):
            best = place
    return best if best >= 0 and likely[best] >= threshold else None


def on_line(const double[::1] values, tuple knots, tuple heights):
    """Return how high a line through some knots is at some values."""
    cdef Py_ssize_t place, knot, last = len(knots) - 1
    cdef double value, slope
    found = np.empty(values.shape[0])
    cdef double[::1] height = found
    for place in range(values.shape[0]):
        value, knot = values[place], 0
        while knot < last and value >= <double>knots[knot + 1]:
            knot += 1
        if value <= <double>knots[0] or knot == last:
            height[place] = heights[knot]
        else:
            slope = (<double>heights[knot + 1] - <double>heights[knot]) / (<double>knots[knot + 1] - <double>knots[knot])
            height[place] = slope * (value - <double>knots[knot]) + <double>heights[knot]
    return found
