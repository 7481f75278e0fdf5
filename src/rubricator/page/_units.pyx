"""The lines of a page (units) as columns."""

from bisect import bisect_left

from cpython.array cimport array

from rubricator.page._flags cimport BLOCK, BREAK, IMAGE, SKIPPED, VISIBLE
from rubricator.page._symbols cimport SymbolTable, append

cdef array INTEGERS = array("i")


def cut(
    SymbolTable symbols, const unsigned char[::1] flags, const int[::1] starts, const int[::1] ends,
    const int[::1] stops, tuple breaks,
):
    """Return the columns of `Units`. Lines are cut where blocks begin and end, at `<br>`, and at `breaks` of the text."""
    cdef Py_ssize_t count = flags.shape[0], node, depth = 0, stop = stops[0]
    cdef const int[::1] tag = symbols.tag
    cdef int flag, text = symbols.tags.get("#text", -1)
    cdef bint is_run
    cdef array around = array("i", [0])
    cdef Cutter cutter = Cutter(breaks)
    for node in range(count):
        flag = flags[node]
        if flag & SKIPPED:
            continue
        is_run = starts[node] != ends[node] and (flag & IMAGE or tag[node] == text)
        if not (is_run or flag & (BLOCK | BREAK)):
            continue
        if node >= stop or flag & (BLOCK | BREAK):
            cutter.end(around.data.as_ints[depth])
            cutter.is_new = True
        while node >= stop:
            around.pop()
            depth -= 1
            stop = stops[around.data.as_ints[depth]]
        if flag & BLOCK:
            stop = stops[node]
            depth += 1
            append(around, <int>node)
        if is_run:
            cutter.add(starts[node], ends[node], <int>node, flag & VISIBLE, around.data.as_ints[depth])
    cutter.end(around.data.as_ints[depth])
    return cutter.run_start, cutter.run_end, cutter.run_node, cutter.first_run, cutter.container, bytes(cutter.visible)


cdef class Cutter:
    """Gathers runs into lines. `breaks` are the places where paragraphs of plain text end."""

    cdef array run_start, run_end, run_node, first_run, container
    cdef bytearray visible
    cdef tuple breaks
    cdef Py_ssize_t next_break
    cdef bint is_new, is_seen

    def __init__(self, tuple breaks):
        self.run_start, self.run_end, self.run_node = array("i"), array("i"), array("i")
        self.first_run, self.container, self.visible = array("i", [0]), array("i"), bytearray()
        self.breaks, self.next_break, self.is_new, self.is_seen = breaks, 0, True, False

    cdef int add(self, int start, int end, int node, bint is_seen, int container) except -1:
        """Add a run to the line, or parts of it to more than one."""
        cdef int place
        if self.breaks:
            if self.is_new:
                self.next_break = bisect_left(self.breaks, start)
            while self.next_break < len(self.breaks) and <int>self.breaks[self.next_break] < end:
                place = self.breaks[self.next_break]
                self.next_break += 1
                if start < place:
                    self.add_part(start, place, node, is_seen)
                self.end(container)
                start = max(start, place + 1)
        self.is_new = False
        if start < end:
            self.add_part(start, end, node, is_seen)
        return 0

    cdef int add_part(self, int start, int end, int node, bint is_seen) except -1:
        append(self.run_start, start)
        append(self.run_end, end)
        append(self.run_node, node)
        self.is_seen |= is_seen
        return 0

    cdef int end(self, int container) except -1:
        """End the line, if there are runs for it."""
        cdef Py_ssize_t count = len(self.first_run)
        if len(self.run_start) > self.first_run.data.as_ints[count - 1]:
            append(self.first_run, <int>len(self.run_start))
            append(self.container, container)
            self.visible.append(self.is_seen)
            self.is_seen = False
        return 0
