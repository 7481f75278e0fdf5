"""Nodes by their place in a page's text."""

from cpython.array cimport array

from rubricator.page._flags cimport BLOCK, IMAGE

cdef enum:
    NEAR = 16  # Nodes in and before a heading that are looked at for an id to cite it by.


cdef class Lookup:
    def __init__(self, page):
        self.page, self.body, self.flags = page, page.body, page.flags
        self.parent, self.stop, self.start, self.end = page.parent, page.stop, page.start, page.end
        self.run_start, self.run_node = page.units.run_start, page.units.run_node
        images = [node for node in page.nodes("img") if self.flags[node] & IMAGE]
        self.wordless = array("i", [node for node in images if self.start[node] == self.end[node]])

    def leaf_at(self, Py_ssize_t place):
        cdef Py_ssize_t number = first_from(self.run_start, place + 1)
        return self.run_node[number - 1] if number else None

    def containing(self, Py_ssize_t start, Py_ssize_t end, node=None):
        cdef Py_ssize_t number
        if start == end and node is not None:
            return self.around_wordless(node)
        number = first_from(self.run_start, start + 1)
        return self.climb(self.run_node[number - 1], start, end) if number else self.body

    cdef Py_ssize_t climb(self, Py_ssize_t node, Py_ssize_t start, Py_ssize_t end) except -1:
        """Return the deepest element around a node with a span, or the one around it that holds nothing else."""
        cdef Py_ssize_t above
        while self.end[node] < end and self.parent[node] > 0:
            node = self.parent[node]
        while not self.flags[node] & BLOCK and self.parent[node] > 0:
            above = self.parent[node]
            if self.start[above] != start or self.end[above] != end:
                break
            node = above
        return node

    cdef Py_ssize_t common(self, Py_ssize_t one, Py_ssize_t other) except -1:
        """Return the deepest node that holds two nodes."""
        one, other = min(one, other), max(one, other)
        while self.stop[one] <= other:
            one = self.parent[one]
        return one

    cdef Py_ssize_t around_wordless(self, Py_ssize_t node) except -1:
        """Return an image without text, or the element around it when it holds nothing else."""
        cdef Py_ssize_t above
        while not self.flags[node] & BLOCK and self.parent[node] > 0:
            above = self.parent[node]
            if self.start[above] != self.end[above] or self.holds_more(above, node):
                break
            node = above
        return node

    def opening(self, Py_ssize_t start, Py_ssize_t end, node=None):
        cdef Py_ssize_t number, found, above, earliest = start
        if node is not None:
            found = node
            # An image without text stands before the space that the block begins after.
            earliest = min(start, self.start[found])
        else:
            number = first_from(self.run_start, start + 1)
            if not number:
                return self.body
            found = self.run_node[number - 1]
        while self.parent[found] > 0:
            above = self.parent[found]
            if self.start[above] < earliest or self.end[above] > end or above < self.body:
                break
            if self.has_wordless(above, found) or (start == end and self.holds_more(above, found)):
                break
            found = above
        return found

    cdef bint has_wordless(self, Py_ssize_t low, Py_ssize_t high) except -1:
        """Say whether an image without text is among the nodes `low` .. `high`."""
        cdef Py_ssize_t at = first_from(self.wordless, low)
        return at < self.wordless.shape[0] and self.wordless[at] < high

    cdef bint holds_more(self, Py_ssize_t above, Py_ssize_t node) except -1:
        """Say whether a parent holds images without text besides those of its child."""
        return self.has_wordless(above, node) or self.has_wordless(self.stop[node], self.stop[above])

    def anchor(self, Py_ssize_t node):
        cdef Py_ssize_t near, first = max(self.parent[node] + 1, node - NEAR)
        if self.ids is None:
            self.ids = ids_of(self.page)
        for near in range(node, min(<Py_ssize_t>self.stop[node], node + NEAR)):
            if near in self.ids:
                return self.ids[near]
        near = node - 1
        while near >= first and self.start[near] == self.end[near]:
            if near in self.ids and self.page.tag[near] == "a":
                return self.ids[near]
            near -= 1
        while node > self.body:
            if node in self.ids:
                return self.ids[node]
            node = self.parent[node]
        return None


cdef dict ids_of(page):
    """Return the ids of elements; `<a name>` is as good as one, and the first of both counts."""
    cdef dict found = {node: value for node, value in page.symbols.having("id") if value}
    for node, value in page.symbols.having("name"):
        if value and page.tag[node] == "a":
            found[node] = [held for key, held in page.attributes[node] if held and key in ("id", "name")][0]
    return found


cdef Py_ssize_t first_from(const int[::1] values, Py_ssize_t least) noexcept:
    """Return the place of the first of ascending values that is not below `least`."""
    cdef Py_ssize_t low = 0, high = values.shape[0], middle
    while low < high:
        middle = (low + high) // 2
        if values[middle] < least:
            low = middle + 1
        else:
            high = middle
    return low
