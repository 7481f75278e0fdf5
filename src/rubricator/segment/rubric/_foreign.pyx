"""Twin of `segment/rubric/foreign.py`: foreign matter inside the content body."""

from libc.stdint cimport int64_t

from rubricator.bisection cimport first_from

import numpy as np


def foreign_spans(
    const int64_t[::1] start, const int64_t[::1] end, in_body, list kept, list ends, int64_t last, double least,
    double share,
):
    """Return the spans of foreign units, from the unit before to the unit after."""
    cdef Py_ssize_t count = start.shape[0], first, stop, unit
    cdef int64_t low, high
    cdef const double[::1] likely = in_body
    cdef const int64_t[::1] order = np.negative(in_body).argsort(kind="stable")
    cdef double threshold = _threshold(start, end, likely, order, least, share)
    cdef unsigned char[:, ::1] room = np.empty((2, count), np.uint8)
    cdef unsigned char[::1] foreign = room[0], doubtful = room[1]
    cdef int64_t[::1] ordered = np.array(sorted(ends), np.int64)
    for unit in range(count):
        foreign[unit], doubtful[unit] = likely[unit] < least, likely[unit] < threshold
    for low, high in kept:
        first, stop = first_from(end, end.shape[0], low + 1), first_from(start, start.shape[0], high)
        for unit in range(first, stop):
            foreign[unit] = doubtful[unit] = 0
    stop = 0
    while _next_run(doubtful, &first, &stop):
        low, high = end[first - 1] if first else 0, start[stop] if stop < count else last
        if first_from(ordered, ordered.shape[0], low + 1) == first_from(ordered, ordered.shape[0], high + 1):
            for unit in range(first, stop):
                foreign[unit] = 1
    found = []
    stop = 0
    while _next_run(foreign, &first, &stop):
        found.append((end[first - 1] if first else 0, start[stop] if stop < count else last))
    return found


cdef double _threshold(
    const int64_t[::1] start, const int64_t[::1] end, const double[::1] likely, const int64_t[::1] order, double least,
    double share,
) except? -1:
    """Return the threshold of a page whose units are this likely, in that order, as `choice.best_threshold`."""
    cdef double right = 0, whole = 0, size = 0, best = 0
    cdef Py_ssize_t place
    for place in range(order.shape[0]):
        whole += likely[order[place]] * (end[order[place]] - start[order[place]])
    for place in range(order.shape[0]):
        right += likely[order[place]] * (end[order[place]] - start[order[place]])
        size += end[order[place]] - start[order[place]]
        best = max(best, 2 * right / (size + whole))
    return max(best * share, least)


cdef bint _next_run(const unsigned char[::1] chosen, Py_ssize_t *first, Py_ssize_t *stop) except -1:
    """Find the next run of chosen rows from `stop` on; say whether there is one."""
    cdef Py_ssize_t count = chosen.shape[0], at = stop[0]
    while at < count and not chosen[at]:
        at += 1
    first[0] = at
    while at < count and chosen[at]:
        at += 1
    stop[0] = at
    return first[0] < at
