"""Twins of `Lookup`, `id_places` and `element_around` in `page/lookup.py`."""

from cpython.array cimport array, clone
from cpython.object cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM

from rubricator.kernel.rubric.characters cimport first_letter
from rubricator.kernel.search cimport first_from

cdef enum:  # as in `page/model.py`
    BLOCK = 2
    IMAGE = 8
    NEAR = 16  # as in `page/lookup.py`

cdef array _INTEGERS = array("i")


cdef class Lookup:
    """Finds nodes by their place in a page's text."""

    def __init__(self, page):
        self.page = page
        self.tags, self.parents, self.stops, self.attributes = page.tag, page.parent, page.stop, page.attributes
        self.starts, self.ends, self.flags, self.body = page.start, page.end, page.flags, page.body
        self.has_leaves = False

    cdef find_leaves(self):
        """Find the texts and images with characters, their starts, and the images without."""
        cdef Py_ssize_t node, start, end, count = len(self.tags)
        cdef PyObject* tag
        cdef PyObject* known = NULL  # That of texts: tags are few objects.
        cdef PyObject* first
        cdef PyObject* last
        cdef bint is_image
        self.leaves, self.leaf_starts = clone(_INTEGERS, count, False), clone(_INTEGERS, count, False)
        self.wordless = clone(_INTEGERS, count, False)
        self.leaf_count = self.wordless_count = 0
        self.has_leaves = True
        if not count == len(self.starts) == len(self.ends):
            raise IndexError("columns of other nodes")
        for node in range(count):
            is_image = self.flags[node] & IMAGE
            tag = PyTuple_GET_ITEM(self.tags, node)
            if not is_image and tag != known:
                if first_letter(<str?>tag) != u"#" or <str>tag != "#text":
                    continue
                known = tag
            first, last = PyTuple_GET_ITEM(self.starts, node), PyTuple_GET_ITEM(self.ends, node)
            # Most texts are white space alone, with one number for both ends.
            if first == last and not is_image:
                continue
            start, end = <object>first, <object>last
            if start != end:
                self.leaves[self.leaf_count], self.leaf_starts[self.leaf_count] = node, start
                self.leaf_count += 1
            elif is_image:
                self.wordless[self.wordless_count] = node
                self.wordless_count += 1

    cdef Py_ssize_t start(self, Py_ssize_t node) except -1:
        return self.starts[node]

    cdef Py_ssize_t end(self, Py_ssize_t node) except -1:
        return self.ends[node]

    cdef Py_ssize_t parent(self, Py_ssize_t node) except -2:
        return self.parents[node]

    def leaf_at(self, Py_ssize_t place):
        """Return the text node or image that begins at or before a place in the text; None before the first."""
        cdef Py_ssize_t leaf = self.leaf_before(place)
        return leaf if leaf >= 0 else None

    cdef Py_ssize_t leaf_before(self, Py_ssize_t place) except -2:
        """Return the text node or image that begins at or before a place in the text; -1 before the first."""
        if not self.has_leaves:
            self.find_leaves()
        cdef Py_ssize_t number = first_from(self.leaf_starts, self.leaf_count, place + 1)
        return self.leaves[number - 1] if number else -1

    cdef bint has_wordless(self, Py_ssize_t low, Py_ssize_t high) except -1:
        """Say whether an image without text is among the nodes `low` .. `high`."""
        if not self.has_leaves:
            self.find_leaves()
        cdef Py_ssize_t at = first_from(self.wordless, self.wordless_count, low)
        return at < self.wordless_count and self.wordless[at] < high

    cpdef Py_ssize_t containing(self, Py_ssize_t start, Py_ssize_t end, node=None) except -1:
        """Return the deepest node that contains a span, or the element around it when it holds nothing else."""
        cdef Py_ssize_t found, above
        if start == end and node is not None:
            return self.around_wordless(node)
        found = self.leaf_before(start)
        if found < 0:
            return self.body
        while self.end(found) < end and self.parent(found) > 0:
            found = self.parent(found)
        while not self.flags[found] & BLOCK and self.parent(found) > 0:
            above = self.parent(found)
            if self.start(above) != start or self.end(above) != end:
                break
            found = above
        return found

    cdef Py_ssize_t around_wordless(self, Py_ssize_t node) except -1:
        """Return an image without text, or the element around it when it holds nothing else."""
        cdef Py_ssize_t above
        while not self.flags[node] & BLOCK and self.parent(node) > 0:
            above = self.parent(node)
            if self.start(above) != self.end(above) or self.holds_more(above, node):
                break
            node = above
        return node

    cpdef Py_ssize_t opening(self, Py_ssize_t start, Py_ssize_t end, node=None) except -1:
        """Return the highest node that begins at `start` and does not reach beyond `end`."""
        cdef Py_ssize_t found, above, earliest = start
        found = node if node is not None else self.leaf_before(start)
        if found < 0:
            return self.body
        # An image without text stands before the space that the block begins after.
        if node is not None:
            earliest = min(start, self.start(found))
        while self.parent(found) > 0:
            above = self.parent(found)
            if self.start(above) < earliest or self.end(above) > end or above < self.body:
                break
            if self.has_wordless(above, found) or (start == end and self.holds_more(above, found)):
                break
            found = above
        return found

    cdef bint holds_more(self, Py_ssize_t above, Py_ssize_t node) except -1:
        """Say whether a parent holds images without text besides those of its child."""
        return self.has_wordless(above, node) or self.has_wordless(self.stops[node], self.stops[above])

    cpdef anchor(self, Py_ssize_t node):
        """Return the id by which a heading is cited: its own, one in it or right before it, else the nearest above."""
        cdef Py_ssize_t near, first
        for near in range(node, min(<Py_ssize_t>self.stops[node], node + NEAR)):
            found = self.id_of(near)
            if found is not None:
                return found
        near, first = node - 1, max(self.parent(node) + 1, node - NEAR)
        while near >= first and self.start(near) == self.end(near):
            found = self.id_of(near) if self.tags[near] == "a" else None
            if found is not None:
                return found
            near -= 1
        while node > self.body:
            found = self.id_of(node)
            if found is not None:
                return found
            node = self.parent(node)
        return None

    cdef id_of(self, Py_ssize_t node):
        """Return an element's id; `<a name>` is as good as one."""
        for name, value in <tuple?>self.attributes[node]:
            if value and (name == "id" or (name == "name" and self.tags[node] == "a")):
                return value
        return None


def id_places(tuple tags, tuple starts, tuple attributes):
    """Return where in the text the elements with an id begin."""
    cdef dict places = {}
    cdef Py_ssize_t node
    for node in range(len(attributes)):
        for name, value in <tuple?>attributes[node]:
            if value and (<str?>name == "id" or (<str>name == "name" and <str?>tags[node] == "a")):
                if value not in places:
                    places[value] = starts[node]
    return places


def element_around(page, Py_ssize_t start, Py_ssize_t end):
    """Return the deepest element that holds a span."""
    cdef tuple tags = page.tag, starts = page.start, ends = page.end, stops = page.stop
    cdef Py_ssize_t node = page.body, child, stop
    while True:
        child, stop = node + 1, stops[node]
        while child < stop and <Py_ssize_t>ends[child] <= start:
            child = stops[child]
        if child >= stop or <str?>tags[child] == "#text":
            return node
        if <Py_ssize_t>starts[child] > start or <Py_ssize_t>ends[child] < end:
            return node
        node = child
