"""Pairs of headings are compared, and one search finds the levels that fit all comparisons together."""

from cpython.array cimport array, clone
from libc.math cimport NAN, exp, log
from libc.stdint cimport int64_t

import numpy as np

cdef enum:
    BESIDE = 8  # Values of headings beside those that are copied.

cdef array _DOUBLES = array("d"), _WHOLE = array("q")


def relations(
    const double[::1] same, const double[::1] deeper, const double[::1] first_tag, const double[::1] second_tag,
    const double[::1] alike, const int64_t[::1] upper, const int64_t[::1] lower, const double[::1] numbered,
    double least, double against_tags, double against_numbers,
):
    """Turn log odds that pairs are on the same level, else that the later one is deeper, into log probabilities."""
    cdef Py_ssize_t at
    cdef double is_same, is_deeper, first, second
    logs = np.empty((same.shape[0], 3))
    cdef double[:, ::1] out = logs
    for at in range(same.shape[0]):
        is_same = min(max(1 / (1 + exp(-same[at])), least), 1 - least)
        is_deeper = min(max(1 / (1 + exp(-deeper[at])), least), 1 - least)
        out[at, 0] = log((1 - is_same) * is_deeper)
        out[at, 1] = log(is_same)
        out[at, 2] = log((1 - is_same) * (1 - is_deeper))
        first, second = first_tag[at], second_tag[at]
        if first > 0 and second > 0 and first != second:
            if alike[at] > 0:
                out[at, 1] -= against_tags
            if second < first:
                out[at, 0] -= 2 * against_tags
        first, second = numbered[upper[at]], numbered[lower[at]]
        if first < second:
            out[at, 1] -= against_numbers
            out[at, 2] -= 2 * against_numbers
        elif first > second:
            out[at, 1] -= against_numbers
            out[at, 0] -= 2 * against_numbers
    return logs


def pair_table(
    const double[:, ::1] values, const int64_t[:] start, const int64_t[:] end, const int64_t[::1] upper,
    const int64_t[::1] lower, Py_ssize_t compared, Py_ssize_t identities, Py_ssize_t look,
):
    """Compare pairs of headings, a line for each feature."""
    cdef Py_ssize_t count = upper.shape[0], headings = values.shape[1], line, at, same = 3 * compared
    cdef Py_ssize_t rest = same + identities, one, other
    if lower.shape[0] != count or start.shape[0] != headings or end.shape[0] != headings:
        raise IndexError("columns of other headings")
    if values.shape[0] < compared + identities + 2 or not 0 <= look < values.shape[0]:
        raise IndexError("values that are not there")
    for at in range(count):
        if not 0 <= upper[at] < headings or not 0 <= lower[at] < headings:
            raise IndexError("headings that are not there")
    made = np.empty((rest + 6, count))
    if not count:
        return made
    cdef double[:, ::1] table = made
    cdef int64_t[:, ::1] again = np.empty((3, headings), np.int64)
    _find_again(values[look], again)
    # All lines have a place for each heading or pair, and the headings of pairs are there, as was checked.
    cdef const int64_t *first = &upper[0]
    cdef const int64_t *second = &lower[0]
    cdef const double *value
    cdef double *of_first
    cdef double *of_second
    cdef double *change
    for line in range(compared):
        value, of_first = &values[line, 0], &table[line, 0]
        of_second, change = &table[line + compared, 0], &table[line + 2 * compared, 0]
        for at in range(count):
            of_first[at] = value[first[at]]
            of_second[at] = value[second[at]]
            change[at] = of_second[at] - of_first[at]
    for line in range(identities):
        value, change = &values[compared + line, 0], &table[same + line, 0]
        for at in range(count):
            change[at] = value[first[at]] == value[second[at]]
    line = compared + identities
    for at in range(count):
        one, other = first[at], second[at]
        table[rest, at] = other - one
        table[rest + 1, at] = max(start[other] - end[one], 0)
        table[rest + 2, at] = values[line + 1, other] < values[line, one]
        table[rest + 3, at] = again[0, one] < other
        table[rest + 4, at] = again[1, other] < one
        table[rest + 5, at] = one
    np.log1p(made[rest + 1], out=made[rest + 1])
    return made


