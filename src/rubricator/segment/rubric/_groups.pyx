"""Twin of `segment/rubric/groups.py`: what the groups of candidates that look alike say of each member."""

import numpy as np

from libc.math cimport sqrt
from libc.stdint cimport int64_t
from libc.string cimport memset

from rubricator.segment.rubric._numbers cimport number_few

cdef enum:
    ABOUT = 5  # Rows that tell of a group beside the means: count, mean gap, uneven gaps, empty, unique.
    MEMBERS = 0  # What is counted of a group, and where its latest member is.
    GAPS = 1
    EMPTY = 2
    DISTINCT = 3
    LATEST = 4
    WORD = 5  # The group that a word was seen in last.

cdef extern from *:
    """
    #include <stddef.h>
    #include <stdint.h>
    #include <string.h>

    #define LOT 7 /* means reckoned together: sums of one group wait for each other, those of several rows do not */
    #if defined(__GNUC__)
    #define UNROLLED _Pragma("GCC unroll 7")
    #else
    #define UNROLLED
    #endif

    /* Write the means of groups, for rows of `count` values; there is room for LOT sums of each group. */
    static void average(
        const double *const *rows, double *const *to, const int64_t *group, ptrdiff_t count, const int64_t *members,
        ptrdiff_t groups, double *sums) {
        const double *from[LOT];
        double *into[LOT];
        UNROLLED for (int row = 0; row < LOT; row++) from[row] = rows[row], into[row] = to[row];
        memset(sums, 0, groups * LOT * sizeof(double));
        for (ptrdiff_t place = 0; place < count; place++) {
            double *sum = sums + group[place] * LOT;
            UNROLLED for (int row = 0; row < LOT; row++) sum[row] += from[row][place];
        }
        for (ptrdiff_t key = 0; key < groups; key++)
            UNROLLED for (int row = 0; row < LOT; row++) sums[key * LOT + row] /= members[key];
        for (ptrdiff_t place = 0; place < count; place++) {
            const double *mean = sums + group[place] * LOT;
            UNROLLED for (int row = 0; row < LOT; row++) into[row][place] = mean[row];
        }
    }
    """
    enum:
        LOT

    void average(
        const double** rows, double** to, const int64_t* group, Py_ssize_t count, const int64_t* members,
        Py_ssize_t groups, double* sums
    ) noexcept


def numbered(const int64_t[::1] looks):
    """Number the groups of one look from 0."""
    found = np.empty(looks.shape[0], np.int64)
    number(looks, found)
    return found


cdef Py_ssize_t number(const int64_t[::1] looks, int64_t[::1] keys) except -1:
    """Write the number of each one's group; return how many there are."""
    cdef Py_ssize_t place, count = looks.shape[0], groups
    cdef int64_t key = 0
    if count != keys.shape[0]:
        raise IndexError("keys of other rows")
    if not count:
        return 0
    groups = number_few(&looks[0], count, &keys[0])
    if groups >= 0:
        return groups
    cdef const int64_t[::1] order = np.asarray(looks).argsort()
    for place in range(count):
        if place and looks[order[place]] != looks[order[place - 1]]:
            key += 1
        keys[order[place]] = key
    return key + 1


cdef order_by_group(const int64_t[::1] keys, Py_ssize_t groups, int64_t[::1] begins, int64_t[::1] order):
    """Write who comes group by group; there is room for where each begins."""
    cdef Py_ssize_t place
    cdef int64_t before = 0
    begins[:groups] = 0
    for place in range(keys.shape[0]):
        begins[keys[place]] += 1
    for place in range(groups):
        before, begins[place] = before + begins[place], before
    for place in range(keys.shape[0]):
        order[begins[keys[place]]] = place
        begins[keys[place]] += 1


def fill_groups(
    values, Py_ssize_t first, looks, const int64_t[::1] averaged, table, const int64_t[::1] words, double scale
):
    """Write the features of groups, a block for each way to group, from the row `first` on; return their numbers."""
    cdef Py_ssize_t look, groups, count = words.shape[0], means = averaged.shape[0], width = means + ABOUT + 1
    if not count:
        return np.empty_like(looks)
    cdef double[:, ::1] out = values
    cdef const int64_t[:, ::1] codes = looks
    cdef const int64_t[::1, :] spans = table
    if out.shape[1] != count or codes.shape[1] != count or spans.shape[0] != count:
        raise IndexError("a table of other candidates")
    for look in range(count):
        if not 0 <= words[look] < count:
            raise IndexError("more words than candidates")
    numbers = np.empty((codes.shape[0] + 7, count), np.int64)
    cdef int64_t[:, ::1] keys = numbers, counts = keys[codes.shape[0] + 1 :]
    cdef double[:, ::1] gaps = np.empty((codes.shape[0] + LOT + 2, count)), sums = gaps[codes.shape[0] :]
    cdef int64_t[::1] by_start = keys[codes.shape[0]]
    order_by_start(spans, by_start)
    for look in range(codes.shape[0]):
        groups = number(codes[look], keys[look])
        order_by_group(keys[look], groups, counts[MEMBERS], counts[LATEST])
        gather(out, first + look * width, means, counts, keys[look], gaps[look], by_start, spans, words, scale)
    for place in (means, width - 1):
        rows = values[first + place :: width]
        np.log1p(rows, out=rows)
    for look in range(codes.shape[0]):
        spread(out, first + look * width, averaged, keys[look], gaps[look], sums, counts)
    return numbers[: codes.shape[0]]


