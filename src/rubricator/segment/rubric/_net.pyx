"""A network over the rows of a page, in single precision."""

from libc.stdint cimport int64_t

import numpy as np

from rubricator.segment.rubric._loops cimport BROAD, MOST_STEPS, climb, multiply

cdef enum:
    BESIDE = 48  # Rows that are scaled together: they stay in the processor's cache until they are multiplied.


cdef class Ramps:
    cdef object knots
    cdef const float[:, ::1] low, width, slope
    cdef const int64_t[::1] steps
    """Of each feature: between how many of its knots there is something. These steps come first."""

    def __init__(self, knots):
        self.knots = knots
        width = np.diff(knots, axis=1)
        steps = (width > 0).sum(axis=1)
        slope = np.divide(2 / np.maximum(steps, 1)[:, None], width, out=np.zeros_like(width), where=width > 0)
        order = np.argsort(width <= 0, axis=1, kind="stable")
        self.low, self.width, self.slope = (
            np.take_along_axis(part, order, axis=1).astype(np.float32) for part in (knots[:, :-1], width, slope)
        )
        self.steps = steps

    def __reduce__(self):
        return Ramps, (self.knots,)

    def scaled(self, table):
        found = np.empty(table.shape, np.float32)
        self.scale(np.ascontiguousarray(table, np.float64), np.arange(len(table)), 0, found)
        return found.T

    cdef int scale(
        self, const double[:, ::1] table, const int64_t[::1] lines, Py_ssize_t first, float[:, ::1] heights
    ) except -1:
        """Write the heights of some rows, a line for each feature, from the row `first` on."""
        cdef Py_ssize_t line, count = min(table.shape[1] - first, heights.shape[1])
        if not lines.shape[0] == heights.shape[0] == self.steps.shape[0]:
            raise IndexError("other features than the network's")
        if first < 0 or count <= 0:
            return 0
        for line in range(lines.shape[0]):
            climb(
                &table[lines[line], first], count, &self.low[line, 0], &self.width[line, 0], &self.slope[line, 0],
                self.steps[line], &heights[line, 0],
            )
        return 0


cdef class Layers:
    cdef tuple parts
    cdef Ramps ramps
    cdef const float[:, ::1] weight
    cdef const float[::1] bias
    cdef tuple rounds
    cdef const float[:, ::1] last
    cdef Py_ssize_t outputs

    def __init__(self, Ramps ramps, weight, bias, rounds, last):
        self.parts = ramps, weight, bias, rounds, last
        self.ramps, self.weight, self.bias = ramps, weight, bias
        self.rounds = tuple(Round(one.views, one.weight, one.bias) for one in rounds)
        # Products with whole tiles of columns take much less time.
        self.outputs = last.shape[1]
        self.last = np.ascontiguousarray(np.pad(last, ((0, 0), (0, -last.shape[1] % BROAD))))

    def __reduce__(self):
        return Layers, self.parts

    def odds(self, const double[:, ::1] table, const int64_t[::1] lines, groups):
        cdef Py_ssize_t rows = table.shape[1], low, high
        own, heights = np.empty((rows, self.weight.shape[1]), np.float32), np.empty((len(lines), BESIDE), np.float32)
        cdef float[:, ::1] numbers = own, scaled = heights
        for low in range(0, rows, BESIDE):
            high = min(low + BESIDE, rows)
            self.ramps.scale(table, lines, low, scaled)
            product(scaled.T[: high - low], self.weight, numbers[low:high])
        own += self.bias
        np.maximum(own, 0, out=own)
        if rows:
            for one in self.rounds:
                (<Round>one).add_views(numbers, groups)
        found = np.empty((rows, self.last.shape[1]), np.float32)
        product(numbers, self.last[: numbers.shape[1]], found)
        found += self.last[numbers.shape[1]]
        return np.ascontiguousarray(found[:, : self.outputs].T, dtype=np.float64)


