"""Twins of `segment/rubric/blocks.py`: headings and blocks."""

from bisect import bisect_right

from libc.math cimport fabs, rint
from libc.stdint cimport int64_t


def headings(str text, const int64_t[:, :] table, list chosen, const double[::1] confidence, heading):
    """Make headings of the chosen candidates."""
    cdef Py_ssize_t place, number, start, end
    cdef list found = []
    if confidence.shape[0] != len(chosen):
        raise ValueError("each heading has a confidence")
    for place in range(len(chosen)):
        number = chosen[place]
        start, end = table[number, 0], table[number, 1]
        found.append(heading(text[start:end], start, end, None, rounded(confidence[place])))
    return found


cdef rounded(double value):
    """Round to three digits as Python does, which is asked where a value is about half way between two others."""
    cdef double scaled = value * 1000, whole = rint(scaled)
    if not fabs(value) < 1e6 or fabs(fabs(scaled - whole) - 0.5) < 1e-6:
        return round(value, 3)
    # The quotient of whole numbers is the number that is nearest to what is written.
    return whole / 1000


def blocks(list headings, list kept, list levels, list ends, list gaps, block):
    """Make blocks from the last to the first; return those of the first level."""
    cdef list stops = [stop for _, stop in gaps]
    # Of each level the blocks that were made and are in none yet, the first of them last.
    cdef list made = [[] for _ in range(max(levels, default=0) + 2)], below, own
    cdef Py_ssize_t place, level
    cdef tuple children, ranges
    for place in range(len(kept) - 1, -1, -1):
        level = levels[place]
        heading, below, own = headings[kept[place]], made[level + 1], made[level]
        below.reverse()
        children = tuple(below)
        below.clear()
        ranges = _without_gaps(heading.start, ends[place], gaps, stops)
        start, end = ranges[0][0], ranges[len(ranges) - 1][1]
        own.append(block(start, end, level, heading, children, ranges if len(ranges) > 1 else None))
    own = made[1]
    return tuple(own[::-1])


cdef tuple _without_gaps(Py_ssize_t start, Py_ssize_t end, list gaps, list stops):
    """Return what gaps, which have these `stops`, leave of a block; all of it where nothing would be left."""
    cdef list ranges = []
    cdef Py_ssize_t at = start, number, first, stop
    for number in range(bisect_right(stops, start), len(gaps)):
        first, stop = gaps[number]
        if first >= end:
            break
        if first > at:
            ranges.append((at, first))
        at = stop
    if at < end:
        ranges.append((at, end))
    return tuple(ranges) if ranges else ((start, end),)