cdef _find_again(const double[::1] keys, int64_t[:, ::1] again):
    """Write where each key comes next, and where it came first; the third line is room for where it came last."""
    cdef Py_ssize_t count = keys.shape[0], place, first
    cdef dict firsts = {}
    for place in range(count):
        first = firsts.setdefault(keys[place], place)
        if first < place:
            again[0, again[2, first]] = place
        again[0, place], again[1, place], again[2, first] = count, first, place


def best_levels(const double[:, ::1] logs, Py_ssize_t count, Py_ssize_t most, Py_ssize_t deepest, Py_ssize_t beam):
    """Return the levels of `count` headings that fit best to what is known of pairs."""
    cdef Py_ssize_t place, way, ways = 1, at, near, level, first = 0, kept, column, reach, wide = 2 * deepest - 1
    cdef double root, total
    if min(most, deepest, beam) < 1 or logs.shape[1] != 3:
        raise IndexError("nothing to choose from")
    cdef double[:, ::1] relations = np.empty((most, wide))
    cdef int64_t[:, :, ::1] both = np.zeros((2, beam, most + 1), np.int64)
    cdef array room = clone(_DOUBLES, 2 * beam, True), begins = clone(_WHOLE, most, False)
    cdef int64_t[:, ::1] latest = both[0], after = both[1]
    cdef short[:, :, ::1] steps = np.zeros((2, count, beam), np.int16)
    # Each has a place for all ways, or for all headings that are near.
    cdef double *scores = room.data.as_doubles
    cdef double *best = scores + beam
    cdef long long *begin = begins.data.as_longlongs
    cdef const double *said = &relations[0, 0]
    cdef const int64_t *before
    cdef short *levels
    cdef short *froms
    latest[:] = 1
    after[:] = 1
    # The best ways: the score of each, its latest levels; and for each heading what ways go on with.
    for place in range(1, count):
        near = min(place, most)
        root = near ** 0.5
        kept = 0
        levels, froms = &steps[0, place, 0], &steps[1, place, 0]
        for at in range(near):
            # What is said of levels from the highest to the deepest begins the later, the higher the one before is.
            relations[at, : deepest - 1] = logs[first + at, 2]
            relations[at, deepest - 1] = logs[first + at, 1]
            relations[at, deepest:] = logs[first + at, 0]
        for way in range(ways):
            # As many levels as are near, from 1 to the deepest. A heading is at most one level below the one before.
            before = &latest[way, 0]
            reach = min(before[near - 1] + 1, deepest)
            for at in range(near):
                begin[at] = at * wide + deepest - before[at]
            for level in range(1, reach + 1):
                total = 0
                for at in range(near):
                    total += said[begin[at] + level - 1]
                total = total / root + scores[way]
                if kept == beam and not total > best[beam - 1]:
                    continue
                at = kept if kept < beam else beam - 1
                while at and total > best[at - 1]:
                    best[at], froms[at], levels[at] = best[at - 1], froms[at - 1], levels[at - 1]
                    at -= 1
                best[at], froms[at], levels[at] = total, <short>way, <short>level
                kept = min(kept + 1, beam)
        first += near
        for way in range(kept):
            scores[way] = best[way]
            column = 1 if near == most else 0
            for at in range(column, near):
                after[way, at - column] = latest[froms[way], at]
            after[way, near - column] = levels[way]
        latest, after, ways = after, latest, kept
    found, way = [1] * count, 0
    for place in range(count - 1, 0, -1):
        found[place] = steps[0, place, way]
        way = steps[1, place, way]
    return found
