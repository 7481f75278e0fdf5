"""Twin of `segment/rubric/ends.py`: where blocks end."""

from libc.stdint cimport int64_t

import numpy as np


cdef class Nodes:
    """A page's nodes, and those of them that are texts or images with text."""

    cdef const int64_t[::1] start, end, parent, depth, leaves, starts
    cdef const unsigned char[::1] flags
    cdef int64_t body
    cdef unsigned char block, image

    def __init__(self, sight, image, block):
        self.start, self.end = sight.node_start, sight.node_end
        self.parent, self.depth = sight.node_parent, sight.node_depth
        self.flags, self.body, self.image, self.block = sight.page.flags, sight.page.body, image, block
        # Each text and image with characters is a run.
        self.leaves, self.starts = sight.run_node, sight.run_start

    cdef int64_t leaf_at(self, int64_t place):
        """Return the text node or image that begins at or before a place in the text; -1 before the first."""
        cdef Py_ssize_t low = 0, high = self.starts.shape[0], middle
        while low < high:
            middle = (low + high) // 2
            if place < self.starts[middle]:
                high = middle
            else:
                low = middle + 1
        return self.leaves[low - 1] if low else -1

    cdef int64_t containing(self, int64_t start, int64_t end):
        """Return the deepest node that contains a span, or the element around it when it holds nothing else."""
        cdef int64_t found = self.leaf_at(start), above
        if found < 0:
            return self.body
        while self.end[found] < end and self.parent[found] > 0:
            found = self.parent[found]
        while not self.flags[found] & self.block and self.parent[found] > 0:
            above = self.parent[found]
            if self.start[above] != start or self.end[above] != end:
                break
            found = above
        return found

    cdef int64_t common(self, int64_t one, int64_t other):
        """Return the deepest element that holds two nodes, the first of which comes first; else the first."""
        cdef int64_t down
        if other < one:
            return one
        while one != other:
            down = self.depth[one] - self.depth[other]
            if down >= 0:
                one = self.parent[one]
            if down <= 0:
                other = self.parent[other]
        return one

    cdef int64_t before_pictures(self, int64_t end, int64_t heading):
        """Return where a block ends without pictures that share a deeper element with the next heading than with it."""
        cdef int64_t following = self.leaf_at(heading), picture, before
        while following >= 0:
            picture = self.leaf_at(end - 1)
            if picture < 0 or not self.flags[picture] & self.image:
                break
            before = self.leaf_at(self.start[picture] - 1)
            if before < 0:
                break
            if self.depth[self.common(picture, following)] <= self.depth[self.common(before, picture)]:
                break
            end = self.end[before]
        return end


