"""Twin of `segment/rubric/net.py`: rows of a page become a few numbers, which take in what stands around."""

from cpython.array cimport array, clone
from libc.stdint cimport int64_t

import numpy as np

from rubricator.segment.rubric._floats cimport (
    BESIDE, MOST_VIEWS, Product, View, find_means, multiply, rectify, scale, take_in
)

cdef array _FLOATS = array("f")


cdef class Part:
    """A round: its views, and its weights, whose sizes were checked."""

    cdef Py_ssize_t count
    cdef Py_ssize_t[MOST_VIEWS] steps, groups  # Of a view: how far away the row is; else 0, and which group it is.
    cdef const float[:, ::1] beside
    cdef const float[::1] bias
    cdef list of_groups
    cdef const float *weights[MOST_VIEWS]  # Those of the groups.

    def __init__(self, part, list names, Py_ssize_t width):
        views, self.beside, of_groups, self.bias = part
        self.count = len(views)
        self.of_groups = [np.ascontiguousarray(weight) for weight in of_groups]
        if max(self.count, len(self.of_groups)) > MOST_VIEWS:
            raise IndexError("too many views")
        cdef Py_ssize_t place, away = 0
        cdef const float[:, ::1] one
        for place, name in enumerate(views):
            self.steps[place], self.groups[place] = 0, -1
            if name[0] in "+-":
                self.steps[place] = int(name)
                away += 1
            else:
                self.groups[place] = names.index(name)
        shapes = [part.beside.shape, part.bias.shape, *[weight.shape for weight in of_groups]]
        if shapes != [(width, width * (1 + away)), (width,)] + [(width, width)] * (self.count - away):
            raise IndexError("weights of another size")
        for place in range(len(self.of_groups)):
            one = self.of_groups[place]
            self.weights[place] = &one[0, 0]


