"""Twin of `segment/rubric/sight.py`: runs, units and styles as columns."""

import numpy as np

from cpython.array cimport array, clone
from cpython.object cimport PyObject
from cpython.tuple cimport PyTuple_Check, PyTuple_GET_ITEM
from libc.stdint cimport int64_t, uint64_t

from rubricator.characters cimport first_letter
from rubricator.segment.rubric._numbers cimport number_few

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    const Py_UCS4* PyUnicode_4BYTE_DATA(object text)
    const unsigned short* PyUnicode_2BYTE_DATA(object text)

# As in `page/model.py`.
cdef enum:
    VISIBLE = 1
    BLOCK = 2
    BREAK = 4
    IMAGE = 8
    SKIPPED = 32
    BLOCK_OF_TEXT = 1024

cdef array _INTEGERS = array("i"), _BYTES = array("B")


cdef inline tuple fields(row):
    """Take a named tuple for what it is."""
    if not PyTuple_Check(row):
        raise TypeError("not a tuple")
    return <tuple>row


cdef class Lines:
    """The units of a page: their containers, whether they are seen, and their runs, as `page/units.py` finds them."""

    cdef int[::1] containers, first, nodes
    cdef unsigned char[::1] seen
    cdef Py_ssize_t count, runs

    def __init__(
        self, tuple tags, const unsigned char[::1] flags, const int64_t[::1] starts, const int64_t[::1] ends,
        tuple stops, str text,
    ):
        cdef Py_ssize_t count = len(tags), node, depth = 0, stop = stops[0]
        cdef int flag
        cdef bint is_run
        cdef PyObject* tag
        cdef PyObject* known = NULL  # That of texts: tags are few objects.
        cdef int[::1] around = clone(_INTEGERS, count + 1, False)
        self.containers, self.nodes = clone(_INTEGERS, count, False), clone(_INTEGERS, count, False)
        self.first, self.seen = clone(_INTEGERS, count + 1, True), clone(_BYTES, count, True)
        self.count = self.runs = around[0] = 0
        for node in range(count):
            flag = flags[node]
            if flag & SKIPPED:
                continue
            is_run = starts[node] != ends[node]
            if is_run and not flag & IMAGE:
                tag = PyTuple_GET_ITEM(tags, node)
                is_run = tag == known
                if not is_run and first_letter(<str?>tag) == first_letter(text) and <str>tag == text:
                    is_run, known = True, tag
            # Most nodes are inline elements and white space.
            if not (is_run or flag & (BLOCK | BREAK)):
                continue
            if node >= stop or flag & (BLOCK | BREAK):
                self.end(around[depth])
            while node >= stop:
                depth -= 1
                stop = stops[around[depth]]
            if flag & BLOCK:
                stop = stops[node]
                depth += 1
                around[depth] = node
            if is_run:
                self.nodes[self.runs] = node
                self.runs += 1
                self.seen[self.count] |= flag & VISIBLE
        self.end(around[depth])

    cdef int end(self, int container) except -1:
        """End a unit, if there are runs for it."""
        if self.runs > self.first[self.count]:
            self.containers[self.count] = container
            self.count += 1
            self.first[self.count] = self.runs
        return 0


def lay_out(page, context, int64_t link, str tag):
    """Return the columns of runs, of units (whole numbers, others), the links before, and the style of most text."""
    cdef const int64_t[:, ::1] nodes = context.table
    cdef const int64_t[::1] bits = nodes[1], near = nodes[2], starts = nodes[4], ends = nodes[5]
    cdef const uint64_t[::1] path = context.path
    cdef const unsigned char[::1] flags = page.flags
    cdef str text = page.text
    cdef tuple style = page.style
    cdef Lines lines = Lines(page.tag, flags, starts, ends, page.stop, tag)
    cdef Py_ssize_t count = lines.count, total = lines.runs, place, run = 0, length
    cdef int64_t node
    cdef double linked = 0
    cdef bint shown = False
    cdef Py_UCS4 last
    run_table = np.empty((7, total), np.int64)
    unit_table, unit_floats = np.empty((3, count), np.int64), np.empty((3, count))
    unit_runs, link_sums = np.empty(count + 1, np.int64), np.empty(total + 1)
    sums, codes = np.zeros((2, max(len(page.styles), 1))), np.empty(total, np.int64)
    cdef int64_t[:, ::1] runs = run_table, whole = unit_table
    cdef double[:, ::1] parts = unit_floats, weights = sums
    cdef int64_t[::1] first = unit_runs
    cdef double[::1] before = link_sums
    cdef int64_t[::1] code = codes
    before[0] = 0
    first[0] = 0
    for place in range(count):
        for run in range(lines.first[place], lines.first[place + 1]):
            node = lines.nodes[run]
            length = ends[node] - starts[node]
            runs[0, run], runs[1, run], runs[2, run], runs[3, run] = starts[node], ends[node], node, style[node]
            runs[4, run], runs[5, run] = bits[node], near[node]
            # In the order of numbers without a sign.
            code[run] = <int64_t>(path[node] ^ <uint64_t>1 << 63)
            if bits[node] & link:
                linked += length
            weights[1, runs[3, run]] += length
            if flags[node] & VISIBLE:
                weights[0, runs[3, run]] += length
                shown = shown or length > 0
            before[run + 1] = linked
        run = lines.first[place + 1]
        first[place + 1] = run
        whole[0, place], whole[1, place] = runs[0, first[place]], runs[1, run - 1]
        whole[2, place] = lines.containers[place]
        parts[0, place] = lines.seen[place] > 0
        length = whole[1, place] - whole[0, place]
        parts[1, place] = (linked - before[first[place]]) / max(length, 1)
        last = text[whole[1, place] - 1]
        parts[2, place] = last in u".!?。！？"
    number(codes, runs)
    return run_table, unit_runs, unit_table, unit_floats, link_sums, int(sums[0 if shown else 1].argmax())


cdef number(codes, int64_t[:, ::1] runs):
    """Number distinct paths by their codes."""
    cdef const int64_t[::1] code = codes
    cdef Py_ssize_t place, count = code.shape[0]
    cdef int64_t path = 0
    # There are as many runs.
    if not count or number_few(&code[0], count, &runs[6, 0]) >= 0:
        return
    cdef const int64_t[::1] order = codes.argsort()
    for place in range(count):
        if place and code[order[place]] != code[order[place - 1]]:
            path += 1
        runs[6, order[place]] = path
