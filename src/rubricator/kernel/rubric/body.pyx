"""Twins of `segment/rubric/body.py`: what tells units of the content body from others, and the span that holds it."""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport int32_t, int64_t

from rubricator.kernel.search cimport first_from

import numpy as np

cdef enum:
    OWN = 13  # Features of the unit itself, before those of regions.
    LENGTH = 0
    FROM_START = 1
    TO_END = 2
    AROUND = 3


def unit_table(sight, const int64_t[::1] regions, reaches, Py_ssize_t ups, double long_):
    """Return what tells units of the content body from others, a line for each feature."""
    cdef const int64_t[::1] start = sight.unit_start, end = sight.unit_end, run = sight.unit_run
    cdef const int64_t[::1] container = sight.unit_container
    cdef const int64_t[::1] bits = sight.run_bits, style = sight.run_style, depth = sight.node_depth
    cdef const double[::1] link = sight.unit_link, ends = sight.unit_ends, visible = sight.unit_visible
    cdef const double[::1] size = sight.style_size
    cdef Py_ssize_t count = start.shape[0], length = len(sight.page.text), unit, line, reach, low, high, step, place
    cdef double scale = sight.scale, total = max(length * scale, 1.0), log_total = np.log(total)
    cdef double body_size = max(size[sight.body_style], 1.0), prose, characters
    cdef int64_t body_style = sight.body_style, first
    cdef Py_ssize_t steps = OWN + regions.shape[0] + 2 * len(reaches), above = steps + 13
    made, logged = np.empty((above + 4 * ups, count)), np.empty((AROUND + len(reaches) + ups, count))
    cdef double[:, ::1] table = made, logs = logged
    cdef double[:, ::1] sums = np.zeros((3, count + 1))
    cdef int64_t[::1] own_bits = np.empty(count + 1, np.int64)
    cdef int64_t one
    cdef int64_t *within = &own_bits[0]
    cdef double *at
    _count_commas(sight.page.text, start, end, table[3])
    for unit in range(count):
        characters = <double> (end[unit] - start[unit]) * scale
        first = run[unit]
        logs[LENGTH, unit] = characters
        logs[FROM_START, unit] = start[unit] * scale
        logs[TO_END, unit] = max(total - end[unit] * scale, 0)
        table[1, unit] = link[unit]
        table[2, unit] = ends[unit]
        table[4, unit] = visible[unit]
        table[5, unit] = start[unit] / <double> max(length, 1)
        table[6, unit] = log_total
        table[9, unit] = depth[container[unit]]
        table[10, unit] = size[style[first]] / body_size
        table[11, unit] = style[first] == body_style
        table[12, unit] = run[unit + 1] - first
        own_bits[unit] = bits[first]
        prose = characters * (1 - link[unit]) * (characters > long_)
        sums[0, unit + 1] = sums[0, unit] + prose
        sums[1, unit + 1] = sums[1, unit] + link[unit] * characters
        sums[2, unit + 1] = sums[2, unit] + characters
    for line in range(regions.shape[0] if count else 0):
        # The line is checked, and has a place for each unit.
        one, at = regions[line], &table[OWN + line, 0]
        for unit in range(count):
            at[unit] = (within[unit] & one) != 0
    line = OWN + regions.shape[0]
    for place in range(len(reaches)):
        reach = reaches[place]
        for unit in range(count):
            low, high = max(unit - reach, 0), min(unit + reach + 1, count)
            logs[AROUND + place, unit] = sums[0, high] - sums[0, low]
            table[line + 2 * place + 1, unit] = (sums[1, high] - sums[1, low]) / max(sums[2, high] - sums[2, low], 1)
    _above(sight, sums[0], total, table[above:], logs[AROUND + len(reaches) :])
    np.log1p(logged, out=logged)
    made[0], made[7], made[8] = logged[LENGTH], logged[FROM_START], logged[TO_END]
    made[line : line + 2 * len(reaches) : 2] = logged[AROUND : AROUND + len(reaches)]
    made[above + 3 :: 4] = logged[AROUND + len(reaches) :]
    for place in range(3):
        for step in range(1, 3):
            line = steps + 6 * (step - 1) + 2 * place
            for unit in range(count):
                table[line, unit] = table[place, unit - step] if unit >= step else -1
                table[line + 1, unit] = table[place, unit + step] if unit + step < count else -1
    for unit in range(count):
        table[steps + 12, unit] = sums[0, unit] / max(sums[0, count], 1.0)
    return made


