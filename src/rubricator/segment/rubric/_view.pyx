"""The lines of a page as tables, without the permalinks beside headings."""

import numpy as np

from libc.stdint cimport int64_t, uint64_t

from rubricator.characters cimport PyUnicode_DATA, PyUnicode_KIND
from rubricator.page._flags cimport VISIBLE as IS_VISIBLE

cdef Node _node
cdef Run _run
cdef Unit _unit
cdef Style _style
cdef Candidate _candidate
NODE = np.asarray(<Node[:1]>&_node).dtype
RUN = np.asarray(<Run[:1]>&_run).dtype
UNIT = np.asarray(<Unit[:1]>&_unit).dtype
STYLE = np.asarray(<Style[:1]>&_style).dtype
CANDIDATE = np.asarray(<Candidate[:1]>&_candidate).dtype


cdef class PageView:
    def __init__(self, page, nodes, runs, units, styles, link_before, targets, tagged, body_style, scale):
        self.page, self.targets, self.tagged = page, targets, tagged
        self.nodes, self.runs, self.units, self.styles, self.link_before = nodes, runs, units, styles, link_before
        self.node, self.run, self.unit, self.style, self.linked = nodes, runs, units, styles, link_before
        self.body_style, self.scale = body_style, scale

    def __reduce__(self):
        tables = self.nodes, self.runs, self.units, self.styles, self.link_before
        return PageView, (self.page, *tables, self.targets, self.tagged, self.body_style, self.scale)

    def part(self, Py_ssize_t low, Py_ssize_t high):
        units = self.units[low:high].copy()
        first = self.unit[low].first_run
        stop = self.unit[min(high, len(self.unit)) - 1].stop_run
        units["first_run"] -= first
        units["stop_run"] -= first
        runs, links = self.runs[first:stop].copy(), self.link_before[first : stop + 1]
        rest = self.targets, self.tagged, self.body_style, self.scale
        return PageView(self.page, self.nodes, runs, units, self.styles, links, *rest)


def lay_out(page, const Node[::1] nodes, const uint64_t[::1] paths, int64_t link):
    cdef const int[::1] starts = page.units.run_start, ends = page.units.run_end, run_nodes = page.units.run_node
    cdef const int[::1] firsts = page.units.first_run, containers = page.units.container, style_of = page.style
    cdef const unsigned char[::1] flags = page.flags, visible = page.units.visible
    cdef const unsigned char[::1] left_out = inside(page) if page.permalinks else bytes(len(page.flags))
    cdef Py_ssize_t most = run_nodes.shape[0], number, place, node, count = 0, kept = 0, length
    found_runs, found_units = np.empty(most, RUN), np.empty(len(containers), UNIT)
    link_before, weights = np.zeros(most + 1), np.zeros((2, max(len(page.styles), 1)))
    cdef Run[::1] runs = found_runs
    cdef Unit[::1] units = found_units
    cdef double[:, ::1] weight = weights
    cdef double[::1] linked = link_before
    cdef Unit unit
    cdef str text = page.text
    cdef dict path_numbers = {}
    cdef uint64_t latest = 0
    cdef int64_t path = 0
    for number in range(containers.shape[0]):
        unit.first_run = count
        for place in range(firsts[number], firsts[number + 1]):
            node = run_nodes[place]
            if left_out[node]:
                continue
            if not count or paths[node] != latest:  # Most runs have the path of the one before.
                latest = paths[node]
                path = path_numbers.setdefault(latest, len(path_numbers))
            runs[count] = Run(starts[place], ends[place], node, style_of[node], nodes[node].bits, nodes[node].near, path)
            length = ends[place] - starts[place]
            linked[count + 1] = linked[count] + (length if nodes[node].bits & link else 0)
            weight[0, style_of[node]] += length
            weight[1, style_of[node]] += length if flags[node] & IS_VISIBLE else 0
            count += 1
        if unit.first_run == count:
            continue
        unit.start, unit.end, unit.container = runs[unit.first_run].start, runs[count - 1].end, containers[number]
        unit.stop_run, unit.visible = count, visible[number]
        unit.link = (linked[count] - linked[unit.first_run]) / max(unit.end - unit.start, 1)
        unit.ends = text[unit.end - 1] in u".!?。！？"
        units[kept] = unit
        kept += 1
    body_style = int(weights[1 if weights[1].any() else 0].argmax())
    return found_runs[:count].copy(), found_units[:kept].copy(), link_before[: count + 1], body_style


cdef bytes inside(page):
    """Mark all nodes in permalinks."""
    found = bytearray(len(page.flags))
    for node in page.permalinks:
        for place in range(node, page.stop[node]):
            found[place] = 1
    return bytes(found)


def count_ideographs(str text):
    cdef int kind = PyUnicode_KIND(text)
    cdef const unsigned short *units = <const unsigned short *>PyUnicode_DATA(text)
    cdef Py_ssize_t found = 0, place, count = len(text)
    cdef Py_UCS4 character
    if kind == 1:
        return 0
    if kind == 2:
        for place in range(count):  # There are as many; compilers make vectors of this loop.
            found += <unsigned short>(units[place] - 0x2E80) < 0xD7A4 - 0x2E80
        return found
    for character in text:
        found += u"\u2e80" <= character < u"\ud7a4"
    return found


def write_bits(double[:, ::1] table, const int64_t[::1] wanted, const int64_t[::1] bits):
    cdef Py_ssize_t row, place
    if table.shape[0] != wanted.shape[0] or table.shape[1] != bits.shape[0]:
        raise IndexError("a table of another size")
    for row in range(wanted.shape[0]):
        for place in range(bits.shape[0]):
            table[row, place] = bits[place] & wanted[row] != 0
