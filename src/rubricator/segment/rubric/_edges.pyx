"""Features of the places where the content body may begin or end."""

from libc.stdint cimport int64_t

from rubricator.segment.rubric._tables cimport (
    NODE_DEPTH, NODE_END, NODE_PARENT, NODE_START, RUN_STYLE, STYLE_SIZE, STYLE_WEIGHT, UNIT_CONTAINER, UNIT_END,
    UNIT_ENDS, UNIT_LINK, UNIT_START, UNIT_VISIBLE,
)

import numpy as np

from rubricator.segment.rubric.sight import BOLD

cdef double _BOLD = BOLD
cdef enum:
    LONG = 400  # Characters from which on a unit weighs no more.
    NEAR = 5  # Units before and after whose links are counted.
    HIGHEST = 64  # Elements that are climbed to find what two units share; people do not write deeper pages.


def fill_edges(double[:, ::1] table, dict row, Py_ssize_t logarithms, sight, const double[::1] likely, tuple reaches):
    """Write the features of places into a table, where `row` says; the first rows are to hold logarithms."""
    cdef const int64_t[:, ::1] units = sight.unit_table
    cdef const double[:, ::1] floats = sight.unit_floats, styles = sight.style_floats
    cdef const int64_t[::1] start = units[UNIT_START], end = units[UNIT_END], first_run = sight.unit_run
    cdef const int64_t[::1] run_style = sight.run_table[RUN_STYLE]
    cdef const double[::1] link = floats[UNIT_LINK], style_size = styles[STYLE_SIZE], weight = styles[STYLE_WEIGHT]
    cdef double[::1] same_style = table[row["same style"]], so_far = table[row["body so far"]]
    cdef double[::1] to_come = table[row["body to come"]], body_share = table[row["share of body"]]
    cdef double[::1] text_to_come = table[row["text to come"]], text_share = table[row["share of text"]]
    cdef Py_ssize_t count = start.shape[0], unit, at, reach
    cdef double scale = sight.scale, body_size = max(style_size[sight.body_style], 1.0)
    cdef int64_t style, style_before = -1
    cdef double[:, ::1] of_units = np.empty((3, count)), sums = np.zeros((5, count + 1))
    cdef double[::1] length = of_units[0], size = of_units[1], is_bold = of_units[2]
    # Sums over the units before each place; in the first two long units weigh less.
    cdef double[::1] near_body = sums[0], near_text = sums[1], body = sums[2], text = sums[3], linked = sums[4]
    for unit in range(count):
        length[unit] = (end[unit] - start[unit]) * scale
        near_body[unit + 1] = near_body[unit] + likely[unit] * min(length[unit], LONG)
        near_text[unit + 1] = near_text[unit] + min(length[unit], LONG)
        body[unit + 1] = body[unit] + likely[unit] * length[unit]
        text[unit + 1] = text[unit] + length[unit]
        linked[unit + 1] = linked[unit] + link[unit] * length[unit]
        style = run_style[first_run[unit]]
        size[unit], is_bold[unit] = style_size[style] / body_size, weight[style] >= _BOLD
        same_style[unit] = not unit or style == style_before
        style_before = style
    same_style[count] = 1
    for at in range(count + 1):
        so_far[at], to_come[at], body_share[at] = body[at], body[count] - body[at], body[at] / max(body[count], 1.0)
        text_to_come[at], text_share[at] = text[count] - text[at], text[at] / max(text[count], 1.0)
    write_sides(table, row, "length", length)
    write_sides(table, row, "size", size)
    write_sides(table, row, "bold", is_bold)
    write_sides(table, row, "link", link)
    write_sides(table, row, "ends", floats[UNIT_ENDS])
    write_sides(table, row, "visible", floats[UNIT_VISIBLE])
    for reach in reaches:
        write_shares(near_body, near_text, reach, table[row[f"body before {reach}"]], table[row[f"body after {reach}"]])
    write_shares(linked, text, NEAR, table[row["links before"]], table[row["links after"]])
    compare_elements(table, row, sight)
    logs = np.asarray(table[:logarithms])
    np.log1p(logs, out=logs)


cdef int write_sides(double[:, ::1] table, dict row, str name, const double[::1] values) except -1:
    """Write what the units before and after each place have; at either end of the page the only one counts for both."""
    cdef double[::1] before = table[row[f"{name} before"]], after = table[row[f"{name} after"]]
    cdef Py_ssize_t unit, count = values.shape[0]
    for unit in range(count):
        before[unit + 1] = after[unit] = values[unit]
    before[0], after[count] = values[0], values[count - 1]
    return 0


cdef int write_shares(
    const double[::1] part, const double[::1] whole, Py_ssize_t reach, double[::1] before, double[::1] after
) except -1:
    """Write which share some sums have of others, in the units near before and after each place."""
    cdef Py_ssize_t at, low, high, last = part.shape[0] - 1
    for at in range(last + 1):
        low, high = max(at - reach, 0), min(at + reach, last)
        before[at] = (part[at] - part[low]) / max(whole[at] - whole[low], 1)
        after[at] = (part[high] - part[at]) / max(whole[high] - whole[at], 1)
    return 0


cdef int compare_elements(double[:, ::1] table, dict row, sight) except -1:
    """Describe the deepest element that holds the units on both sides, and what ends and begins in it between them."""
    cdef const int64_t[:, ::1] nodes = sight.context.table, units = sight.unit_table
    cdef const int64_t[::1] parent = nodes[NODE_PARENT], depth = nodes[NODE_DEPTH]
    cdef const int64_t[::1] node_start = nodes[NODE_START], node_end = nodes[NODE_END]
    cdef const int64_t[::1] start = units[UNIT_START], end = units[UNIT_END], container = units[UNIT_CONTAINER]
    cdef double[::1] depths = table[row["depth"]], so_far = table[row["shared so far"]]
    cdef double[::1] ended = table[row["levels ended"]], begun = table[row["levels begun"]]
    cdef double[::1] text_ended = table[row["text ended"]], text_begun = table[row["text begun"]]
    cdef double[::1] text_shared = table[row["text shared"]], share_ended = table[row["share ended"]]
    cdef double[::1] share_shared = table[row["share shared"]]
    cdef Py_ssize_t count = container.shape[0], at, climbed
    cdef double scale = sight.scale, whole = max(len(sight.page.text) * scale, 1.0)
    cdef int64_t left, right, ending, beginning, here, down
    for at in range(count + 1):
        ending = left = container[max(at - 1, 0)]
        beginning = right = container[min(at, count - 1)]
        ended[at], begun[at] = depth[left], depth[right]
        climbed = 0
        while left != right and climbed < HIGHEST:
            down = depth[left] - depth[right]
            if down >= 0:
                ending, left = left, parent[left]
            if down <= 0:
                beginning, right = right, parent[right]
            climbed += 1
        here = start[at] if at < count else end[count - 1]
        depths[at] = depth[left]
        ended[at] -= depth[left]
        begun[at] -= depth[left]
        text_ended[at] = (node_end[ending] - node_start[ending]) * scale
        text_begun[at] = (node_end[beginning] - node_start[beginning]) * scale
        text_shared[at] = (node_end[left] - node_start[left]) * scale
        share_ended[at], share_shared[at] = text_ended[at] / whole, text_shared[at] / whole
        so_far[at] = (here - node_start[left]) / max(text_shared[at] / scale, 1)
    return 0
