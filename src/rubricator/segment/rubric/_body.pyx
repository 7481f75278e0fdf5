"""Features of units that tell the content body from what is around it."""

from cpython.unicode cimport PyUnicode_FindChar
from libc.stdint cimport int64_t

from rubricator.segment.rubric._tables cimport (
    NODE_DEPTH, NODE_END, NODE_PARENT, NODE_START, RUN_START, RUN_STYLE, STYLE_SIZE, UNIT_CONTAINER, UNIT_END,
    UNIT_ENDS, UNIT_LINK, UNIT_START, UNIT_VISIBLE,
)

import numpy as np

cdef enum:
    PROSE = 60  # Characters from which on a unit may be prose.


def fill_units(double[:, ::1] table, dict row, Py_ssize_t logarithms, sight, tuple reaches, int levels):
    """Write the features of units into a table, where `row` says; the first rows are to hold logarithms."""
    cdef const int64_t[:, ::1] runs = sight.run_table, units = sight.unit_table
    cdef const double[:, ::1] floats = sight.unit_floats
    cdef const int64_t[::1] start = units[UNIT_START], end = units[UNIT_END], container = units[UNIT_CONTAINER]
    cdef const int64_t[::1] first_run = sight.unit_run, style = runs[RUN_STYLE], depth = sight.context.table[NODE_DEPTH]
    cdef const double[::1] link = floats[UNIT_LINK], style_size = sight.style_floats[STYLE_SIZE]
    cdef double[::1] length = table[row["length"]], from_start = table[row["from start"]], to_end = table[row["to end"]]
    cdef double[::1] at = table[row["at"]], ratio = table[row["ratio"]], plain = table[row["body style"]]
    cdef double[::1] run_count = table[row["runs"]], depths = table[row["depth"]], before = table[row["prose before"]]
    cdef double[::1] around, links_around
    cdef Py_ssize_t count = start.shape[0], unit, low, high, reach
    cdef double scale = sight.scale, text_length = len(sight.page.text), total = max(text_length * scale, 1.0)
    cdef int64_t body_style = sight.body_style
    cdef double body_size = max(style_size[body_style], 1.0), characters
    # Sums over the units before.
    cdef double[:, ::1] sums = np.zeros((3, count + 1))
    cdef double[::1] prose = sums[0], links = sums[1], text = sums[2]
    table[row["link"]], table[row["ends"]], table[row["visible"]] = link, floats[UNIT_ENDS], floats[UNIT_VISIBLE]
    table[row["size"]] = np.log(total)
    count_commas(sight.page.text, start, end, table[row["commas"]])
    for unit in range(count):
        characters = (end[unit] - start[unit]) * scale
        length[unit], from_start[unit] = characters, start[unit] * scale
        to_end[unit] = max(total - end[unit] * scale, 0)
        at[unit] = start[unit] / max(text_length, 1)
        depths[unit] = depth[container[unit]]
        ratio[unit] = style_size[style[first_run[unit]]] / body_size
        plain[unit] = style[first_run[unit]] == body_style
        run_count[unit] = first_run[unit + 1] - first_run[unit]
        prose[unit + 1] = prose[unit] + characters * (1 - link[unit]) * (characters > PROSE)
        links[unit + 1] = links[unit] + link[unit] * characters
        text[unit + 1] = text[unit] + characters
    for unit in range(count):
        before[unit] = prose[unit] / max(prose[count], 1.0)
    for reach in reaches:
        around, links_around = table[row[f"prose around {reach}"]], table[row[f"links around {reach}"]]
        for unit in range(count):
            low, high = max(unit - reach, 0), min(unit + reach + 1, count)
            around[unit] = prose[high] - prose[low]
            links_around[unit] = (links[high] - links[low]) / max(text[high] - text[low], 1)
    describe_ancestors(table, row, sight, prose, total / scale, levels)
    logs = np.asarray(table[:logarithms])
    np.log1p(logs, out=logs)
    for name in ("length", "link", "ends"):
        for reach in (1, 2):
            shift(table[row[name]], table[row[f"{name} before {reach}"]], table[row[f"{name} after {reach}"]], reach)


cdef int count_commas(str text, const int64_t[::1] start, const int64_t[::1] end, double[::1] commas) except -1:
    cdef Py_ssize_t at, unit
    cdef Py_UCS4 mark
    commas[:] = 0
    for mark in u",、，":
        unit = 0
        at = PyUnicode_FindChar(text, mark, 0, len(text), 1)
        while at >= 0:
            while unit < end.shape[0] and end[unit] <= at:
                unit += 1
            if unit == end.shape[0]:
                break
            commas[unit] += start[unit] <= at
            at = PyUnicode_FindChar(text, mark, at + 1, len(text), 1)
    return 0


cdef int describe_ancestors(
    double[:, ::1] table, dict row, sight, const double[::1] prose, double text_length, int levels
) except -1:
    """Say of the elements above each unit, from its container up, how much text, links, prose and units each holds."""
    cdef const int64_t[:, ::1] nodes = sight.context.table, units = sight.unit_table
    cdef const int64_t[::1] node_start = nodes[NODE_START], node_end = nodes[NODE_END], parent = nodes[NODE_PARENT]
    cdef const int64_t[::1] unit_start = units[UNIT_START], run_start = sight.run_table[RUN_START]
    cdef const double[::1] linked = sight.link_before
    cdef int64_t[::1] ancestor = sight.unit_container.copy()
    cdef double[::1] texts, links, proses, counts
    cdef double all_prose = max(prose[prose.shape[0] - 1], 1.0), length
    cdef Py_ssize_t unit, low, high, first, after
    cdef int64_t node
    for level in range(levels):
        texts, links = table[row[f"text above {level}"]], table[row[f"links above {level}"]]
        proses, counts = table[row[f"prose above {level}"]], table[row[f"units above {level}"]]
        low = high = first = after = 0
        for unit in range(unit_start.shape[0]):
            node = ancestor[unit]
            ancestor[unit] = parent[node]
            # Its units and runs are near those of the element looked at before.
            low, high = first_from(unit_start, node_start[node], low), first_from(unit_start, node_end[node], high)
            first, after = first_from(run_start, node_start[node], first), first_from(run_start, node_end[node], after)
            length = node_end[node] - node_start[node]
            texts[unit] = length / text_length
            links[unit] = (linked[after] - linked[first]) / max(length, 1)
            proses[unit] = (prose[high] - prose[low]) / all_prose
            counts[unit] = high - low
    return 0


cdef int shift(const double[::1] values, double[::1] before, double[::1] after, Py_ssize_t step) except -1:
    """Write the values of the units some steps before and after each; -1 where there is none."""
    cdef Py_ssize_t unit, count = values.shape[0]
    for unit in range(count):
        before[unit] = values[unit - step] if unit >= step else -1
        after[unit] = values[unit + step] if unit + step < count else -1
    return 0


cdef inline Py_ssize_t first_from(const int64_t[::1] values, int64_t least, Py_ssize_t guess=0) except -1:
    """Return the first place of sorted values whose value is not less; it is looked for from a guess outward."""
    cdef Py_ssize_t count = values.shape[0], low = min(max(guess, 0), count), high = low, middle, step = 1
    while low and values[low - 1] >= least:
        high = low - 1
        low = max(high - step, 0)
        step *= 2
    while high < count and values[high] < least:
        low = high + 1
        high = min(low + step, count)
        step *= 2
    while low < high:
        middle = (low + high) // 2
        if values[middle] < least:
            low = middle + 1
        else:
            high = middle
    return low
