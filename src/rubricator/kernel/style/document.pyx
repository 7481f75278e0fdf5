# cython: binding=False
"""Twin of the busy parts of `style/document.py`: the builder that the parser calls twice for each node, and subtrees."""

from cpython.array cimport array, clone
from cpython.list cimport PyList_GET_ITEM, PyList_New, PyList_SET_ITEM
from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF, Py_INCREF, _Py_REFCNT
from cpython.tuple cimport PyTuple_CheckExact, PyTuple_GetItem
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND

from rubricator.kernel.style.census cimport Census, Name, Node
from rubricator.kernel.style.numbers cimport number, numbers_of

cdef extern from "Python.h":
    void PyObject_GC_UnTrack(object values)
    void PyTuple_SET_ITEM(object values, Py_ssize_t place, PyObject *value)

cdef array _INTEGERS = array("i")

cdef enum:
    DEEPEST = 513


cdef class Builder:
    """Receives the parser's calls. Handles are node numbers; what is left out has the handle -1."""

    cdef readonly object doctype
    cdef readonly Census census
    cdef object look
    cdef list held
    """Of each text its characters, of each element its attributes."""
    cdef Py_ssize_t pause
    cdef Name text

    def __init__(self, look):
        self.held = []
        self.doctype = None
        self.census = Census()
        self.look = look
        self.pause = 0
        self.text = None

    def create_document(self):
        return self.add(self.census.tag("#document"), ())

    def create_doctype(self, name, public_id, system_id):
        self.doctype = name, public_id, system_id
        return -1

    def create_element(self, str name, namespace, tuple attrs):
        # The parser makes a string for each element; one for each name takes less room and is hashed once.
        cdef Name tag = self.census.tag(name)
        if tag.nodes is None:
            tag.nodes = []
        node = self.add(tag, attrs)
        if attrs:
            self.settle(attrs)
        tag.nodes.append(node)
        return node

    def create_text(self, str data):
        if self.text is None:
            self.text = self.census.tag("#text")
        return self.add(self.text, data)

    def create_comment(self, data):
        return -1

    def create_pi(self, target, data):
        return -1

    def append(self, int parent, int child):
        if child >= 0:
            # What is read later goes up from nodes to those before them.
            if not -1 <= parent < child < self.census.count:
                raise ValueError("the parser gave a node before its parent")
            self.census.nodes[child].parent = parent

    cdef add(self, Name tag, held):
        cdef Py_ssize_t node = self.census.count
        if node >= self.pause:
            self.pause = self.look(node)
        self.census.add(tag)
        self.held.append(held)
        return number(node)

    cdef settle(self, tuple attrs):
        """Make the names of attributes one object each, too, and hide the tuples from the collector (`settled`)."""
        cdef PyObject *pair
        cdef Py_ssize_t place
        cdef Name known
        for place in range(len(attrs)):
            pair = PyTuple_GetItem(attrs, place)
            name = (<tuple?>pair)[0]
            known = self.census.see(name, (<tuple>pair)[1])
            # Nobody but `attrs` holds this pair yet, so nobody sees it change.
            if known.text is not name and _Py_REFCNT(pair) == 1:
                Py_INCREF(known.text)
                PyTuple_SET_ITEM(<tuple>pair, 0, <PyObject *>known.text)
                Py_DECREF(name)
            PyObject_GC_UnTrack(<tuple>pair)
        PyObject_GC_UnTrack(attrs)

    def places(self):
        """Return the elements of each name."""
        return {name: (<Name>tag).nodes for name, tag in self.census.tags.items() if (<Name>tag).nodes is not None}

    def columns(self):
        """Return of each node its tag, parent, stop, attributes and data."""
        cdef Py_ssize_t count = self.census.count, node
        cdef Node *nodes = self.census.nodes
        cdef list held = self.held, texts = list(self.census.tags)
        cdef list tag = PyList_New(count), attributes = PyList_New(count), data = PyList_New(count)
        cdef array parents = clone(_INTEGERS, count, False), stops = clone(_INTEGERS, count, False)
        cdef PyObject *none = <PyObject *>(), *empty = <PyObject *>"", *own
        if len(held) != count:
            raise ValueError("a node was left half made")
        for node in range(count):
            nodes[node].stop = <int>node + 1
            parents.data.as_ints[node] = nodes[node].parent
            own = PyList_GET_ITEM(held, node)
            put(tag, node, PyList_GET_ITEM(texts, nodes[node].tag))
            if PyTuple_CheckExact(<object>own):
                put(attributes, node, own)
                put(data, node, empty)
            else:
                put(attributes, node, none)
                put(data, node, own)
        # What is in a node comes after it, so its last child knows its own end before the node is asked.
        for node in range(count - 1, -1, -1):
            stops.data.as_ints[node] = nodes[node].stop
            if nodes[node].parent >= 0 and nodes[nodes[node].parent].stop < nodes[node].stop:
                nodes[nodes[node].parent].stop = nodes[node].stop
        return (
            tag, numbers_of(parents.data.as_ints, count), numbers_of(stops.data.as_ints, count), attributes, data,
        )

    def is_deep(self):
        """Return whether an element stands so deep that nothing can stand in it."""
        cdef Node *nodes = self.census.nodes
        cdef Py_ssize_t node
        cdef int text = -1 if self.text is None else self.text.number
        for node in range(self.census.count):
            nodes[node].depth = nodes[nodes[node].parent].depth + 1 if nodes[node].parent >= 0 else 0
            if nodes[node].depth >= DEEPEST and nodes[node].tag != text:
                return True
        return False


