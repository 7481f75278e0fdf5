"""Features of the places where the content body may begin or end."""

from libc.stdint cimport int64_t

from rubricator.segment.rubric._view cimport BOLD, Node, PageView, Style, Unit

import numpy as np

cdef enum:
    LONG = 400  # Characters from which on a unit weighs no more.
    NEAR = 5  # Units before and after whose links are counted.
    HIGHEST = 64  # Elements that are climbed to find what two units share; people do not write deeper pages.


def fill_edges(double[:, ::1] table, dict row, PageView view, const double[::1] likely, tuple reaches):
    cdef double[::1] same_style = table[row["same style"]], so_far = table[row["body so far"]]
    cdef double[::1] to_come = table[row["body to come"]], body_share = table[row["share of body"]]
    cdef double[::1] text_to_come = table[row["text to come"]], text_share = table[row["share of text"]]
    cdef Py_ssize_t count = view.unit.shape[0], number, at, reach
    cdef double length, body_size = max(view.style[view.body_style].size, 1.0)
    # Sums over the units before each place; in the first two long units weigh less.
    cdef double[:, ::1] sums = np.zeros((5, count + 1))
    cdef double[::1] near_body = sums[0], near_text = sums[1], body = sums[2], text = sums[3], linked = sums[4]
    cdef Sides lengths = Sides(table, row, "length"), sizes = Sides(table, row, "size")
    cdef Sides bolds = Sides(table, row, "bold"), links = Sides(table, row, "link")
    cdef Sides ends = Sides(table, row, "ends"), visible = Sides(table, row, "visible")
    cdef const Style *style
    cdef const Style *style_before = NULL
    cdef Unit unit
    for number in range(count):
        unit = view.unit[number]
        style = &view.style[view.run[unit.first_run].style]
        length = (unit.end - unit.start) * view.scale
        near_body[number + 1] = near_body[number] + likely[number] * min(length, LONG)
        near_text[number + 1] = near_text[number] + min(length, LONG)
        body[number + 1] = body[number] + likely[number] * length
        text[number + 1] = text[number] + length
        linked[number + 1] = linked[number] + unit.link * length
        same_style[number] = not number or style == style_before
        style_before = style
        lengths.write(number, length)
        sizes.write(number, style.size / body_size)
        bolds.write(number, style.weight >= BOLD)
        links.write(number, unit.link)
        ends.write(number, unit.ends)
        visible.write(number, unit.visible)
    same_style[count] = 1
    for at in range(count + 1):
        so_far[at], to_come[at], body_share[at] = body[at], body[count] - body[at], body[at] / max(body[count], 1.0)
        text_to_come[at], text_share[at] = text[count] - text[at], text[at] / max(text[count], 1.0)
    for reach in reaches:
        write_shares(near_body, near_text, reach, table[row[f"body before {reach}"]], table[row[f"body after {reach}"]])
    write_shares(linked, text, NEAR, table[row["links before"]], table[row["links after"]])
    compare_elements(table, row, view)


cdef class Sides:
    """What the units before and after each place have; at either end of the page the only one counts for both."""

    cdef double[::1] before, after

    def __init__(self, double[:, ::1] table, dict row, str name):
        self.before, self.after = table[row[f"{name} before"]], table[row[f"{name} after"]]

    cdef int write(self, Py_ssize_t number, double value) except -1:
        self.before[number + 1] = self.after[number] = self.after[number + 1] = value
        if not number:
            self.before[0] = value
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


cdef int compare_elements(double[:, ::1] table, dict row, PageView view) except -1:
    """Describe the deepest element that holds the units on both sides, and what ends and begins in it between them."""
    cdef double[::1] depth = table[row["depth"]], so_far = table[row["shared so far"]]
    cdef double[::1] ended = table[row["levels ended"]], begun = table[row["levels begun"]]
    cdef double[::1] text_ended = table[row["text ended"]], text_begun = table[row["text begun"]]
    cdef double[::1] text_shared = table[row["text shared"]], share_ended = table[row["share ended"]]
    cdef double[::1] share_shared = table[row["share shared"]]
    cdef const Node[::1] nodes = view.node
    cdef const Unit[::1] units = view.unit
    cdef Py_ssize_t count = units.shape[0], at, climbed
    cdef double scale = view.scale, whole = max(len(view.page.text) * scale, 1.0)
    cdef int64_t left, right, ending, beginning, here, down
    for at in range(count + 1):
        ending = left = units[max(at - 1, 0)].container
        beginning = right = units[min(at, count - 1)].container
        ended[at], begun[at] = nodes[left].depth, nodes[right].depth
        climbed = 0
        while left != right and climbed < HIGHEST:
            down = nodes[left].depth - nodes[right].depth
            if down >= 0:
                ending, left = left, nodes[left].parent
            if down <= 0:
                beginning, right = right, nodes[right].parent
            climbed += 1
        here = units[at].start if at < count else units[count - 1].end
        depth[at] = nodes[left].depth
        ended[at] -= depth[at]
        begun[at] -= depth[at]
        text_ended[at] = (nodes[ending].end - nodes[ending].start) * scale
        text_begun[at] = (nodes[beginning].end - nodes[beginning].start) * scale
        text_shared[at] = (nodes[left].end - nodes[left].start) * scale
        share_ended[at], share_shared[at] = text_ended[at] / whole, text_shared[at] / whole
        so_far[at] = (here - nodes[left].start) / max(text_shared[at] / scale, 1)
    return 0