cdef _count_commas(str text, const int64_t[::1] start, const int64_t[::1] end, double[::1] found):
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef const unsigned char *narrow = <const unsigned char *> data
    cdef Py_ssize_t unit, at
    cdef int64_t length = len(text)
    cdef int commas
    cdef Py_UCS4 character
    for unit in range(start.shape[0]):
        if start[unit] < 0 or end[unit] > length:
            raise IndexError("a unit beyond the text")
        # Units lie in the text, as was checked.
        commas = 0
        if kind == 1:
            for at in range(start[unit], end[unit]):
                commas += narrow[at] == 44
        else:
            for at in range(start[unit], end[unit]):
                character = PyUnicode_READ(kind, data, at)
                commas += character == u"," or character == u"、" or character == u"，"
        found[unit] = commas


cdef _above(sight, const double[::1] prose, double total, double[:, ::1] table, double[:, ::1] units):
    """Describe the elements above: how much text, prose and links each holds. Each element is looked at once."""
    cdef const int64_t[::1] node_start = sight.node_start, node_end = sight.node_end, parent = sight.node_parent
    cdef const int64_t[::1] unit_start = sight.unit_start, run_start = sight.run_start, container = sight.unit_container
    cdef const double[::1] link = sight.link_before
    cdef double whole = total / <double> sight.scale, in_all = max(prose[prose.shape[0] - 1], 1.0)
    cdef Py_ssize_t unit, up, line, low, high, seen = 0, runs = run_start.shape[0], count = unit_start.shape[0]
    cdef int64_t node, start, end
    cdef int32_t[::1] place = np.zeros(node_start.shape[0], np.int32)
    cdef double[:, ::1] known = np.empty((min(node_start.shape[0], container.shape[0] * units.shape[0]), 4))
    for unit in range(container.shape[0]):
        node = container[unit]
        for up in range(units.shape[0]):
            if not place[node]:
                start, end = node_start[node], node_end[node]
                known[seen, 0] = (end - start) / whole
                low, high = first_from(run_start, runs, start), first_from(run_start, runs, end)
                known[seen, 1] = (link[high] - link[low]) / max(end - start, 1)
                low, high = first_from(unit_start, count, start), first_from(unit_start, count, end)
                known[seen, 2] = (prose[high] - prose[low]) / in_all
                known[seen, 3] = high - low
                seen += 1
                place[node] = seen
            for line in range(3):
                table[4 * up + line, unit] = known[place[node] - 1, line]
            units[up, unit] = known[place[node] - 1, 3]
            node = parent[node]


def numbered_groups(const int64_t[::1] containers, const int64_t[::1] parent):
    """Return zeros, and the numbers of the elements right above containers and two further up."""
    cdef Py_ssize_t count = containers.shape[0], unit
    groups = np.zeros((3, count), np.int64)
    cdef int64_t[:, ::1] found = groups
    cdef int64_t[::1] numbers = np.empty(parent.shape[0], np.int64)
    for unit in range(count):
        found[1, unit] = parent[containers[unit]]
        found[2, unit] = parent[parent[found[1, unit]]]
    _number(found[1], numbers)
    _number(found[2], numbers)
    return groups[0], groups[1], groups[2]


cdef _number(int64_t[::1] nodes, int64_t[::1] number):
    """Number the distinct ones of some of a page's nodes from 0, in document order; `number` has room for all."""
    cdef Py_ssize_t row, node
    cdef int64_t seen = 0
    number[:] = -1
    for row in range(nodes.shape[0]):
        number[nodes[row]] = 0
    for node in range(number.shape[0]):
        if number[node] == 0:
            number[node] = seen
            seen += 1
    for row in range(nodes.shape[0]):
        nodes[row] = number[nodes[row]]


def best_run(
    const int64_t[::1] unit_start, const int64_t[::1] unit_end, const double[::1] probability, const double[::1] begins,
    const double[::1] ends, double threshold, Py_ssize_t least, double scale, double edge, int64_t little,
):
    """Return the units of the run that gains most, by its text and by where it begins and ends."""
    cdef Py_ssize_t place, best = 0, first = 0, stop = 0, count = unit_start.shape[0]
    cdef double total = 0, before = 0, gained = 0, most = 0, greatest = begins[0]
    cdef int64_t text = 0
    for place in range(count):
        text += unit_end[place] - unit_start[place]
    if text < little:
        return 0, count
    least = max(min(least, count) - 1, 0)
    for place in range(count):
        # A run that ends after this unit had best begin at `best`, where the total was `before`.
        if begins[place] - total > greatest:
            best, before, greatest = place, total, begins[place] - total
        total += (probability[place] - threshold) * (unit_end[place] - unit_start[place]) * scale / edge
        if place == least or (place > least and greatest + (total + ends[place + 1]) > most):
            first, stop, gained, most = best, place + 1, total - before, greatest + (total + ends[place + 1])
    if gained > 0:
        return first, stop
    return 0, 0
