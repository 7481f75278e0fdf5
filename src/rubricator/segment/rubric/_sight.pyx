"""The lines of a page as tables, without the permalinks beside headings."""

import numpy as np

from cpython.array cimport array
from libc.stdint cimport int64_t, uint64_t

from rubricator.page._flags cimport VISIBLE

cdef enum:
    BITS = 1  # Rows of the table of `Context`.
    NEAR = 2

cdef enum:
    START, END, NODE, STYLE, RUN_BITS, RUN_NEAR, PATH, RUN_ROWS

cdef enum:
    UNIT_START, UNIT_END, CONTAINER, UNIT_ROWS

cdef enum:
    IS_VISIBLE, LINKED, ENDS, FLOAT_ROWS


def lay_out(page, context, int64_t link):
    """Return the columns of runs, of units (whole numbers, others), the links before, and the style of most text."""
    cdef const int[::1] starts = page.units.run_start, ends = page.units.run_end, nodes = page.units.run_node
    cdef const int[::1] firsts = page.units.first_run, containers = page.units.container, style = page.style
    cdef const unsigned char[::1] flags = page.flags, visible = page.units.visible
    cdef const int64_t[:, ::1] table = context.table
    cdef const uint64_t[::1] path = context.path
    cdef const unsigned char[::1] left_out = inside(page) if page.permalinks else bytes(len(page.flags))
    cdef Py_ssize_t most = nodes.shape[0], unit, place, node, run = 0, count = 0, length
    run_table, first_run, link_before = np.empty((RUN_ROWS, most), np.int64), [0], np.zeros(most + 1)
    unit_table = np.empty((UNIT_ROWS, len(containers)), np.int64)
    unit_floats, weights = np.empty((FLOAT_ROWS, len(containers))), np.zeros((2, max(len(page.styles), 1)))
    codes = np.empty(most, np.uint64)
    cdef int64_t[:, ::1] runs = run_table, units = unit_table
    cdef double[:, ::1] floats = unit_floats, weight = weights
    cdef double[::1] linked = link_before
    cdef uint64_t[::1] code = codes
    cdef str text = page.text
    cdef Py_ssize_t first
    for unit in range(containers.shape[0]):
        first = run
        for place in range(firsts[unit], firsts[unit + 1]):
            node = nodes[place]
            if left_out[node]:
                continue
            length = ends[place] - starts[place]
            runs[START, run], runs[END, run], runs[NODE, run] = starts[place], ends[place], node
            runs[STYLE, run], runs[RUN_BITS, run], runs[RUN_NEAR, run] = style[node], table[BITS, node], table[NEAR, node]
            code[run] = path[node]
            linked[run + 1] = linked[run] + (length if table[BITS, node] & link else 0)
            weight[0, style[node]] += length
            if flags[node] & VISIBLE:
                weight[1, style[node]] += length
            run += 1
        if run == first:
            continue
        first_run.append(run)
        units[UNIT_START, count], units[UNIT_END, count] = runs[START, first], runs[END, run - 1]
        units[CONTAINER, count] = containers[unit]
        floats[IS_VISIBLE, count] = visible[unit]
        length = units[UNIT_END, count] - units[UNIT_START, count]
        floats[LINKED, count] = (linked[run] - linked[first]) / max(length, 1)
        floats[ENDS, count] = text[units[UNIT_END, count] - 1] in u".!?。！？"
        count += 1
    run_table[PATH, :run] = np.unique(codes[:run], return_inverse=True)[1]
    return (
        np.ascontiguousarray(run_table[:, :run]), np.array(first_run, dtype=np.int64),
        np.ascontiguousarray(unit_table[:, :count]), np.ascontiguousarray(unit_floats[:, :count]),
        link_before[: run + 1], int(weights[1 if weights[1].any() else 0].argmax()),
    )


cdef bytes inside(page):
    """Mark all nodes in permalinks."""
    found = bytearray(len(page.flags))
    for node in page.permalinks:
        for place in range(node, page.stop[node]):
            found[place] = 1
    return bytes(found)


def ideographs(str text, Py_UCS4 first, Py_UCS4 after):
    """Count the characters of a range."""
    cdef Py_ssize_t found = 0
    cdef Py_UCS4 character
    for character in text:
        found += first <= character < after
    return found