def nested(
    sight, list headings, list ranks, int64_t title, int64_t end, Py_ssize_t max_depth, image, block, prose
):
    """Return the headings that have blocks, the levels and the ends of these."""
    cdef Py_ssize_t count = len(headings), number, kept
    cdef Nodes nodes = Nodes(sight, image, block)
    cdef int64_t[:, ::1] spans = np.empty((count, 2), np.int64)
    cdef int64_t[::1] rank = np.empty(count, np.int64)
    for number in range(count):
        spans[number, 0], spans[number, 1] = headings[number]
        rank[number] = ranks[number]
    # By block: its heading, its level, the last block in it, where it ends.
    table = np.empty((4, count), np.int64)
    cdef int64_t[:, ::1] blocks = table
    kept = _nest(sight.page.text, spans, rank, end, max_depth, blocks)
    cdef int64_t[::1] limits = _limits(nodes, sight, spans, blocks, kept, max(nodes.leaf_at(title), 0), prose)
    cdef int64_t least, last
    cdef Py_ssize_t low, high
    for number in range(kept - 1, -1, -1):
        least = blocks[3, blocks[2, number]] if blocks[2, number] >= 0 else spans[blocks[0, number], 1]
        last = min(blocks[3, number], max(limits[number], least))
        # The first heading that does not begin before.
        low, high = 0, kept
        while low < high:
            if spans[blocks[0, (low + high) // 2], 0] < last:
                low = (low + high) // 2 + 1
            else:
                high = (low + high) // 2
        if low < kept:
            last = max(nodes.before_pictures(last, spans[blocks[0, low], 0]), least)
        blocks[3, number] = last
    return table[0, :kept].tolist(), table[1, :kept].tolist(), table[3, :kept].tolist()


cdef Py_ssize_t _nest(
    str text, const int64_t[:, ::1] spans, const int64_t[::1] ranks, int64_t end, Py_ssize_t max_depth,
    int64_t[:, ::1] blocks,
) except -1:
    """Say which headings have blocks, at which level, which is the last block in each (or none: -1), their ends."""
    cdef int64_t[::1] open_blocks = np.empty(spans.shape[0] + 1, np.int64)
    cdef Py_ssize_t number, depth = 0, kept = 0
    for number in range(spans.shape[0]):
        while depth and ranks[blocks[0, open_blocks[depth - 1]]] >= ranks[number]:
            depth -= 1
            blocks[3, open_blocks[depth]] = _without_space(text, spans[number, 0])
        if depth < max_depth:
            if depth:
                blocks[2, open_blocks[depth - 1]] = kept
            blocks[0, kept], blocks[1, kept], blocks[2, kept] = number, depth + 1, -1
            blocks[3, kept] = _without_space(text, end)
            open_blocks[depth] = kept
            depth += 1
            kept += 1
    return kept


cdef int64_t _without_space(str text, int64_t at) except? -1:
    return at - (text[at - 1 : at] == " ")


cdef _limits(
    Nodes nodes, sight, const int64_t[:, ::1] spans, const int64_t[:, ::1] blocks, Py_ssize_t kept,
    int64_t title, prose,
):
    """Return where the element around each heading ends, which lies in what it shares with its neighbours."""
    limits = np.empty(kept, np.int64)
    cdef int64_t[::1] found = limits
    cdef const int64_t[::1] unit_end = sight.unit_end
    cdef tuple tags = sight.page.tag
    stops = np.asarray(spans)[np.asarray(blocks)[0, :kept], 1]
    cdef const int64_t[::1] following = sight.unit_start.searchsorted(stops)
    # By block: the node of its heading, and the deepest node that it shares with a neighbour.
    cdef int64_t[:, ::1] about = np.full((2, kept), -1, np.int64)
    cdef int64_t[::1] open_blocks = np.empty(kept, np.int64)
    cdef Py_ssize_t number, depth
    cdef int64_t nearest, around, climb, above, line_end
    for number in range(kept):
        about[0, number] = nodes.containing(spans[blocks[0, number], 0], spans[blocks[0, number], 1])
    depth = 0
    for number in range(kept):
        above = title if nodes.end[title] <= spans[blocks[0, number], 0] else -1
        depth = _share(nodes, blocks, about, open_blocks, depth, number, above)
    depth = 0
    for number in range(kept - 1, -1, -1):
        depth = _share(nodes, blocks, about, open_blocks, depth, number, -1)
    for number in range(kept):
        around, nearest = about[0, number], about[1, number]
        if nearest < 0:
            found[number] = len(sight.page.text)
            continue
        line_end = unit_end[following[number] - 1]
        if spans[blocks[0, number], 1] >= line_end:
            while nearest > 0 and (nodes.end[nearest] <= line_end or tags[nearest] in prose):
                nearest = nodes.parent[nearest]
        for climb in range(nodes.depth[around] - nodes.depth[nearest] - 1):
            around = nodes.parent[around]
        while around > nearest and (nodes.end[around] <= line_end or tags[around] in prose):
            around = nodes.parent[around]
        found[number] = nodes.end[around]
    return limits


cdef Py_ssize_t _share(
    Nodes nodes, const int64_t[:, ::1] blocks, int64_t[:, ::1] about, int64_t[::1] open_blocks, Py_ssize_t depth,
    Py_ssize_t number, int64_t title,
) except -1:
    """Look at what a heading shares with the last one seen of its level or a higher one, or else with the title."""
    cdef int64_t one = about[0, number], other = title, shared
    while depth and blocks[1, open_blocks[depth - 1]] > blocks[1, number]:
        depth -= 1
    if depth:
        other = about[0, open_blocks[depth - 1]]
    if other >= 0:
        shared = nodes.common(min(one, other), max(one, other))
        if about[1, number] < 0 or nodes.depth[shared] > nodes.depth[about[1, number]]:
            about[1, number] = shared
    open_blocks[depth] = number
    return depth + 1
