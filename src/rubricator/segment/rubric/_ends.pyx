"""Where blocks end."""

from bisect import bisect_left

from rubricator.page._flags cimport IMAGE
from rubricator.page._lookup cimport Lookup
from rubricator.segment.rubric._view cimport PageView, Run, Unit


cdef class Block:
    """A block while its end is looked for: its heading with its span, and the deepest node that contains that."""

    cdef Py_ssize_t heading, start, heading_end, rank, node, level, end
    cdef Py_ssize_t shared  # The deepest node that it shares with a neighbour of its level or a higher one, or -1.
    cdef Block last_child


def nest(PageView view, list headings, list ranks, Py_ssize_t title, Py_ssize_t end, Py_ssize_t max_depth, lines):
    cdef Nester nester = Nester(view, max_depth, lines)
    cdef Py_ssize_t first = bisect_left(headings, (title, 0)), number, above
    cdef list blocks = []
    for number in range(len(headings)):
        blocks.append(nester.begun(number, headings[number], ranks[number]))
    above = nester.leaf_at(0)
    found = nester.nested(blocks[:first], max(above, 0), title)
    above = nester.leaf_at(title)
    return found + nester.nested(blocks[first:], max(above, 0), end)


cdef class Nester:
    """Ends the blocks of a page. Permalinks are not among its runs."""

    cdef Lookup lookup
    cdef const Run[::1] run
    cdef const Unit[::1] unit
    cdef str text
    cdef tuple tag
    cdef object lines
    cdef Py_ssize_t max_depth

    def __init__(self, PageView view, max_depth, lines):
        self.lookup, self.run, self.unit = Lookup(view.page), view.run, view.unit
        self.text, self.tag, self.lines, self.max_depth = view.page.text, view.page.tag, lines, max_depth

    cdef Py_ssize_t leaf_at(self, Py_ssize_t place):
        """Return the run that begins at or before a place in the text; -1 before the first."""
        cdef Py_ssize_t low = 0, high = self.run.shape[0], middle
        while low < high:
            middle = (low + high) // 2
            if self.run[middle].start <= place:
                low = middle + 1
            else:
                high = middle
        return self.run[low - 1].node if low else -1

    cdef Py_ssize_t line_end(self, Py_ssize_t end):
        """Return where the line ends that a span up to `end` is in."""
        cdef Py_ssize_t low = 0, high = self.unit.shape[0], middle
        while low < high:
            middle = (low + high) // 2
            if self.unit[middle].start < end:
                low = middle + 1
            else:
                high = middle
        return self.unit[low - 1].end

    cdef Block begun(self, Py_ssize_t number, tuple span, Py_ssize_t rank):
        """Return the block of a heading, which has no end yet."""
        cdef Block block = Block()
        block.heading, block.rank, block.shared = number, rank, -1
        block.start, block.heading_end = span
        block.node = self.leaf_at(block.start)
        if block.node < 0:
            block.node = self.lookup.body
        else:
            block.node = self.lookup.climb(block.node, block.start, block.heading_end)
        return block

    cdef list nested(self, list headings, Py_ssize_t title, Py_ssize_t end):
        """Return the heading, the level and the end of each block that does not nest too deep."""
        cdef list blocks = self.by_rank(headings, title, end)
        cdef Block block
        self.end_with_elements(blocks)
        return [(block.heading, block.level, block.end) for block in blocks]

    cdef list by_rank(self, list headings, Py_ssize_t title, Py_ssize_t end):
        """Return the blocks, with their levels, and where they end by the headings that follow, or by the end of all."""
        cdef list blocks = [], open_blocks = []
        cdef Block block, before, last
        for block in headings:
            before = open_blocks[len(open_blocks) - 1] if open_blocks else None
            while open_blocks:
                last = open_blocks[len(open_blocks) - 1]
                if last.rank < block.rank:
                    break
                before = open_blocks.pop()
                before.end = self.without_space(block.start)
                before.shared = max(before.shared, self.lookup.common(before.node, block.node))
            if len(open_blocks) == self.max_depth:
                continue
            if before is not None:
                block.shared = self.lookup.common(before.node, block.node)
            elif self.lookup.end[title] <= block.start:
                block.shared = self.lookup.common(title, block.node)
            if open_blocks:
                last = open_blocks[len(open_blocks) - 1]
                last.last_child = block
            open_blocks.append(block)
            block.level, block.end = len(open_blocks), self.without_space(end)
            blocks.append(block)
        return blocks

    cdef Py_ssize_t without_space(self, Py_ssize_t end) except -1:
        return end - (0 < end <= len(self.text) and self.text[end - 1] == u" ")

    cdef int end_with_elements(self, list blocks) except -1:
        """Let blocks end with the elements around their headings, but not before the blocks in them do."""
        cdef Block block
        cdef Py_ssize_t least, following
        cdef list starts = [block.start for block in blocks]
        for block in reversed(blocks):
            least = block.heading_end if block.last_child is None else block.last_child.end
            if block.shared >= 0:
                block.end = min(block.end, max(self.element_end(block), least))
            following = bisect_left(starts, block.end)
            if following < len(starts):
                block.end = max(self.before_pictures(block.end, starts[following]), least)
        return 0

    cdef Py_ssize_t element_end(self, Block block) except -1:
        """Return where the element around a heading ends, which lies in what it shares with its neighbours."""
        cdef Lookup lookup = self.lookup
        cdef Py_ssize_t node = block.node, shared = block.shared, line_end = self.line_end(block.heading_end)
        # The last heading of several in the lines of one element has what follows it, unless its line goes on.
        if block.heading_end >= line_end:
            while shared > 0 and (lookup.end[shared] <= line_end or self.tag[shared] in self.lines):
                shared = lookup.parent[shared]
        while lookup.parent[node] > shared:
            node = lookup.parent[node]
        while node > shared and (lookup.end[node] <= line_end or self.tag[node] in self.lines):
            node = lookup.parent[node]
        return lookup.end[node]

    cdef Py_ssize_t before_pictures(self, Py_ssize_t end, Py_ssize_t heading) except -1:
        """Return where a block ends without pictures that share a deeper element with the next heading than with it."""
        cdef Py_ssize_t following = self.leaf_at(heading), picture, before
        while following >= 0:
            picture = self.leaf_at(end - 1)
            if picture < 0 or not self.lookup.flags[picture] & IMAGE:
                break
            before = self.leaf_at(self.lookup.start[picture] - 1)
            if before < 0 or self.lookup.common(picture, following) <= self.lookup.common(before, picture):
                break
            end = self.lookup.end[before]
        return end
