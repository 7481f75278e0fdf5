cimport cython
from cpython.object cimport PyObject
from libc.stdint cimport uint64_t

from rubricator.characters cimport PyUnicode_DATA, PyUnicode_IS_COMPACT_ASCII

cdef enum:
    REMEMBERED = 128  # A power of two; pages have some 30 tags and as many names of attributes.


@cython.final
cdef class Integers:
    cdef int *items
    cdef Py_ssize_t count, room
    cdef int grow(self) except -1

    cdef inline int add(self, int value) except -1:
        if self.count == self.room:
            self.grow()
        self.items[self.count] = value
        self.count += 1
        return 0


@cython.final
cdef class Name:
    cdef str text
    cdef int number
    cdef bint used
    cdef list nodes


cdef struct Node:
    int tag
    # The number of its `class`, or -1.
    int own_class
    # The place of its first attribute among those of the page.
    int first
    # As a builder says; -1 without one.
    int parent
    int stop
    int depth


cdef struct Latest:
    # The first and the last eight characters of a name, or four, and how many it has.
    uint64_t begin, end
    Py_ssize_t count
    PyObject *name


@cython.final
cdef class Census:
    cdef dict tags, names, classes
    cdef Latest[REMEMBERED] latest_tags
    cdef Latest[REMEMBERED] latest_names
    cdef list ids
    cdef Node *nodes
    cdef Py_ssize_t count, room
    cdef Integers name_of
    cdef Name tag(self, str text)
    cdef Name attribute(self, str text)
    cdef Name tag_of(self, const unsigned char *signs, Py_ssize_t count)
    cdef Name attribute_of(self, const unsigned char *signs, Py_ssize_t count)
    cdef int grow(self) except -1
    cdef Name see(self, str text, str value)
    cdef int note(self, Name name, str value) except -1

    cdef inline int add(self, Name tag) except -1:
        """Add a node; `see` is told its attributes."""
        cdef Node *node
        if self.count == self.room:
            self.grow()
        node = &self.nodes[self.count]
        tag.used = True
        node.tag, node.own_class, node.first, node.parent = tag.number, -1, <int>self.name_of.count, -1
        self.count += 1
        return 0


cdef enum:
    CLASS = 0
    ID = 1


cdef inline str in_lower_case(str text):
    """Return a text in lower case. Most names are, and are not made again."""
    cdef Py_ssize_t count = len(text), place
    cdef const unsigned char *signs = <const unsigned char *>PyUnicode_DATA(text)
    if PyUnicode_IS_COMPACT_ASCII(text):
        for place in range(count):
            if c"A" <= signs[place] <= c"Z":
                break
        else:
            return text
    return text.lower()


cdef Census census_of(object document)
