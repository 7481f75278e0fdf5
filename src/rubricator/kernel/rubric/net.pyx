"""Twins of `segment/rubric/net.py`: rows of a page become a few numbers, which take in what stands around."""

from libc.stdint cimport int64_t

import numpy as np

from rubricator.kernel.rubric.floats cimport Product, add_rectified, add_row, climb, multiply, rectify_row


def own_numbers(
    const double[:, ::1] table, const int64_t[::1] lines, Py_ssize_t low, Py_ssize_t high, ramps,
    const float[:, ::1] weight, const float[::1] bias, Py_ssize_t alone,
):
    """Return what the features of the rows `low` .. `high` of a table become."""
    cdef Py_ssize_t rows = high - low, width = weight.shape[1], row
    scaled = scaled_lines(table, lines, low, high, ramps.low, ramps.width, ramps.slope, ramps.counts)
    found = np.empty((rows, width), np.float32)
    if weight.shape[0] != lines.shape[0] or bias.shape[0] != width or not width:
        raise IndexError("weights of another size")
    cdef const float[:, ::1] given = scaled
    cdef float[:, ::1] made = found
    if not rows or not lines.shape[0]:
        found[:] = np.maximum(bias, 0)
        return found
    cdef Product product = Product(&given[0, 0], 1, rows, &weight[0, 0], &made[0, 0], rows, lines.shape[0], width, 0)
    multiply(&product)
    for row in range(rows):
        rectify_row(&made[row, 0], &bias[0], width)
    return found


def scaled_lines(
    const double[:, ::1] table, const int64_t[::1] lines, Py_ssize_t low, Py_ssize_t high,
    const float[:, ::1] knots, const float[:, ::1] width, const float[:, ::1] slope, const int64_t[::1] counts,
):
    """Lay values so that the knots of each feature lie evenly between -1 and 1."""
    cdef Py_ssize_t place, step, row, rows = high - low
    cdef const double *given
    cdef float *made
    if low < 0 or rows < 0 or high > table.shape[1]:
        raise IndexError("rows beyond the table")
    values, scaled = np.empty(rows, np.float32), np.empty((lines.shape[0], rows), np.float32)
    cdef float[::1] line = values
    cdef float[:, ::1] found = scaled
    if not rows:
        return scaled
    cdef float *value = &line[0]
    for place in range(lines.shape[0]):
        # Lines are checked here, and all have as many rows.
        given, made = &table[lines[place], low], &found[place, 0]
        for row in range(rows):
            value[row] = <float> given[row]
            made[row] = -1
        for step in range(counts[place]):
            climb(value, made, rows, knots[place, step], width[place, step], slope[place, step])
    return scaled


def odds(const float[:, :] sums, const float[:] begins):
    """Return the log odds of each output, a row for each, from those of each row and where they begin."""
    cdef Py_ssize_t row, output
    found = np.empty((sums.shape[1], sums.shape[0]))
    cdef double[:, ::1] out = found
    for row in range(sums.shape[0]):
        for output in range(sums.shape[1]):
            # The sum is a float, as those of numpy.
            out[output, row] = <float>(sums[row, output] + begins[output])
    return found


def taken_in(given, parts, groups, Py_ssize_t alone):
    """Let rows take in what stands around, round by round."""
    numbers = given.copy()
    cdef float[:, ::1] own = numbers
    cdef Py_ssize_t rows = own.shape[0], width = own.shape[1], at
    cdef const int64_t[::1] page = groups["page"], keys
    cdef const float[:, ::1] beside, share
    cdef const float[::1] bias
    cdef float[:, ::1] made
    cdef Product product
    cdef str name
    if not rows or not width:
        return numbers
    # What a round makes takes the room of what the round before made: new room costs as much time as to fill it.
    room = np.empty(rows * max([part.beside.shape[1] for part in parts], default=0), np.float32)
    for views, right, of_groups, bias in parts:
        beside = right
        made = room[: rows * beside.shape[1]].reshape(rows, beside.shape[1])
        if beside.shape[0] != width or beside.shape[1] < width or bias.shape[0] != width:
            raise IndexError("weights of another size")
        product = Product(&own[0, 0], width, 1, &beside[0, 0], &made[0, 0], rows, width, beside.shape[1], 1)
        multiply(&product)
        weights, at = iter(of_groups), width
        for name in views:
            if name[0] == u"+" or name[0] == u"-":
                _add_step(made, width, at, int(name), page)
                at += width
            else:
                keys = groups[name]
                means = group_means(own, keys)
                share = _times(means, next(weights), np.empty_like(means), alone)
                _add_group(made, keys, share)
        _add_round(own, made, bias)
    return numbers


cdef _times(rows, weight, found, Py_ssize_t alone):
    """Multiply some rows at a time."""
    cdef Py_ssize_t count = len(rows), step = max(alone // max(weight.size, 1), 1), low
    dot = np.dot
    if count <= step:
        return dot(rows, weight, out=found)
    for low in range(0, count, step):
        dot(rows[low : low + step], weight, out=found[low : low + step])
    return found


def group_means(const float[:, ::1] numbers, const int64_t[::1] keys):
    """Return the mean of each group."""
    cdef Py_ssize_t count = numbers.shape[0], width = numbers.shape[1], row, group, place
    cdef int64_t most = -1
    if keys.shape[0] != count:
        raise IndexError("keys of other rows")
    for row in range(count):
        most = max(most, keys[row])
    found, counts = np.zeros((most + 1, width), np.float32), np.zeros(most + 1, np.float32)
    cdef float[:, ::1] sums = found
    cdef float[::1] members = counts
    if not width:
        return found
    for row in range(count):
        members[keys[row]] += 1
        # Both rows are checked, and as wide.
        add_row(&sums[keys[row], 0], &numbers[row, 0], width)
    for group in range(most + 1):
        for place in range(width):
            sums[group, place] /= members[group]
    return found


cdef _add_group(float[:, ::1] made, const int64_t[::1] keys, const float[:, ::1] share):
    """Add what each row's group has to the row's own."""
    cdef Py_ssize_t row, width = share.shape[1]
    if width > made.shape[1] or not width:
        raise IndexError("a share of another width")
    for row in range(made.shape[0]):
        # Both rows are checked, and as wide at least.
        add_row(&made[row, 0], &share[keys[row], 0], width)


cdef _add_step(float[:, ::1] made, Py_ssize_t width, Py_ssize_t at, Py_ssize_t step, const int64_t[::1] page):
    """Add what was made for it of the row so many steps away, if there is one and it is of the same page."""
    cdef Py_ssize_t count = made.shape[0], row
    if at + width > made.shape[1] or not width:
        raise IndexError("a view beyond the row")
    for row in range(max(-step, 0), count - max(step, 0)):
        # Both rows are checked, and hold all parts.
        if page[row] == page[row + step]:
            add_row(&made[row, 0], &made[row + step, at], width)


cdef _add_round(float[:, ::1] numbers, const float[:, ::1] made, const float[::1] bias):
    """Add what was made of all views, where it is more than nothing."""
    cdef Py_ssize_t row, width = numbers.shape[1]
    if bias.shape[0] != width or made.shape[1] < width or not width:
        raise IndexError("a bias of another width")
    for row in range(numbers.shape[0]):
        # Both rows are checked, and as wide as the bias at least.
        add_rectified(&numbers[row, 0], &made[row, 0], &bias[0], width)
