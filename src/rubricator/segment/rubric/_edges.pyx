"""Twin of `segment/rubric/edges.py`: what changes between one unit and the next."""

from cpython.array cimport array, clone
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from rubricator.bits cimport lowest_bit
from rubricator.segment.rubric._regions cimport Lines, find_lines

import numpy as np

cdef enum:
    SO_FAR = 0
    TO_COME = 1
    TEXT_TO_COME = 2
    ENDED = 3
    BEGUN = 4
    SHARED = 5
    LENGTH = 6

cdef array _DOUBLES = array("d")


def edge_table(
    sight, const double[::1] likely, const int64_t[::1] regions, reaches, double long_, Py_ssize_t highest, double bold,
    Py_ssize_t near,
):
    """Return what tells the places where the body begins or ends, a line for each feature."""
    cdef const int64_t[:, ::1] runs = sight.run_table, units = sight.unit_table
    cdef const double[:, ::1] floats = sight.unit_floats, styles = sight.style_floats
    cdef const int64_t[::1] start = units[0], end = units[1], run = sight.unit_run, bits = runs[4], style = runs[3]
    cdef const double[::1] visible = floats[0], link = floats[1], ends = floats[2], size = styles[0], weight = styles[1]
    cdef Py_ssize_t count = start.shape[0], at, line, place, reach, low, high
    cdef Py_ssize_t own = 2 * len(reaches) + 5, beside = own + 9, into = beside + 15
    cdef double scale = sight.scale, body_size = max(size[sight.body_style], 1.0), weighed
    if likely.shape[0] != count or not count:
        raise IndexError("probabilities of other units")
    made, logged = np.empty((into + regions.shape[0], count + 1)), np.empty((LENGTH + 1, count + 1))
    cdef double[:, ::1] table = made, logs = logged
    cdef array room = clone(_DOUBLES, 6 * (count + 1), True)
    # All lines have a place for each unit and one more, and none of those below is beyond those that were made.
    cdef Py_ssize_t wide = count + 1
    cdef double *length = room.data.as_doubles
    cdef double *inside = length + wide
    cdef double *total = inside + wide
    cdef double *body = total + wide
    cdef double *text = body + wide
    cdef double *linked = text + wide
    cdef double *out = &table[0, 0]
    cdef double *log = &logs[0, 0]
    cdef Lines known = find_lines(regions)
    cdef uint64_t changed, here, last = 0
    cdef int64_t own_style
    memset(out + into * wide, 0, regions.shape[0] * wide * sizeof(double))
    for at in range(count):
        length[at] = (end[at] - start[at]) * scale
        weighed = min(length[at], long_)
        inside[at + 1] = inside[at] + likely[at] * weighed
        total[at + 1] = total[at] + weighed
        body[at + 1] = body[at] + likely[at] * length[at]
        text[at + 1] = text[at] + length[at]
        linked[at + 1] = linked[at] + link[at] * length[at]
        log[LENGTH * wide + at] = length[at]
        own_style = style[run[at]]
        # What stands before a place, and what stands after it; the first has nothing before it, the last nothing after.
        _both(out + (beside + 2) * wide, wide, at, size[own_style] / body_size)
        _both(out + (beside + 4) * wide, wide, at, weight[own_style] >= bold)
        _both(out + (beside + 6) * wide, wide, at, link[at])
        _both(out + (beside + 8) * wide, wide, at, ends[at])
        _both(out + (beside + 10) * wide, wide, at, visible[at])
        out[(beside + 12) * wide + at] = own_style == style[run[max(at - 1, 0)]]
        here = bits[run[at]] & known.all
        changed = here ^ last if at else 0
        while changed:
            out[(into + known.of[lowest_bit(changed)]) * wide + at] = 1 if here & changed & -changed else -1
            changed &= changed - 1
        last = here
    for line in range(beside + 2, beside + 12, 2):
        out[line * wide] = out[line * wide + 1]
        out[(line + 1) * wide + count] = out[(line + 1) * wide + count - 1]
    out[(beside + 12) * wide + count] = 1
    log[LENGTH * wide + count] = 0
    for place in range(len(reaches)):
        reach = reaches[place]
        if reach < 0 or near < 0:
            raise ValueError("a reach backwards")
        for at in range(wide):
            low, high = max(at - reach, 0), min(at + reach, count)
            out[2 * place * wide + at] = (inside[at] - inside[low]) / max(total[at] - total[low], 1)
            out[(2 * place + 1) * wide + at] = (inside[high] - inside[at]) / max(total[high] - total[at], 1)
    for at in range(wide):
        log[SO_FAR * wide + at] = body[at]
        log[TO_COME * wide + at] = body[count] - body[at]
        out[(own - 3) * wide + at] = body[at] / max(body[count], 1.0)
        log[TEXT_TO_COME * wide + at] = text[count] - text[at]
        out[(own - 1) * wide + at] = text[at] / max(text[count], 1.0)
        low, high = max(at - near, 0), min(at + near, count)
        out[(beside + 13) * wide + at] = (linked[at] - linked[low]) / max(text[at] - text[low], 1)
        out[(beside + 14) * wide + at] = (linked[high] - linked[at]) / max(text[high] - text[at], 1)
    _shared_element(sight, units, highest, table[own:], logs)
    np.log1p(logged, out=logged)
    table[own - 5], table[own - 4], table[own - 2] = logs[SO_FAR], logs[TO_COME], logs[TEXT_TO_COME]
    table[own + 3], table[own + 4], table[own + 6] = logs[ENDED], logs[BEGUN], logs[SHARED]
    for at in range(count):
        _both(out + beside * wide, wide, at, log[LENGTH * wide + at])
    out[beside * wide], out[(beside + 1) * wide + count] = log[LENGTH * wide], log[LENGTH * wide + count - 1]
    return made


