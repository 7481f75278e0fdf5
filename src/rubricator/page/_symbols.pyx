"""The symbol table of a page: what its elements are written with, numbered once."""

from cpython.array cimport array, resize_smart
from sys import intern

cdef extern from "Python.h":
    void PyObject_GC_UnTrack(object values)


cdef class SymbolTable:
    """Tags, names of attributes and texts of `class`, each with its number, and columns of these numbers.

    Of each node: `tag`, `own_class` (-1 without one), `first` (its first attribute; the last entry is one past all). Of
    each attribute of the page: `name`, `value`.
    """

    def __init__(self, tags=(), attributes=()):
        self.tags, self.names, self.classes = {}, {"class": CLASS, "id": ID}, {}
        self.ids, self.value = [], []
        self.tag, self.own_class, self.first, self.name = array("i"), array("i"), array("i", [0]), array("i")
        for one, held in zip(tags, attributes, strict=True):
            self.add(one, held)

    def nodes(self, str tag):
        """Return the elements of one name."""
        cdef int number = self.tags.get(tag, -1)
        cdef Py_ssize_t node
        return [node for node in range(len(self.tag)) if self.tag.data.as_ints[node] == number] if number >= 0 else []

    def having(self, str attribute):
        """Return the elements that have an attribute, with its value."""
        cdef int number = self.names.get(attribute, -1)
        cdef Py_ssize_t node = 0, place
        cdef list found = []
        for place in range(len(self.name)):
            if self.name.data.as_ints[place] == number:
                while self.first.data.as_ints[node + 1] <= place:
                    node += 1
                found.append((node, self.value[place]))
        return found

    def values_of(self, attributes):
        """Return the distinct values of each of some attributes."""
        cdef dict found = {name: set() for name in attributes}
        cdef list wanted = [found.get(name) for name in self.names]
        cdef Py_ssize_t place
        for place in range(len(self.name)):
            values = wanted[self.name.data.as_ints[place]]
            if values is not None:
                (<set>values).add(self.value[place] or "")
        return found

    cdef int add(self, str tag, tuple attributes) except -1:
        """Number what the next node is written with."""
        cdef int name
        cdef Py_ssize_t count = len(self.name)
        number = self.tags.get(tag)
        if number is None:
            number = self.tags[intern(tag)] = len(self.tags)
        append(self.tag, number)
        append(self.own_class, -1)
        # Strings hold no cycles; to look for them in the thousands of pairs of a page takes as long as a step of it.
        PyObject_GC_UnTrack(attributes)
        for pair in attributes:
            text, value = (<tuple?>pair)
            PyObject_GC_UnTrack(pair)
            name = self.names.setdefault(text, len(self.names))
            append(self.name, name)
            self.value.append(value)
            count += 1
            if name == CLASS:
                self.own_class.data.as_ints[len(self.own_class) - 1] = self.classes.setdefault(
                    value or "", len(self.classes)
                )
            elif name == ID:
                self.ids.append(value or "")
        append(self.first, <int>count)
        return 0


def spelled_tags(SymbolTable symbols):
    """Return the tag of each node as it is written."""
    cdef list texts = list(symbols.tags)
    cdef const int[::1] tag = symbols.tag
    cdef Py_ssize_t node
    return tuple([texts[tag[node]] for node in range(tag.shape[0])])


cdef int append(array column, int value) except -1:
    cdef Py_ssize_t count = len(column)
    resize_smart(column, count + 1)
    column.data.as_ints[count] = value
    return 0
