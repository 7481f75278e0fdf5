# cython: binding=False
"""Twin of the busy parts of `style/document.py`: the builder that the parser calls twice for each node, and subtrees."""

cimport cython
from cpython.array cimport array, clone
from cpython.list cimport PyList_GET_ITEM
from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF, Py_INCREF, _Py_REFCNT
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_New
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND
from libc.stdint cimport uint64_t

from rubricator.characters cimport PyUnicode_READ
from rubricator.signs cimport Sign, uchar, uint, ushort
from rubricator.style._census cimport Census, Name, Node
from rubricator.style._numbers cimport number, numbers_of

cdef extern from "Python.h":
    void PyObject_GC_UnTrack(object values)
    void PyTuple_SET_ITEM(object values, Py_ssize_t place, PyObject *value)
    void Py_SET_SIZE(object values, Py_ssize_t size)
    Py_ssize_t PyUnicode_FindChar(str text, Py_UCS4 sign, Py_ssize_t start, Py_ssize_t stop, int direction) except -2

cdef array _INTEGERS = array("i")

cdef enum:
    DEEPEST = 513


@cython.final
cdef class Builder:
    """Receives the parser's calls. Handles are node numbers; what is left out has the handle -1."""

    def __init__(self, look):
        self.held = []  # Of each text its characters, of each element its attributes.
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

    def create_element(self, str name not None, namespace, tuple attrs not None):
        # The parser makes a string for each element; one for each name takes less room and is hashed once.
        cdef Name tag = self.census.tag(name)
        if tag.nodes is None:
            tag.nodes = []
        node = self.add(tag, attrs)
        if attrs:
            self.settle(attrs)
        tag.nodes.append(node)
        return node

    def create_text(self, str data not None):
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
            pair = PyTuple_GET_ITEM(attrs, place)
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
        cdef tuple tag = PyTuple_New(count), attributes = PyTuple_New(count), data = PyTuple_New(count)
        cdef array parents = clone(_INTEGERS, count, False), stops = clone(_INTEGERS, count, False)
        cdef PyObject *none = <PyObject *>()
        cdef PyObject *empty = <PyObject *>""
        cdef PyObject *own
        cdef int text = -1 if self.text is None else self.text.number
        if len(held) != count:
            raise ValueError("a node was left half made")
        for node in range(count):
            nodes[node].stop = <int>node + 1
            parents.data.as_ints[node] = nodes[node].parent
            own = PyList_GET_ITEM(held, node)
            put(tag, node, PyList_GET_ITEM(texts, nodes[node].tag))
            # They move, so that nobody needs to touch them again.
            if nodes[node].tag == text:
                put(attributes, node, none)
                PyTuple_SET_ITEM(data, node, own)
            else:
                PyTuple_SET_ITEM(attributes, node, own)
                put(data, node, empty)
        Py_SET_SIZE(held, 0)
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


cdef inline void put(tuple column, Py_ssize_t place, PyObject *value) noexcept:
    """Fill a place of a new tuple that is known to be so long."""
    Py_INCREF(<object>value)
    PyTuple_SET_ITEM(column, place, value)
