# cython: binding=False
"""Twin of the busy parts of `style/document.py`: the builder that the parser calls twice for each node, and subtrees."""

cimport cython
from cpython.array cimport array, clone
from cpython.dict cimport PyDict_GetItem
from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF, Py_INCREF, _Py_REFCNT
from cpython.tuple cimport PyTuple_GetItem
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND

cdef extern from "Python.h":
    void PyObject_GC_UnTrack(object values)
    void PyUnicode_InternInPlace(PyObject **text)
    void PyTuple_SET_ITEM(object values, Py_ssize_t place, PyObject *value)

cdef array _INTEGERS = array("i")


@cython.final
@cython.freelist(64)
cdef class Tag:
    """One name of elements, as one object, and the elements that have it."""

    cdef str name
    cdef list nodes


cdef class Builder:
    """Receives the parser's calls. Handles are node numbers; what is left out has the handle -1."""

    cdef readonly list tag, parent, attributes, data
    cdef readonly object doctype
    cdef object look
    cdef Py_ssize_t pause
    cdef dict tags, names

    def __init__(self, look):
        self.tag = []
        self.parent = []
        self.attributes = []
        self.data = []
        self.doctype = None
        self.look = look
        self.pause = 0
        self.tags = {}
        self.names = {}

    @property
    def places(self):
        return {(<Tag>tag).name: (<Tag>tag).nodes for tag in self.tags.values()}

    def create_document(self):
        return self.add("#document", (), "")

    def create_doctype(self, name, public_id, system_id):
        self.doctype = name, public_id, system_id
        return -1

    def create_element(self, str name, namespace, tuple attrs):
        # The parser makes a string for each element; one for each name takes less room and is hashed once.
        cdef Tag tag = self.tags.get(name)
        if tag is None:
            tag = Tag.__new__(Tag)
            tag.name, tag.nodes = interned(name), []
            self.tags[tag.name] = tag
        if attrs:
            self.settle(attrs)
        node = self.add(tag.name, attrs, "")
        tag.nodes.append(node)
        return node

    def create_text(self, data):
        return self.add("#text", (), data)

    def create_comment(self, data):
        return -1

    def create_pi(self, target, data):
        return -1

    def append(self, parent, Py_ssize_t child):
        if child >= 0:
            self.parent[child] = parent

    cdef add(self, name, attrs, data):
        cdef Py_ssize_t node = len(self.tag)
        if node >= self.pause:
            self.pause = self.look(node)
        self.tag.append(name)
        self.attributes.append(attrs)
        self.data.append(data)
        self.parent.append(-1)
        return node

    cdef settle(self, tuple attrs):
        """Make the names of attributes one object each, too, and hide the tuples from the collector (`settled`)."""
        cdef PyObject *pair
        cdef PyObject *known
        cdef Py_ssize_t place
        for place in range(len(attrs)):
            pair = PyTuple_GetItem(attrs, place)
            name = (<tuple?>pair)[0]
            known = PyDict_GetItem(self.names, name)
            if known is NULL:
                unique = interned(name)
                self.names[unique] = unique
                known = <PyObject *>unique
            # Nobody but `attrs` holds this pair yet, so nobody sees it change.
            if known != <PyObject *>name and _Py_REFCNT(pair) == 1:
                Py_INCREF(<object>known)
                PyTuple_SET_ITEM(<tuple>pair, 0, known)
                Py_DECREF(name)
            PyObject_GC_UnTrack(<tuple>pair)
        PyObject_GC_UnTrack(attrs)


cdef str interned(str name):
    """Return the one object for a name that the whole process has, literals of other modules among them."""
    cdef PyObject *unique = <PyObject *>name
    Py_INCREF(name)
    PyUnicode_InternInPlace(&unique)
    found = <str>unique
    Py_DECREF(found)
    return found


def subtree_stops(list parent):
    """Return, for nodes in document order, one past the last descendant of each."""
    cdef Py_ssize_t count = len(parent), node, above
    stop = clone(_INTEGERS, count, False)
    cdef int[::1] stops = stop
    for node in range(count):
        stops[node] = node + 1
    # What is in a node comes after it, so its last child knows its own end before the node is asked.
    for node in range(count - 1, 0, -1):
        above = parent[node]
        if above >= 0 and stops[above] < stops[node]:
            stops[above] = stops[node]
    return stop.tolist()


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
