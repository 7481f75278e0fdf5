"""Twin of `XPaths` in `page/xpath.py`."""

from cpython.array cimport array, clone
from cpython.object cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM
from libc.string cimport memset

from rubricator.kernel.rubric.characters cimport first_letter

cdef array _INTEGERS = array("i")
cdef str _TEXT = "#text"
cdef enum:
    REMEMBERED = 128  # A power of two; pages have some 30 tags.
cdef str _AT_ID = '//*[@id="%"]'


cdef class XPaths:
    """Makes XPaths, anchored at the nearest unique id. Places among siblings are counted once per parent."""

    def __init__(self, page, limits):
        self.tags, self.parents, self.stops, self.attributes = page.tag, page.parent, page.stop, page.attributes
        self.max_steps = limits.xpath_steps
        self.left = limits.xpath_characters
        self.places = clone(_INTEGERS, len(self.tags), True)
        self.named = {}
        self.made = {}
        self.repeated = _repeated(self.attributes)
        self.foreign_starts = []
        self.foreign_stops = []
        self.find_foreign()
        self.too_long = 0
        self.no_room = 0

    cpdef path(self, Py_ssize_t node):
        """Return the XPath of a node; None when it has more steps than allowed, or there is no room left for it."""
        cdef tuple made = self.made.get(node) or self.make(node)
        if <Py_ssize_t>made[1] > self.max_steps:
            self.too_long += 1
            return None
        return self.within(made[0])

    cpdef within(self, str text):
        """Count the characters of an XPath or anchor that is given; None when there is no room left for it."""
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
            anchor = self.unique_id(at)
            if anchor:
                start = _AT_ID.replace("%", anchor) if len(anchor) + len(_AT_ID) + length <= self.left else None
                break
            part = f"/{self.test(at)}[{self.place(at)}]"
            parts.append(part)
            length += len(part)
            at = self.parents[at]
        steps += len(parts)
        if len(parts) > 1:
            start = self.join(start, parts[:0:-1], steps - 1)
            self.made[self.parents[node]] = start, steps - 1
            # Siblings are made from it, so it is kept; pages with many parents must not fill the memory with them.
            self.left -= 0 if start is None else len(start)
        made = self.join(start, parts[:1], steps)
        self.made[node] = found = made, steps
        return found

    cdef str join(self, str start, list parts, Py_ssize_t steps):
        """Return an XPath, but do not even make what there is no room for: an id may have megabytes."""
        cdef Py_ssize_t length = 0
        cdef str part
        if start is None or steps > self.max_steps:
            return None
        for part in parts:
            length += len(part)
        if len(start) + length > self.left:
            return None
        return start + "".join(parts) or "/"

    cdef str unique_id(self, Py_ssize_t node):
        for name, value in <tuple?>self.attributes[node]:
            if name == "id":
                return value if value and value not in self.repeated and '"' not in value else None
        return None

    cdef str test(self, Py_ssize_t node):
        cdef str tag = self.tags[node]
        if first_letter(tag) == u"#" and tag == _TEXT:
            return "text()"
        return tag if self.is_named(node, tag) else "*"

    cdef bint is_named(self, Py_ssize_t node, str tag) except -1:
        """Say whether an element's name finds it."""
        named = self.named.get(tag)
        if named is None:
            named = self.named[tag] = _is_name(tag)
        return named and not (self.foreign_starts and self.is_foreign(node))

    cdef bint is_foreign(self, Py_ssize_t node) except -1:
        """Look among the outermost drawings and formulas, which stand in order."""
        cdef Py_ssize_t low = 0, high = len(self.foreign_starts), middle
        while low < high:
            middle = (low + high) // 2
            if node < <Py_ssize_t>self.foreign_starts[middle]:
                high = middle
            else:
                low = middle + 1
        return low > 0 and node < <Py_ssize_t>self.foreign_stops[low - 1]

    cdef Py_ssize_t place(self, Py_ssize_t node) except -1:
        """Return a node's place among its siblings that pass the same test; 0 stands for not counted yet."""
        cdef Py_ssize_t parent, child, stop, elements = 0
        cdef int count
        cdef dict counts
        cdef str tag
        if not self.places[node]:
            counts = {}
            parent = self.parents[node]
            child, stop = parent + 1, self.stops[parent]
            while child < stop:
                tag = self.tags[child]
                count = <object>counts.get(tag, 0) + 1
                counts[tag] = count
                if first_letter(tag) != u"#" or tag != _TEXT:
                    elements += 1
                    if not self.is_named(child, tag):
                        count = elements
                self.places[child] = count
                child = self.stops[child]
        return self.places[node]

    cdef find_foreign(self):
        """Find the outermost drawings and formulas: first node, and one past the last."""
        cdef Py_ssize_t node, stop = 0
        cdef PyObject *tag
        cdef PyObject *others[REMEMBERED]  # Tags are few objects, and most nodes have that of another before.
        cdef size_t place
        memset(others, 0, sizeof(others))
        for node in range(len(self.tags)):
            tag = PyTuple_GET_ITEM(self.tags, node)
            place = (<size_t>tag >> 4) & (REMEMBERED - 1)
            if tag == others[place]:
                continue
            if not 3 <= len(<str?>tag) <= 4 or not (<str>tag == "svg" or <str>tag == "math"):
                others[place] = tag
            elif node >= stop:
                stop = self.stops[node]
                self.foreign_starts.append(node)
                self.foreign_stops.append(stop)


cdef set _repeated(tuple attributes):
    """Return the ids that several elements have."""
    cdef set seen = set(), found = set()
    cdef Py_ssize_t node, place, before = 0
    cdef PyObject *pairs
    cdef PyObject *pair
    cdef PyObject *name
    # What is looked at is kept by `attributes`, and is checked to be what it should be.
    for node in range(len(attributes)):
        pairs = PyTuple_GET_ITEM(attributes, node)
        for place in range(len(<tuple?>pairs)):
            pair = PyTuple_GET_ITEM(<tuple>pairs, place)
            if len(<tuple?>pair) != 2:
                raise ValueError("attributes are pairs")
            name = PyTuple_GET_ITEM(<tuple>pair, 0)
            if len(<str?>name) == 2 and <str>name == "id":
                value = <object>PyTuple_GET_ITEM(<tuple>pair, 1)
                seen.add(value)
                if len(seen) == before:
                    found.add(value)
                before = len(seen)
    return found


cdef bint _is_name(str tag):
    """Say whether XPath and all parsers read a name alike."""
    cdef Py_UCS4 sign
    cdef Py_ssize_t place
    for place in range(len(tag)):
        sign = tag[place]
        if not (97 <= sign <= 122 or sign == 95 or (place and (48 <= sign <= 57 or sign == 45 or sign == 46))):
            return False
    return len(tag) > 0
