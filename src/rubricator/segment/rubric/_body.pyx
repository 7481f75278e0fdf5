"""Twins of `segment/rubric/body.py`: what tells units of the content body from others, and the span that holds it."""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from rubricator.bits cimport lowest_bit
from rubricator.segment.rubric._regions cimport Lines, find_lines
from rubricator.bisection cimport first_near

import numpy as np

cdef enum:
    OWN = 13  # Features of the unit itself, before those of regions.
    LENGTH = 0
    FROM_START = 1
    TO_END = 2
    AROUND = 3


def unit_table(sight, const int64_t[::1] regions, reaches, Py_ssize_t ups, double long_):
    """Return what tells units of the content body from others, a line for each feature."""
    cdef const int64_t[:, ::1] nodes = sight.context.table, runs = sight.run_table, units = sight.unit_table
    cdef const double[:, ::1] floats = sight.unit_floats, styles = sight.style_floats
    cdef const int64_t[::1] start = units[0], end = units[1], container = units[2], run = sight.unit_run
    cdef const int64_t[::1] bits = runs[4], style = runs[3], depth = nodes[3]
    cdef const double[::1] visible = floats[0], link = floats[1], ends = floats[2], size = styles[0]
    cdef Py_ssize_t count = start.shape[0], length = len(sight.page.text), unit, line, reach, low, high, step, place
    cdef double scale = sight.scale, total = max(length * scale, 1.0), log_total = np.log(total)
    cdef double body_size = max(size[sight.body_style], 1.0), characters
    cdef int64_t body_style = sight.body_style, first
    cdef Py_ssize_t near = OWN + regions.shape[0], steps = near + 2 * len(reaches), above = steps + 13
    cdef Py_ssize_t logs = (AROUND + len(reaches)) * count, most = min(depth.shape[0], count * ups)
    made = np.empty((above + 4 * ups, count))
    if not count:
        return made
    # Logarithms are taken at once: of lines, and below them of what is said of elements.
    logged, summed = np.empty(logs + most), np.zeros((3, count + 1))
    cdef double[:, ::1] table = made, sums = summed
    cdef double[::1] before_logs = logged
    # Lines have a place for each unit, and no line below is beyond those that were made. Sums have one more place.
    cdef double *own = &table[0, 0]
    cdef double *log = &before_logs[0]
    cdef double *prose = &sums[0, 0]
    cdef double *links = &sums[1, 0]
    cdef double *text = &sums[2, 0]
    cdef double *to
    cdef uint64_t regions_of
    cdef Lines known = find_lines(regions)
    memset(own + OWN * count, 0, regions.shape[0] * count * sizeof(double))
    _count_commas(sight.page.text, start, end, table[3])
    for unit in range(count):
        characters = <double> (end[unit] - start[unit]) * scale
        first = run[unit]
        log[LENGTH * count + unit] = characters
        log[FROM_START * count + unit] = start[unit] * scale
        log[TO_END * count + unit] = max(total - end[unit] * scale, 0)
        own[count + unit] = link[unit]
        own[2 * count + unit] = ends[unit]
        own[4 * count + unit] = visible[unit]
        own[5 * count + unit] = start[unit] / <double> max(length, 1)
        own[6 * count + unit] = log_total
        own[9 * count + unit] = depth[container[unit]]
        own[10 * count + unit] = size[style[first]] / body_size
        own[11 * count + unit] = style[first] == body_style
        own[12 * count + unit] = run[unit + 1] - first
        regions_of = bits[first] & known.all
        while regions_of:
            own[(OWN + known.of[lowest_bit(regions_of)]) * count + unit] = 1
            regions_of &= regions_of - 1
        prose[unit + 1] = prose[unit] + characters * (1 - link[unit]) * (characters > long_)
        links[unit + 1] = links[unit] + link[unit] * characters
        text[unit + 1] = text[unit] + characters
    for place in range(len(reaches)):
        reach = reaches[place]
        if reach < 0:
            raise ValueError("a reach backwards")
        for unit in range(count):
            low, high = max(unit - reach, 0), min(unit + reach + 1, count)
            log[(AROUND + place) * count + unit] = prose[high] - prose[low]
            own[(near + 2 * place + 1) * count + unit] = (links[high] - links[low]) / max(text[high] - text[low], 1)
    cdef int32_t[:, ::1] places = np.empty((ups, count), np.int32)
    cdef double[:, ::1] elements = np.empty((3, most))
    some = logs + _look_above(sight, nodes, runs, units, run, sums[0], total, places, elements, before_logs[logs:])
    logged = logged[:some]
    np.log1p(logged, out=logged)
    _write_above(table[above:], places, elements, before_logs[logs:])
    memcpy(own, log + LENGTH * count, count * sizeof(double))
    memcpy(own + 7 * count, log + FROM_START * count, count * sizeof(double))
    memcpy(own + 8 * count, log + TO_END * count, count * sizeof(double))
    for place in range(len(reaches)):
        memcpy(own + (near + 2 * place) * count, log + (AROUND + place) * count, count * sizeof(double))
    for place in range(3):
        for step in range(1, 3):
            to = own + (steps + 6 * (step - 1) + 2 * place) * count
            for unit in range(count):
                to[unit] = own[place * count + unit - step] if unit >= step else -1
                to[count + unit] = own[place * count + unit + step] if unit + step < count else -1
    to = own + (steps + 12) * count
    for unit in range(count):
        to[unit] = prose[unit] / max(prose[count], 1.0)
    return made