cdef class Reckoning:
    """A network, laid out to be asked."""

    cdef tuple given
    cdef const float[:, ::1] low, most, rise, weight
    cdef const int64_t[::1] counts
    cdef const float[::1] bias, begins
    cdef object last
    cdef list names, parts
    cdef Py_ssize_t width, step, widest, most_groups

    def __init__(self, ramps, weight, bias, parts, last, Py_ssize_t alone):
        cdef Py_ssize_t place
        cdef Part part
        self.given = ramps, weight, bias, parts, last, alone
        self.low, self.most, self.rise, self.counts = ramps.low, ramps.width, ramps.slope, ramps.counts
        self.weight, self.bias, self.begins = weight, bias, np.ascontiguousarray(last[len(last) - 1])
        self.last = last[: len(last) - 1]
        self.width = self.bias.shape[0]
        if not self.weight.shape[0] or not self.width or weight.shape[1] != self.width or len(last) != self.width + 1:
            raise IndexError("weights of another size")
        self.step = max(alone // (self.width * self.width), 1)
        shapes = {knots.shape for knots in (ramps.low, ramps.width, ramps.slope)}
        if shapes != {(self.weight.shape[0], self.low.shape[1])} or self.counts.shape[0] != self.weight.shape[0]:
            raise IndexError("knots of other features")
        for place in range(self.counts.shape[0]):
            if not 0 <= self.counts[place] <= self.low.shape[1]:
                raise IndexError("knots that are not there")
        views = [name for one in parts for name in one.views if name[0] not in "+-"]
        self.names = list(dict.fromkeys(["page", *views]))
        if len(self.names) > MOST_VIEWS:
            raise IndexError("too many groups")
        self.parts = [Part(one, self.names, self.width) for one in parts]
        for part in self.parts:
            self.widest = max(self.widest, part.beside.shape[1])
            self.most_groups = max(self.most_groups, len(part.of_groups))

    def __reduce__(self):
        return Reckoning, self.given

    def odds(self, list tables, groups):
        """Return the log odds of each output, a row for each, of rows of tables."""
        cdef Py_ssize_t rows = 0, done = 0, row, output, low, high
        for _, _, low, high in tables:
            rows += high - low
        numbers, found = np.empty((rows, self.width), np.float32), np.empty((self.begins.shape[0], rows))
        if not rows:
            return found
        cdef float[:, ::1] own = numbers
        for table, lines, low, high in tables:
            if low < high:
                self.fill_own(table, lines, low, high, own[done : done + high - low])
                done += high - low
        self.run_rounds(own, groups)
        cdef const float[:, :] sums = np.matmul(numbers, self.last)
        cdef double[:, ::1] out = found
        for output in range(self.begins.shape[0]):
            for row in range(rows):
                # The sum is a float, as those of numpy.
                out[output, row] = <float>(sums[row, output] + self.begins[output])
        return found

    cdef fill_own(
        self, const double[:, ::1] table, const int64_t[::1] lines, Py_ssize_t low, Py_ssize_t high, float[:, ::1] own
    ):
        """Write what the features of the rows `low` .. `high` of a table become."""
        cdef Py_ssize_t place, first, count, features = lines.shape[0]
        cdef Py_ssize_t knots = self.low.shape[1]
        cdef const float *low_of = &self.low[0, 0] if knots else NULL
        cdef const float *most_of = &self.most[0, 0] if knots else NULL
        cdef const float *rise_of = &self.rise[0, 0] if knots else NULL
        cdef Product product
        if low < 0 or high > table.shape[1] or high - low != own.shape[0]:
            raise IndexError("rows beyond the table")
        if features != self.counts.shape[0]:
            raise IndexError("other features than the network's")
        # Some rows at a time, which stay in the processor's cache until they are multiplied.
        cdef array room = clone(_FLOATS, features * BESIDE, False)
        cdef float *scaled = room.data.as_floats
        for first in range(0, high - low, BESIDE):
            count = min(high - low - first, BESIDE)
            for place in range(features):
                # Lines are checked here, and all have these rows; knots were when they were given.
                scale(
                    &table[lines[place], low + first], count, low_of + place * knots, most_of + place * knots,
                    rise_of + place * knots, self.counts[place], scaled + place * BESIDE,
                )
            product = Product(scaled, 1, BESIDE, &self.weight[0, 0], &own[first, 0], count, features, self.width, 0)
            multiply(&product)
        rectify(&own[0, 0], own.shape[0], self.width, &self.bias[0])

    cdef run_rounds(self, float[:, ::1] own, groups):
        """Let rows take in what stands around, round by round."""
        cdef Py_ssize_t rows = own.shape[0], width = self.width, group, place, wide, at, among, share
        cdef View[MOST_VIEWS] views
        cdef Part part
        cdef Product product
        cdef const int64_t[::1] column
        cdef const int64_t *keys[MOST_VIEWS]
        cdef Py_ssize_t[MOST_VIEWS] counts
        cdef list columns = [groups[name] for name in self.names]
        for group in range(len(columns)):
            column = columns[group]
            keys[group], counts[group] = &column[0], _count(column, rows)
        # What rounds make, the shares and means of groups, their members: all in one room, which rounds use in turn.
        cdef Py_ssize_t each = rows * width, shares = rows * self.widest, means = shares + self.most_groups * each
        room = np.empty(means + each + rows, np.float32)
        cdef float[::1] values = room
        cdef float *made = &values[0]
        for part in self.parts:
            wide, at, among = part.beside.shape[1], width, 0
            product = Product(&own[0, 0], width, 1, &part.beside[0, 0], made, rows, width, wide, 1)
            multiply(&product)
            for place in range(part.count):
                group = part.groups[place]
                if group < 0:
                    views[place] = View(NULL, part.steps[place], made + at, wide)
                    at += width
                    continue
                # There are no more groups than rows, as was checked, and as many shares as were counted.
                share = shares + among * each
                find_means(&own[0, 0], keys[group], rows, width, counts[group], made + means, made + means + each)
                product = Product(
                    made + means, width, 1, part.weights[among], made + share, counts[group], width, width, 1
                )
                multiply(&product)
                if counts[group] % self.step == 1:
                    self.multiply_last(room, means, share, counts[group], part.of_groups[among])
                views[place] = View(keys[group], 0, made + share, width)
                among += 1
            take_in(&own[0, 0], made, wide, rows, width, views, part.count, keys[0], &part.bias[0])

    cdef multiply_last(self, room, Py_ssize_t means, Py_ssize_t share, Py_ssize_t count, weight):
        """Multiply the last group as numpy does, which adds up in another order where it has one row only."""
        cdef Py_ssize_t at = (count - 1) * self.width
        own, made = room[means + at : means + at + self.width], room[share + at : share + at + self.width]
        np.dot(own, weight, made)


cdef Py_ssize_t _count(const int64_t[::1] keys, Py_ssize_t rows) except -1:
    """Return how many groups there are, if rows have keys that are fewer than rows."""
    cdef Py_ssize_t row
    cdef int64_t least = 0, most = 0
    if keys.shape[0] != rows:
        raise IndexError("keys of other rows")
    for row in range(rows):
        least, most = min(least, keys[row]), max(most, keys[row])
    if least < 0 or most >= rows:
        raise IndexError("groups that are not there")
    return most + 1