cdef order_by_start(const int64_t[::1, :] spans, int64_t[::1] order):
    """Order candidates by where they start. They are by units, of which each has few, so that none goes far."""
    cdef Py_ssize_t place, at
    for place in range(order.shape[0]):
        at = place
        while at and spans[order[at - 1], 0] > spans[place, 0]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = place


cdef gather(
    double[:, ::1] out, Py_ssize_t row, Py_ssize_t means, int64_t[:, ::1] counts, int64_t[::1] keys, double[::1] gaps,
    int64_t[::1] by_start, const int64_t[::1, :] spans, const int64_t[::1] words, double scale
):
    """Write what is counted: members, gaps (whose logarithms are not yet taken), empty and unique ones."""
    cdef Py_ssize_t place, count = keys.shape[0], before, at
    cdef int64_t key
    # All have `count` places, and keys, words and what is ordered are less.
    cdef const int64_t* group = &keys[0]
    cdef const int64_t* word = &words[0]
    cdef const int64_t* order = &by_start[0]
    cdef const int64_t* start = &spans[0, 0]
    cdef const int64_t* end = &spans[0, 1]
    cdef const int64_t* unit = &spans[0, 2]
    cdef const int64_t* last = &spans[0, 3]
    cdef int64_t* members = &counts[MEMBERS, 0]
    cdef int64_t* follow = &counts[GAPS, 0]
    cdef int64_t* empty = &counts[EMPTY, 0]
    cdef int64_t* distinct = &counts[DISTINCT, 0]
    cdef int64_t* latest = &counts[LATEST, 0]
    cdef int64_t* seen_in = &counts[WORD, 0]
    cdef double* sizes = &out[row + means, 0]
    cdef double* empties = &out[row + means + 3, 0]
    cdef double* unique = &out[row + means + 4, 0]
    cdef double* gap = &out[row + means + ABOUT, 0]
    # Candidates by group are what `order_by_group` left there.
    counts[:LATEST] = 0
    counts[WORD] = -1
    for place in range(count):
        gap[place] = 0
        at = latest[place]
        key = group[at]
        members[key] += 1
        if seen_in[word[at]] != key:
            seen_in[word[at]] = key
            distinct[key] += 1
    counts[LATEST] = -1
    for place in range(count):
        # The next candidate of the same look.
        at = order[place]
        key = group[at]
        before = latest[key]
        latest[key] = at
        if before >= 0:
            follow[key] += start[at] >= end[before]
            empty[key] += unit[at] <= last[before] + 1
            gap[before] = max(start[at] - end[before], 0) * scale
    for place in range(count):
        key = group[place]
        gaps[key] = max(follow[key], 1)
        sizes[place] = members[key]
        empties[place] = empty[key] / <double>members[key]
        unique[place] = distinct[key] / <double>members[key]


cdef spread(
    double[:, ::1] out, Py_ssize_t row, const int64_t[::1] averaged, int64_t[::1] keys, double[::1] gaps,
    double[:, ::1] scratch, int64_t[:, ::1] counts
):
    """Write what is summed up: means, and how even the gaps are."""
    cdef Py_ssize_t place, count = keys.shape[0], groups = 0, key, mean
    cdef int64_t[::1] members = counts[MEMBERS]
    cdef double value
    cdef Py_ssize_t means = averaged.shape[0], gap = row + means + ABOUT
    members[:] = 0
    for place in range(count):
        groups = max(groups, keys[place] + 1)
        members[keys[place]] += 1
    # Rows and keys have `count` places, and keys are less than `groups`, as found above.
    cdef const int64_t* group = &keys[0]
    cdef const int64_t* member = &members[0]
    cdef double* square_of = &scratch[0, 0]
    cdef double* sum_of = &scratch[1, 0]
    cdef double* unused = &scratch[LOT + 1, 0]
    cdef double* to = &out[row, 0]
    cdef double* last = &out[gap, 0]
    cdef const double *rows[LOT]
    cdef double *into[LOT]
    for mean in range(0, means, LOT):
        for place in range(LOT):
            # Where they are fewer, some are reckoned for nothing.
            rows[place] = &out[averaged[min(mean + place, means - 1)], 0]
            into[place] = to + (mean + place) * count if mean + place < means else unused
        average(rows, into, group, count, member, groups, sum_of)
    to += means * count
    memset(square_of, 0, groups * sizeof(double))
    memset(sum_of, 0, groups * sizeof(double))
    for place in range(count):
        value = last[place]
        sum_of[group[place]] += value
        square_of[group[place]] += value * value
    for key in range(groups):
        sum_of[key] /= gaps[key]
        square_of[key] = sqrt(max(square_of[key] / gaps[key] - sum_of[key] * sum_of[key], 0))
    # After the means comes how many there are.
    for place in range(count):
        to[count + place], to[2 * count + place] = sum_of[group[place]], square_of[group[place]]
