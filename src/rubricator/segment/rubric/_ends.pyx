"""Twin of `segment/rubric/ends.py`: where blocks end."""

from libc.stdint cimport int64_t

import numpy as np

from rubricator.bisection cimport first_from


cdef class Nodes:
    """A page's nodes, and those of them that are texts or images with text."""

    cdef const int64_t[::1] start, end, parent, depth, leaves, starts
    cdef const unsigned char[::1] flags
    cdef int64_t body
    cdef unsigned char block, image

    def __init__(self, sight, image, block):
        cdef const int64_t[:, ::1] nodes = sight.context.table, runs = sight.run_table
        self.parent, self.depth, self.start, self.end = nodes[0], nodes[3], nodes[4], nodes[5]
        self.flags, self.body, self.image, self.block = sight.page.flags, sight.page.body, image, block
        # Each text and image with characters is a run.
        self.starts, self.leaves = runs[0], runs[2]

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


cdef enum:
    # Lines of a table with a column for each heading or block.
    START = 0  # Where a heading starts and ends, and its rank.
    END = 1
    RANK = 2
    HEADING = 3  # Of a block: its heading, its level, the last block in it, where it ends.
    LEVEL = 4
    LAST = 5
    STOP = 6
    NODE = 7  # The node of its heading, and the deepest node that this shares with a neighbour.
    SHARED = 8
    OPEN = 9  # Room for the blocks that are open.
    LINES = 10


def nested(
    sight, list headings, list ranks, int64_t title, int64_t end, Py_ssize_t max_depth, image, block, prose
):
    """Return the headings that have blocks, the levels and the ends of these."""
    cdef Py_ssize_t count = len(headings), number, kept
    cdef Nodes nodes = Nodes(sight, image, block)
    cdef int64_t[:, ::1] table = np.empty((LINES, count), np.int64)
    cdef tuple span
    for number in range(count):
        span = headings[number]
        table[START, number], table[END, number], table[RANK, number] = span[0], span[1], ranks[number]
    kept = _nest(sight.page.text, table, end, max_depth)
    _find_shared(nodes, table, kept, max(nodes.leaf_at(title), 0))
    cdef const int64_t[:, ::1] units = sight.unit_table
    cdef const int64_t[::1] unit_start = units[0], unit_end = units[1]
    cdef tuple tags = sight.page.tag
    cdef int64_t least, last, limit, text = len(sight.page.text)
    cdef Py_ssize_t low, high
    for number in range(kept - 1, -1, -1):
        least = table[STOP, table[LAST, number]] if table[LAST, number] >= 0 else table[END, table[HEADING, number]]
        limit = text
        if table[SHARED, number] >= 0:
            low = first_from(unit_start, unit_start.shape[0], table[END, table[HEADING, number]])
            limit = _limit(nodes, table, number, unit_end[low - 1], tags, prose)
        last = min(table[STOP, number], max(limit, least))
        # The first heading that does not begin before.
        low, high = 0, kept
        while low < high:
            if table[START, table[HEADING, (low + high) // 2]] < last:
                low = (low + high) // 2 + 1
            else:
                high = (low + high) // 2
        if low < kept:
            last = max(nodes.before_pictures(last, table[START, table[HEADING, low]]), least)
        table[STOP, number] = last
    return _listed(table[HEADING], kept), _listed(table[LEVEL], kept), _listed(table[STOP], kept)


cdef list _listed(const int64_t[::1] line, Py_ssize_t count):
    cdef Py_ssize_t place
    return [line[place] for place in range(count)]


cdef Py_ssize_t _nest(str text, int64_t[:, ::1] table, int64_t end, Py_ssize_t max_depth) except -1:
    """Say which headings have blocks, at which level, which is the last block in each (or none: -1), their ends."""
    cdef Py_ssize_t number, depth = 0, kept = 0
    for number in range(table.shape[1]):
        while depth and table[RANK, table[HEADING, table[OPEN, depth - 1]]] >= table[RANK, number]:
            depth -= 1
            table[STOP, table[OPEN, depth]] = _without_space(text, table[START, number])
        if depth < max_depth:
            if depth:
                table[LAST, table[OPEN, depth - 1]] = kept
            table[HEADING, kept], table[LEVEL, kept], table[LAST, kept] = number, depth + 1, -1
            table[STOP, kept] = _without_space(text, end)
            table[OPEN, depth] = kept
            depth += 1
            kept += 1
    return kept


cdef int64_t _without_space(str text, int64_t at) except? -1:
    return at - (0 < at <= len(text) and text[at - 1] == u" ")


cdef _find_shared(Nodes nodes, int64_t[:, ::1] table, Py_ssize_t kept, int64_t title):
    """Find what each heading shares with its neighbours of its level or a higher one, or with the title."""
    cdef Py_ssize_t number, depth = 0
    cdef int64_t above
    for number in range(kept):
        table[SHARED, number] = -1
        table[NODE, number] = nodes.containing(table[START, table[HEADING, number]], table[END, table[HEADING, number]])
    for number in range(kept):
        above = title if nodes.end[title] <= table[START, table[HEADING, number]] else -1
        depth = _share(nodes, table, depth, number, above)
    depth = 0
    for number in range(kept - 1, -1, -1):
        depth = _share(nodes, table, depth, number, -1)


cdef int64_t _limit(
    Nodes nodes, const int64_t[:, ::1] table, Py_ssize_t number, int64_t line_end, tuple tags, prose
) except -1:
    """Return where the element around a heading ends, which lies in what it shares with its neighbours."""
    cdef int64_t around = table[NODE, number], nearest = table[SHARED, number], climb
    if table[END, table[HEADING, number]] >= line_end:
        while nearest > 0 and (nodes.end[nearest] <= line_end or tags[nearest] in prose):
            nearest = nodes.parent[nearest]
    for climb in range(nodes.depth[around] - nodes.depth[nearest] - 1):
        around = nodes.parent[around]
    while around > nearest and (nodes.end[around] <= line_end or tags[around] in prose):
        around = nodes.parent[around]
    return nodes.end[around]


cdef Py_ssize_t _share(
    Nodes nodes, int64_t[:, ::1] table, Py_ssize_t depth, Py_ssize_t number, int64_t title
) except -1:
    """Look at what a heading shares with the last one seen of its level or a higher one, or else with the title."""
    cdef int64_t one = table[NODE, number], other = title, shared
    while depth and table[LEVEL, table[OPEN, depth - 1]] > table[LEVEL, number]:
        depth -= 1
    if depth:
        other = table[NODE, table[OPEN, depth - 1]]
    if other >= 0:
        shared = nodes.common(min(one, other), max(one, other))
        if table[SHARED, number] < 0 or nodes.depth[shared] > nodes.depth[table[SHARED, number]]:
            table[SHARED, number] = shared
    table[OPEN, depth] = number
    return depth + 1
