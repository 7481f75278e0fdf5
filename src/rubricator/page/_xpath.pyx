"""XPaths of nodes."""

import re
from bisect import bisect_right

from cpython.array cimport array, clone

from rubricator.page._symbols cimport SymbolTable

cdef array INTEGERS = array("i")
# Names that XPath and all parsers read alike; other elements are found by their place among all elements.
NAME = re.compile(r"[a-z_][a-z0-9_.-]*\Z")
cdef str AT_ID = '//*[@id="%"]'


cdef class XPaths:
    cdef tuple tag
    cdef const int[::1] parent, of_name, of_all
    cdef Py_ssize_t max_steps, left
    cdef dict anchors, named, made
    cdef list foreign_starts, foreign_stops
    cdef readonly Py_ssize_t too_long, no_room

    def __init__(self, page, limits):
        self.tag, self.parent = page.tag, page.parent
        self.max_steps, self.left = limits.xpath_steps, limits.xpath_characters
        self.of_name, self.of_all = sibling_places(page.symbols, page.stop)
        self.anchors = unique_ids(page.symbols)
        self.named = {}
        # XPaths of elements that were asked for, and of parents, with their number of steps; None for no room.
        self.made = {}
        self.foreign_starts, self.foreign_stops = foreign(page)

    def path(self, Py_ssize_t node):
        cdef tuple made = self.made.get(node) or self.make(node)
        if <Py_ssize_t>made[1] > self.max_steps:
            self.too_long += 1
            return None
        return self.within(made[0])

    cpdef within(self, str text):
        if text is None or len(text) > self.left:
            self.no_room += 1
            return None
        self.left -= len(text)
        return text

    cdef tuple make(self, Py_ssize_t node):
        cdef Py_ssize_t at = node, steps = 0, length = 0
        cdef list parts = []
        cdef str start = "", anchor, part, made
        while at > 0 and len(parts) <= self.max_steps:
            if at in self.made:
                start, steps = self.made[at]
                break
            anchor = self.anchors.get(at)
            if anchor is not None:
                start = AT_ID.replace("%", anchor) if len(anchor) + len(AT_ID) + length <= self.left else None
                break
            part = self.step(at)
            parts.append(part)
            length += len(part)
            at = self.parent[at]
        steps += len(parts)
        if len(parts) > 1:
            start = self.join(start, parts[:0:-1], steps - 1)
            self.made[self.parent[node]] = start, steps - 1
            # Siblings are made from it, so it is kept; pages with many parents must not fill the memory with them.
            self.left -= 0 if start is None else len(start)
        made = self.join(start, parts[:1], steps)
        self.made[node] = found = made, steps
        return found

    cdef str join(self, str start, list parts, Py_ssize_t steps):
        """Return an XPath, but do not even make what there is no room for: an id may have megabytes."""
        cdef str rest = "".join(parts)
        if start is None or steps > self.max_steps or len(start) + len(rest) > self.left:
            return None
        return start + rest or "/"

    cdef bint is_named(self, Py_ssize_t node, str tag) except -1:
        """Say whether an element's name finds it, which it does not in drawings and formulas."""
        cdef Py_ssize_t number
        if tag not in self.named:
            self.named[tag] = NAME.match(tag) is not None
        number = bisect_right(self.foreign_starts, node) if self.foreign_starts else 0
        return self.named[tag] and not (number and node < <Py_ssize_t>self.foreign_stops[number - 1])

    cdef str step(self, Py_ssize_t node):
        """Return the step to a node from its parent."""
        cdef str tag = self.tag[node]
        if tag == "#text":
            return f"/text()[{self.of_name[node]}]"
        return f"/{tag}[{self.of_name[node]}]" if self.is_named(node, tag) else f"/*[{self.of_all[node]}]"


cdef dict unique_ids(SymbolTable symbols):
    """Return the ids that one element alone has, by node; one with a quotation mark cannot be written."""
    cdef dict owner = {}
    for node, text in symbols.having("id"):
        owner[text] = None if text in owner else node
    return {node: text for text, node in owner.items() if text and node is not None and '"' not in text}


cdef tuple foreign(page):
    """Return where the outermost drawings and formulas begin, and one past the last node of each.

    Browsers put these and what is in them into other namespaces, where a name of HTML does not find them.
    """
    cdef list starts = [], stops = []
    for node in sorted([*page.nodes("svg"), *page.nodes("math")]):
        if not stops or node >= stops[len(stops) - 1]:
            starts.append(node)
            stops.append(page.stop[node])
    return starts, stops


cdef tuple sibling_places(SymbolTable symbols, const int[::1] stop):
    """Return for each node its place among siblings of its name, and its place among all elements beside it."""
    cdef Py_ssize_t count = stop.shape[0], above, node, tag, elements
    cdef const int[::1] tags = symbols.tag
    cdef int text = symbols.tags.get("#text", -1)
    cdef array named = clone(INTEGERS, count, True), every = clone(INTEGERS, count, True)
    cdef int[::1] of_name = named, of_all = every
    cdef int[::1] found = clone(INTEGERS, len(symbols.tags), True), parent = clone(INTEGERS, len(symbols.tags), True)
    for above in range(count):
        node, elements = above + 1, 0
        while node < stop[above]:
            tag = tags[node]
            # What was counted for another parent does not count.
            if parent[tag] != above + 1:
                parent[tag], found[tag] = <int>above + 1, 0
            found[tag] += 1
            elements += tag != text
            of_name[node], of_all[node] = found[tag], <int>elements
            node = stop[node]
    return named, every
