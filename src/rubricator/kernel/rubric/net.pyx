"""Twins of `segment/rubric/net.py`: rows of a page become a few numbers, which take in what stands around."""

from libc.stdint cimport int64_t

import numpy as np


def own_numbers(
    const double[:, ::1] table, const int64_t[::1] lines, Py_ssize_t low, Py_ssize_t high, ramps, weight, bias,
    Py_ssize_t alone,
):
    """Return what the features of the rows `low` .. `high` of a table become."""
    scaled = scaled_lines(table, lines, low, high, ramps.low, ramps.width, ramps.slope, ramps.counts)
    found = times(scaled.T, weight, np.empty((high - low, weight.shape[1]), np.float32), alone)
    _rectify(found, bias)
    return found


def scaled_lines(
    const double[:, ::1] table, const int64_t[::1] lines, Py_ssize_t low, Py_ssize_t high,
    const float[:, ::1] knots, const float[:, ::1] width, const float[:, ::1] slope, const int64_t[::1] counts,
):
    """Lay values so that the knots of each feature lie evenly between -1 and 1."""
    cdef Py_ssize_t place, step, row, rows = high - low
    cdef float first, most, rise, climbed
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
            first, most, rise = knots[place, step], width[place, step], slope[place, step]
            for row in range(rows):
                climbed = value[row] - first
                climbed = climbed if climbed > 0 else 0
                climbed = climbed if climbed < most else most
                made[row] += climbed * rise
    return scaled


cdef times(rows, weight, found, Py_ssize_t alone):
    """Multiply some rows at a time."""
    cdef Py_ssize_t count = len(rows), step = max(alone // max(weight.size, 1), 1), low
    dot = np.dot
    for low in range(0, count, step):
        dot(rows[low : low + step], weight, out=found[low : low + step])
    return found


cdef _rectify(float[:, ::1] made, const float[::1] bias):
    cdef Py_ssize_t row, place, width = made.shape[1]
    cdef float value
    cdef float *own
    if bias.shape[0] != width or not width:
        raise IndexError("a bias of another width")
    cdef const float *begin = &bias[0]
    for row in range(made.shape[0]):
        # The row is checked, and as wide as the bias.
        own = &made[row, 0]
        for place in range(width):
            value = own[place] + begin[place]
            own[place] = value if value > 0 else 0


def taken_in(numbers, parts, groups, Py_ssize_t alone):
    """Let rows take in what stands around, round by round."""
    cdef Py_ssize_t at, width = numbers.shape[1]
    numbers = numbers.copy()
    page = groups["page"] if groups["page"].any() else None
    # What a round makes takes the room of what the round before made: new room costs as much time as to fill it.
    room = np.empty(len(numbers) * max([part.beside.shape[1] for part in parts], default=0), np.float32)
    for views, beside, of_groups, bias in parts:
        made = room[: len(numbers) * beside.shape[1]].reshape(-1, beside.shape[1])
        times(numbers, beside, made, alone)
        weights, at = iter(of_groups), width
        for name in views:
            if name[0] in "+-":
                _add_step(made, width, at, int(name), page)
                at += width
            else:
                means = group_means(numbers, groups[name])
                _add_group(made, groups[name], times(means, next(weights), np.empty_like(means), alone))
        _add_round(numbers, made, bias)
    return numbers


def group_means(const float[:, ::1] numbers, const int64_t[::1] keys):
    """Return the mean of each group."""
    cdef Py_ssize_t count = numbers.shape[0], width = numbers.shape[1], row, place
    cdef int64_t most = -1
    cdef float *total
    cdef const float *own
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
        total, own = &sums[keys[row], 0], &numbers[row, 0]
        for place in range(width):
            total[place] += own[place]
    return found / counts[:, None]


cdef _add_group(float[:, ::1] made, const int64_t[::1] keys, const float[:, ::1] share):
    """Add what each row's group has to the row's own."""
    cdef Py_ssize_t row, place, width = share.shape[1]
    cdef float *own
    cdef const float *added
    if width > made.shape[1] or not width:
        raise IndexError("a share of another width")
    for row in range(made.shape[0]):
        # Both rows are checked, and as wide at least.
        own, added = &made[row, 0], &share[keys[row], 0]
        for place in range(width):
            own[place] += added[place]


cdef _add_step(float[:, ::1] made, Py_ssize_t width, Py_ssize_t at, Py_ssize_t step, page):
    """Add what was made for it of the row so many steps away, if there is one and it is of the same page."""
    cdef Py_ssize_t count = made.shape[0], row, place, other
    cdef const int64_t[::1] pages = page
    cdef bint several = page is not None
    cdef float *own
    cdef const float *added
    if at + width > made.shape[1] or not width:
        raise IndexError("a view beyond the row")
    for row in range(max(-step, 0), count - max(step, 0)):
        if several and pages[row] != pages[row + step]:
            continue
        # Both rows are checked, and hold all parts.
        own, added = &made[row, 0], &made[row + step, at]
        for place in range(width):
            own[place] += added[place]


cdef _add_round(float[:, ::1] numbers, const float[:, ::1] made, const float[::1] bias):
    """Add what was made of all views, where it is more than nothing."""
    cdef Py_ssize_t row, place, width = numbers.shape[1]
    cdef float value
    cdef float *own
    cdef const float *added
    if bias.shape[0] != width or made.shape[1] < width or not width:
        raise IndexError("a bias of another width")
    cdef const float *begin = &bias[0]
    for row in range(numbers.shape[0]):
        # Both rows are checked, and as wide as the bias at least.
        own, added = &numbers[row, 0], &made[row, 0]
        for place in range(width):
            value = added[place] + begin[place]
            own[place] += value if value > 0 else 0
