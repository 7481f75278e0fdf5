"""What the elements of a document are written with, numbered, so that later steps need not read all of it again."""

cimport cython
from cpython.dict cimport PyDict_GetItemWithError
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from rubricator.characters cimport PyUnicode_DATA, PyUnicode_IS_COMPACT_ASCII

cdef extern from "Python.h":
    void PyUnicode_InternInPlace(PyObject **text)

cdef enum:
    MOST_COMMON = 1024
    LONGEST_COMMON = 32
    ROOM = 512  # A power of two.

cdef dict common = {}
"""The first short names that were met in the process; all that it has interned are many more, far apart in memory."""
cdef Latest[ROOM] shared
"""Some of these, by how they are written: what most pages have need not be made and hashed for each."""


@cython.final
cdef class Integers:
    """A column that grows."""

    def __dealloc__(self):
        PyMem_Free(self.items)

    cdef int grow(self) except -1:
        cdef Py_ssize_t room = 2 * self.room + 256
        cdef int *moved = <int *>PyMem_Realloc(self.items, room * sizeof(int))
        if moved is NULL:
            raise MemoryError
        self.items, self.room = moved, room
        return 0


@cython.final
@cython.freelist(64)
cdef class Name:
    """One name of elements or attributes, as one object, its number, and the elements that a builder says have it.

    Names of tags that were read but not taken are not `used`.
    """


@cython.final
cdef class Census:
    """Of each node its tag, the first of its attributes, and its `class`; of each attribute its name."""

    def __cinit__(self):
        self.tags, self.names, self.classes, self.ids, self.name_of = {}, {}, {}, [], Integers()
        # The first two, whether they occur or not.
        numbered(self.names, "class")
        numbered(self.names, "id")

    def __dealloc__(self):
        PyMem_Free(self.nodes)

    cdef int grow(self) except -1:
        cdef Py_ssize_t room = 2 * self.room + 256
        cdef Node *moved = <Node *>PyMem_Realloc(self.nodes, room * sizeof(Node))
        if moved is NULL:
            raise MemoryError
        self.nodes, self.room = moved, room
        return 0

    cdef Name tag(self, str text):
        return remembered(self.latest_tags, self.tags, text)

    cdef Name attribute(self, str text):
        return remembered(self.latest_names, self.names, text)

    cdef Name see(self, str text, str value):
        """Add an attribute of the latest node."""
        cdef Name name = self.attribute(text)
        self.note(name, value)
        return name

    cdef Name tag_of(self, const unsigned char *signs, Py_ssize_t count):
        """Return the name of a tag that is written so, in ASCII; only new ones are made strings."""
        return written(self.latest_tags, self.tags, signs, count, None)

    cdef Name attribute_of(self, const unsigned char *signs, Py_ssize_t count):
        return written(self.latest_names, self.names, signs, count, None)

    cdef int note(self, Name name, str value) except -1:
        """Add an attribute of the latest node whose name is known."""
        cdef PyObject *known
        self.name_of.add(name.number)
        name.used = True
        if name.number > ID:
            return 0
        if value is None:
            value = ""
        if name.number == ID:
            self.ids.append(value)
        elif self.count:
            known = PyDict_GetItemWithError(self.classes, value)
            if known is NULL:
                self.nodes[self.count - 1].own_class = <int>len(self.classes)
                self.classes[value] = len(self.classes)
            else:
                self.nodes[self.count - 1].own_class = <object>known
        return 0


cdef Name remembered(Latest *latest, dict names, str text):
    """Return a name as it was met first."""
    if not PyUnicode_IS_COMPACT_ASCII(text):
        return numbered(names, text)
    return written(latest, names, <const unsigned char *>PyUnicode_DATA(text), len(text), text)


cdef Name written(Latest *latest, dict names, const unsigned char *signs, Py_ssize_t count, str text):
    """Return the name that is written so; short ones that were met before are found without their hash, or a string."""
    cdef Latest key
    cdef Latest *slot
    cdef Name name
    cdef size_t place, mixed
    if not pack(signs, count, &key):
        return numbered(names, signs[:count].decode("ascii") if text is None else text)
    mixed = (key.begin ^ key.end * 0x9E3779B97F4A7C15ULL) * 0x9E3779B97F4A7C15ULL >> 32
    place = mixed & (REMEMBERED - 1)
    slot = &latest[place]
    if equals(slot, &key):
        return <Name>slot.name
    # Two that want the same place find one each.
    if slot.name is not NULL:
        slot = &latest[place ^ 1]
        if equals(slot, &key):
            return <Name>slot.name
    name = numbered(names, text_of(&key, &shared[mixed & (ROOM - 1)], signs) if text is None else text)
    # `names` holds it as long as it is remembered.
    key.name = <PyObject *>name
    slot[0] = key
    return name


cdef str text_of(const Latest *key, Latest *slot, const unsigned char *signs):
    """Return a name that is written so."""
    cdef str text
    if slot.name is not NULL and equals(slot, key):
        return <str>slot.name
    text = interned(signs[: key.count].decode("ascii"))
    # `common` holds it for good.
    if slot.name is NULL and text in common:
        slot[0] = key[0]
        slot.name = <PyObject *>text
    return text


cdef inline bint equals(const Latest *one, const Latest *other) noexcept:
    return one.begin == other.begin and one.end == other.end and one.count == other.count


cdef inline bint pack(const unsigned char *data, Py_ssize_t count, Latest *key) noexcept:
    """Read a text of 1 to 16 characters, by parts that may lie over each other; say whether it is one."""
    cdef uint32_t begin, end
    if not 0 < count <= 16:
        return False
    key.count = count
    if count >= 8:
        memcpy(&key.begin, data, 8)
        memcpy(&key.end, data + count - 8, 8)
    elif count >= 4:
        memcpy(&begin, data, 4)
        memcpy(&end, data + count - 4, 4)
        key.begin, key.end = begin, end
    else:
        key.begin = data[0] | <uint64_t>data[count // 2] << 8
        key.end = data[count - 1]
    return True


cdef Name numbered(dict names, str text):
    """Return a name as it was met first."""
    cdef PyObject *known = PyDict_GetItemWithError(names, text)
    cdef Name name
    if known is not NULL:
        return <Name>known
    name = Name.__new__(Name)
    name.text, name.number = interned(text), <int>len(names)
    names[name.text] = name
    return name


cdef str interned(str name):
    """Return the one object for a name that the whole process has, literals of other modules among them."""
    cdef PyObject *unique = PyDict_GetItemWithError(common, name)
    if unique is not NULL:
        return <str>unique
    unique = <PyObject *>name
    Py_INCREF(name)
    PyUnicode_InternInPlace(&unique)
    found = <str>unique
    Py_DECREF(found)
    if len(found) <= LONGEST_COMMON and len(common) < MOST_COMMON:
        common[found] = found
    return found


cdef Census census_of(object document):
    """Return what the builder of a document has numbered, or number it now."""
    cdef Census census
    if document.census is not None:
        return document.census
    census = Census()
    for tag, held in zip(document.tag, document.attributes, strict=True):
        census.add(census.tag(tag))
        for name, value in held:
            census.see(name, value)
    return census
