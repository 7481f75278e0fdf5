"""Twin of `segment/rubric/edges.py`: what changes between one unit and the next."""

from libc.stdint cimport int64_t

import numpy as np

cdef enum:
    SO_FAR = 0
    TO_COME = 1
    TEXT_TO_COME = 2
    ENDED = 3
    BEGUN = 4
    SHARED = 5
    LENGTH = 6


def edge_table(
    sight, const double[::1] likely, const int64_t[::1] regions, reaches, double long_, Py_ssize_t highest, double bold,
    Py_ssize_t near,
):
    """Return what tells the places where the body begins or ends, a line for each feature."""
    cdef const int64_t[::1] start = sight.unit_start, end = sight.unit_end, run = sight.unit_run
    cdef const int64_t[::1] bits = sight.run_bits, style = sight.run_style
    cdef const double[::1] link = sight.unit_link, ends = sight.unit_ends, visible = sight.unit_visible
    cdef const double[::1] size = sight.style_size, weight = sight.style_weight
    cdef Py_ssize_t count = start.shape[0], at, line, place, reach, low, high, before, after
    cdef Py_ssize_t own = 2 * len(reaches) + 5, beside = own + 9, into = beside + 15
    cdef double scale = sight.scale, body_size = max(size[sight.body_style], 1.0), weighed
    cdef double[:, ::1] room = np.zeros((6, count + 1))
    cdef double[::1] length = room[0], inside = room[1], total = room[2], body = room[3], text = room[4]
    cdef double[::1] linked = room[5]
    made, logged = np.empty((into + regions.shape[0], count + 1)), np.empty((LENGTH + 1, count + 1))
    cdef double[:, ::1] table = made, logs = logged
    if likely.shape[0] != count or not count:
        raise IndexError("probabilities of other units")
    cdef int64_t[::1] own_bits = np.empty(count, np.int64)
    cdef int64_t one
    cdef int64_t *within = &own_bits[0]
    cdef double *found
    for at in range(count):
        length[at] = (end[at] - start[at]) * scale
        weighed = min(length[at], long_)
        inside[at + 1] = inside[at] + likely[at] * weighed
        total[at + 1] = total[at] + weighed
        body[at + 1] = body[at] + likely[at] * length[at]
        text[at + 1] = text[at] + length[at]
        linked[at + 1] = linked[at] + link[at] * length[at]
        logs[LENGTH, at] = length[at]
        own_bits[at] = bits[run[at]]
    logs[LENGTH, count] = 0
    for place in range(len(reaches)):
        reach = reaches[place]
        for at in range(count + 1):
            low, high = max(at - reach, 0), min(at + reach, count)
            table[2 * place, at] = (inside[at] - inside[low]) / max(total[at] - total[low], 1)
            table[2 * place + 1, at] = (inside[high] - inside[at]) / max(total[high] - total[at], 1)
    for at in range(count + 1):
        logs[SO_FAR, at] = body[at]
        logs[TO_COME, at] = body[count] - body[at]
        table[own - 3, at] = body[at] / max(body[count], 1.0)
        logs[TEXT_TO_COME, at] = text[count] - text[at]
        table[own - 1, at] = text[at] / max(text[count], 1.0)
        before, after = max(at - 1, 0), min(at, count - 1)
        for place in range(2):
            # What stands before the place, then what stands after it.
            reach = after if place else before
            table[beside + 2 + place, at] = size[style[run[reach]]] / body_size
            table[beside + 4 + place, at] = weight[style[run[reach]]] >= bold
            table[beside + 6 + place, at] = link[reach]
            table[beside + 8 + place, at] = ends[reach]
            table[beside + 10 + place, at] = visible[reach]
        table[beside + 12, at] = style[run[before]] == style[run[after]]
        low, high = max(at - near, 0), min(at + near, count)
        table[beside + 13, at] = (linked[at] - linked[low]) / max(text[at] - text[low], 1)
        table[beside + 14, at] = (linked[high] - linked[at]) / max(text[high] - text[at], 1)
    for line in range(regions.shape[0]):
        # The line is checked, and has a place for each unit and one more.
        one, found = regions[line], &table[into + line, 0]
        found[0] = found[count] = 0
        for at in range(1, count):
            found[at] = ((within[at] & one) != 0) - ((within[at - 1] & one) != 0)
    _shared_element(sight, highest, table[own:], logs)
    np.log1p(logged, out=logged)
    made[own - 5 : own - 3] = logged[:2]
    made[own - 2] = logged[TEXT_TO_COME]
    made[own + 3], made[own + 4], made[own + 6] = logged[ENDED], logged[BEGUN], logged[SHARED]
    made[beside, 1:], made[beside, 0] = logged[LENGTH, :count], logged[LENGTH, 0]
    made[beside + 1, :count], made[beside + 1, count] = logged[LENGTH, :count], logged[LENGTH, count - 1]
    return made


cdef _shared_element(sight, Py_ssize_t highest, double[:, ::1] table, double[:, ::1] logs):
    """Describe the deepest element that holds the units on both sides, and what ends and begins in it between them."""
    cdef const int64_t[::1] depth = sight.node_depth, parent = sight.node_parent, container = sight.unit_container
    cdef const int64_t[::1] node_start = sight.node_start, node_end = sight.node_end
    cdef const int64_t[::1] start = sight.unit_start, end = sight.unit_end
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