cdef inline void _both(double *lines, Py_ssize_t wide, Py_ssize_t at, double value) noexcept:
    """Write what a unit has on the line for what stands before a place, and on the next for what stands after it."""
    lines[at + 1] = lines[wide + at] = value


cdef _shared_element(
    sight, const int64_t[:, ::1] units, Py_ssize_t highest, double[:, ::1] table, double[:, ::1] logs
):
    """Describe the deepest element that holds the units on both sides, and what ends and begins in it between them."""
    cdef const int64_t[:, ::1] nodes = sight.context.table
    cdef const int64_t[::1] parent = nodes[0], depth = nodes[3], node_start = nodes[4], node_end = nodes[5]
    cdef const int64_t[::1] start = units[0], end = units[1], container = units[2]
    cdef Py_ssize_t count = container.shape[0], at, climbed
    cdef double scale = sight.scale, whole = max(len(sight.page.text) * scale, 1.0), size
    cdef int64_t left, right, ending, beginning, here, from_left, from_right, down
    for at in range(count + 1):
        left, right = container[max(at - 1, 0)], container[min(at, count - 1)]
        from_left, from_right, ending, beginning = depth[left], depth[right], left, right
        climbed = 0
        while left != right and climbed < highest:
            down = depth[left] - depth[right]
            if down >= 0:
                ending, left = left, parent[left]
            if down <= 0:
                beginning, right = right, parent[right]
            climbed += 1
        here = start[at] if at < count else end[count - 1]
        size = (node_end[left] - node_start[left]) * scale
        table[0, at] = depth[left]
        table[1, at] = from_left - depth[left]
        table[2, at] = from_right - depth[left]
        logs[ENDED, at] = (node_end[ending] - node_start[ending]) * scale
        logs[BEGUN, at] = (node_end[beginning] - node_start[beginning]) * scale
        table[5, at] = logs[ENDED, at] / whole
        logs[SHARED, at] = size
        table[7, at] = size / whole
        table[8, at] = (here - node_start[left]) / max(size / scale, 1)