cdef int product(const float[:, :] left, const float[:, ::1] right, float[:, ::1] out) except -1:
    cdef Py_ssize_t inner = right.shape[0]
    if left.shape[0] != out.shape[0] or left.shape[1] != inner or right.shape[1] != out.shape[1] or inner > MOST_STEPS:
        raise IndexError("factors of other sizes")
    if out.shape[0] and out.shape[1] and inner:
        multiply(
            &left[0, 0], left.strides[0] // sizeof(float), left.strides[1] // sizeof(float), &right[0, 0], &out[0, 0],
            out.shape[0], inner, out.shape[1],
        )
    return 0


cdef class Round:
    """What is made of the numbers of each row and of all that it has in view.

    Rows and the means of groups are multiplied before they are spread, which is less work.
    """

    cdef tuple views
    """Steps to other rows; and names of groups, each with the weights of its mean."""
    cdef const float[:, ::1] beside
    """The weights of rows, and then those of the rows some steps away, side by side."""
    cdef const float[::1] bias

    def __init__(self, views, weight, bias):
        own, *parts = np.split(weight, 1 + len(views))
        self.views = tuple(
            (int(view), None) if view[0] in "+-" else (view, np.ascontiguousarray(part))
            for view, part in zip(views, parts, strict=True)
        )
        away = [part for part, (_, of_group) in zip(parts, self.views, strict=True) if of_group is None]
        self.beside = np.hstack([own, *away])
        self.bias = bias

    cdef int add_views(self, float[:, ::1] own, groups) except -1:
        """Add to the numbers of each row what is made of all, if that is above 0."""
        cdef Py_ssize_t rows = own.shape[0], width = own.shape[1], count, first = 0, row
        cdef float[:, ::1] made = np.empty((rows, self.beside.shape[1]), np.float32)
        cdef float[:, :, ::1] room = np.empty((2, rows, width), np.float32)
        cdef float[:, ::1] shares = room[0], means = room[1]
        product(own, self.beside, made)
        for view, weight in self.views:
            if weight is None:
                first += width
                add_neighbours(made, first, width, groups["page"], view)
            else:
                count = find_means(own, groups[view], means)
                product(means[:count], weight, shares[:count])
                add_groups(made, shares, groups[view])
        for row in range(rows):
            add_above_0(&own[row, 0], &made[row, 0], &self.bias[0], width)
        return 0


cdef int add_neighbours(
    float[:, ::1] made, Py_ssize_t first, Py_ssize_t width, const int64_t[::1] page, Py_ssize_t step
) except -1:
    """Add to each row the share of the row so many steps away, if that is of the same page; shares begin at `first`."""
    cdef Py_ssize_t row
    for row in range(max(-step, 0), made.shape[0] - max(step, 0)):
        if page[row + step] == page[row]:
            add(&made[row, 0], &made[row + step, first], width)
    return 0


cdef int add_groups(float[:, ::1] made, const float[:, ::1] shares, const int64_t[::1] keys) except -1:
    """Add to each row the share of its group."""
    cdef Py_ssize_t row
    for row in range(made.shape[0]):
        add(&made[row, 0], &shares[keys[row], 0], shares.shape[1])
    return 0


cdef Py_ssize_t find_means(const float[:, ::1] numbers, const int64_t[::1] keys, float[:, ::1] means) except -1:
    """Write the mean of each group, which are no more than rows; return how many there are."""
    cdef Py_ssize_t row, at, count = 0
    members = np.zeros(keys.shape[0], np.float32)
    cdef float[::1] member = members
    means[:] = 0
    for row in range(numbers.shape[0]):
        add(&means[keys[row], 0], &numbers[row, 0], numbers.shape[1])
        member[keys[row]] += 1
        count = max(count, keys[row] + 1)
    for row in range(count):
        for at in range(means.shape[1]):
            means[row, at] /= member[row]
    return count


cdef inline void add(float *numbers, const float *more, Py_ssize_t count) noexcept:
    cdef Py_ssize_t at
    for at in range(count):
        numbers[at] += more[at]


cdef inline void add_above_0(float *numbers, const float *more, const float *bias, Py_ssize_t count) noexcept:
    cdef Py_ssize_t at
    cdef float value
    for at in range(count):
        value = more[at] + bias[at]
        numbers[at] += value if value > 0 else 0