cdef inline void put(list column, Py_ssize_t place, PyObject *value) noexcept:
    """Fill a place of a new list that is known to be so long."""
    Py_INCREF(<object>value)
    PyList_SET_ITEM(column, place, <object>value)


def subtree_stops(list parent):
    """Return, for nodes in document order, one past the last descendant of each."""
    cdef Py_ssize_t count = len(parent), node, above
    cdef array found = clone(_INTEGERS, count, False)
    cdef int[::1] stops = found
    for node in range(count):
        stops[node] = node + 1
    # What is in a node comes after it, so its last child knows its own end before the node is asked.
    for node in range(count - 1, 0, -1):
        above = parent[node]
        if above >= 0 and stops[above] < stops[node]:
            stops[above] = stops[node]
    return numbers_of(found.data.as_ints, count)


def count_of(str text, str sign):
    """Return how often a character stands in a text."""
    cdef Py_ssize_t length = len(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef unsigned int wanted = ord(sign)
    if kind == 1:
        return _count(<unsigned char *>PyUnicode_DATA(text), length, wanted)
    if kind == 2:
        return _count(<unsigned short *>PyUnicode_DATA(text), length, wanted)
    return _count(<unsigned int *>PyUnicode_DATA(text), length, wanted)


ctypedef fused Sign:
    unsigned char
    unsigned short
    unsigned int


cdef Py_ssize_t _count(const Sign *signs, Py_ssize_t length, unsigned int wanted):
    """Count by plain pointers, as they give the compiler a loop of vectors; `place` stays below the text's length."""
    cdef Py_ssize_t found = 0, place, start = 0, stop
    cdef Sign sign = <Sign>wanted
    cdef unsigned char few
    if sign != wanted:
        return 0
    # Blocks whose count fits into a byte, as sums of bytes need no widening.
    while start < length:
        stop = min(start + 255, length)
        few = 0
        for place in range(start, stop):
            few += signs[place] == sign
        found += few
        start = stop
    return found


def contains(str text, str word):
    """Say whether a word stands in a text: only where some of its characters do, the others are looked at."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *signs = PyUnicode_DATA(text)
    cdef Py_ssize_t length = len(text) - len(word) + 1
    if length <= 0 or not word or not word.isascii():
        return word in text
    if kind == 1:
        return _stands_in(<unsigned char *>signs, length, text, word)
    if kind == 2:
        return _stands_in(<unsigned short *>signs, length, text, word)
    return _stands_in(<unsigned int *>signs, length, text, word)


cdef bint _stands_in(const Sign *signs, Py_ssize_t length, str text, str word) except -1:
    """Look for a word only where its first, two middle and last characters stand in a text as far apart as in the word.

    `length` is the number of places where it may begin. Blocks have no branch, which makes vectors of them.
    """
    cdef Py_ssize_t place, start = 0, stop, last = len(word) - 1, middle = last // 2, before = max(middle - 1, 0)
    cdef Sign one = <Sign>ord(word[0]), two = <Sign>ord(word[before]), three = <Sign>ord(word[middle])
    cdef Sign four = <Sign>ord(word[last]), found
    while start < length:
        stop = min(start + 1024, length)
        found = 0
        for place in range(start, stop):
            found |= (
                (signs[place] == one) & (signs[place + before] == two) & (signs[place + middle] == three)
                & (signs[place + last] == four)
            )
        if found and text.find(word, start, stop + last) >= 0:
            return True
        start = stop
    return False