cdef _count_commas(str text, const int64_t[::1] start, const int64_t[::1] end, double[::1] found):
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef const unsigned char *narrow = <const unsigned char *> data
    cdef const unsigned short *wide = <const unsigned short *> data
    cdef Py_ssize_t unit, at
    cdef int64_t length = len(text)
    cdef unsigned int commas
    cdef Py_UCS4 character
    for unit in range(start.shape[0]):
        if start[unit] < 0 or end[unit] > length:
            raise IndexError("a unit beyond the text")
        # Units lie in the text, as was checked.
        commas = 0
        if kind == 1:
            for at in range(start[unit], end[unit]):
                commas += narrow[at] == 44
        elif kind == 2:
            for at in range(start[unit], end[unit]):
                commas += (wide[at] == 44) | (wide[at] == 0x3001) | (wide[at] == 0xFF0C)
        else:
            for at in range(start[unit], end[unit]):
                character = PyUnicode_READ(kind, data, at)
                commas += character == u"," or character == u"、" or character == u"，"
        found[unit] = commas


cdef Py_ssize_t _look_above(
    sight, const int64_t[:, ::1] nodes, const int64_t[:, ::1] run_table, const int64_t[:, ::1] unit_table,
    const int64_t[::1] unit_run, const double[::1] prose, double total, int32_t[:, ::1] places,
    double[:, ::1] elements, double[::1] units
) except -1:
    """Describe the elements above: how much text, links and prose each holds, and how many units.

    Each element is looked at once; write at which place, and return how many there are.
    """
    cdef const int64_t[::1] node_start = nodes[4], node_end = nodes[5], parent = nodes[0]
    cdef const int64_t[::1] unit_start = unit_table[0], run_start = run_table[0], container = unit_table[2]
    cdef const double[::1] link = sight.link_before
    cdef double whole = total / <double> sight.scale, in_all = max(prose[prose.shape[0] - 1], 1.0)
    cdef Py_ssize_t unit, up, low, high, first, after, runs = run_start.shape[0], count = unit_start.shape[0]
    cdef int64_t node, start, end
    cdef int32_t[::1] place = np.zeros(node_start.shape[0], np.int32)
    cdef int32_t seen = 0
    cdef const int64_t *units_from = &unit_start[0]
    cdef const int64_t *runs_from = &run_start[0]
    for unit in range(container.shape[0]):
        node = container[unit]
        # Units and runs of an element are looked for around those of the element below.
        low, high, first, after = unit, unit + 1, unit_run[unit], unit_run[unit + 1]
        for up in range(places.shape[0]):
            if not place[node]:
                start, end = node_start[node], node_end[node]
                low, high = first_near(units_from, count, start, low), first_near(units_from, count, end, high)
                first, after = first_near(runs_from, runs, start, first), first_near(runs_from, runs, end, after)
                elements[0, seen] = (end - start) / whole
                elements[1, seen] = (link[after] - link[first]) / max(end - start, 1)
                elements[2, seen] = (prose[high] - prose[low]) / in_all
                units[seen] = high - low
                seen += 1
                place[node] = seen
            places[up, unit] = place[node] - 1
            node = parent[node]
    return seen


cdef _write_above(double[:, ::1] table, int32_t[:, ::1] places, double[:, ::1] elements, double[::1] units):
    """Write for each unit what is said of the elements above."""
    cdef Py_ssize_t up, line, unit
    cdef double *to
    cdef const double *of
    cdef const int32_t *at
    if table.shape[0] < 4 * places.shape[0] or table.shape[1] != places.shape[1]:
        raise IndexError("a table of another size")
    for up in range(places.shape[0]):
        for line in range(4):
            # Each place is one of those that were looked at, of which each line has as many.
            to, at = &table[4 * up + line, 0], &places[up, 0]
            of = &elements[line, 0] if line < 3 else &units[0]
            for unit in range(table.shape[1]):
                to[unit] = of[at[unit]]
