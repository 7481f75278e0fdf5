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

cimport rubricator.kernel.wide
from rubricator.kernel.rubric.characters cimport PyUnicode_READ
from rubricator.kernel.signs cimport Sign, uchar, uint, ushort
from rubricator.kernel.style.census cimport Census, Name, Node
from rubricator.kernel.style.numbers cimport number, numbers_of

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


def value_of(tuple attributes, str name):
    """Return an attribute's value; the empty string where it has none, None where there is no such attribute."""
    cdef tuple pair
    for pair in attributes:
        if <str?>pair[0] == name:
            return pair[1] or ""
    return None


def subtree_stops(tuple parent):
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


cdef extern from *:
    """
    #include <stddef.h>

    #define FEW 224 /* a whole number of vectors, whose count fits into a byte: sums of bytes need no widening */
    #define BLOCK 1024

    /* COUNT: how often a character stands in a text. STAND: where the first block begins, from `start` on, that has a
       place below `length` at which four characters stand, each so far behind it; `length` when there is none. */
    #define SCANS(COUNT, STAND, TYPE) \\
        WIDE static ptrdiff_t COUNT(const TYPE *signs, ptrdiff_t length, TYPE sign) { \\
            ptrdiff_t found = 0, at = 0; \\
            while (at < length) { \\
                unsigned char few = 0; \\
                if (length - at >= FEW) for (ptrdiff_t stop = at + FEW; at < stop; at++) few += signs[at] == sign; \\
                else for (; at < length; at++) few += signs[at] == sign; \\
                found += few; \\
            } \\
            return found; \\
        } \\
        WIDE static ptrdiff_t STAND( \\
            const TYPE *signs, ptrdiff_t start, ptrdiff_t length, const TYPE *four, const ptrdiff_t *behind) { \\
            const TYPE a = four[0], b = four[1], c = four[2], d = four[3]; \\
            const ptrdiff_t second = behind[1], third = behind[2], last = behind[3]; \\
            for (; start < length; start += BLOCK) { \\
                const ptrdiff_t stop = length - start < BLOCK ? length : start + BLOCK; \\
                TYPE some = 0; \\
                for (ptrdiff_t at = start; at < stop; at++) \\
                    some |= (signs[at] == a) & (signs[at + second] == b) & (signs[at + third] == c) \\
                        & (signs[at + last] == d); \\
                if (some) return start; \\
            } \\
            return length; \\
        }
    SCANS(count_1, stand_1, unsigned char)
    SCANS(count_2, stand_2, unsigned short)
    SCANS(count_4, stand_4, unsigned int)
    """
    enum:
        BLOCK
    Py_ssize_t count_1(const uchar *signs, Py_ssize_t length, uchar sign) noexcept nogil
    Py_ssize_t count_2(const ushort *signs, Py_ssize_t length, ushort sign) noexcept nogil
    Py_ssize_t count_4(const uint *signs, Py_ssize_t length, uint sign) noexcept nogil
    Py_ssize_t stand_1(
        const uchar *signs, Py_ssize_t start, Py_ssize_t length, const uchar *four, Py_ssize_t *behind
    ) noexcept nogil
    Py_ssize_t stand_2(
        const ushort *signs, Py_ssize_t start, Py_ssize_t length, const ushort *four, Py_ssize_t *behind
    ) noexcept nogil
    Py_ssize_t stand_4(
        const uint *signs, Py_ssize_t start, Py_ssize_t length, const uint *four, Py_ssize_t *behind
    ) noexcept nogil


def count_of(str text, str sign):
    """Return how often a character stands in a text."""
    cdef Py_ssize_t length = len(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef unsigned int wanted = ord(sign)
    # Characters that are too wide for a text do not stand in it.
    if kind == 1:
        return count_1(<uchar *>PyUnicode_DATA(text), length, wanted) if wanted < 1 << 8 else 0
    if kind == 2:
        return count_2(<ushort *>PyUnicode_DATA(text), length, wanted) if wanted < 1 << 16 else 0
    return count_4(<uint *>PyUnicode_DATA(text), length, wanted)


cdef enum:
    NAMES = 12

# As in `style/formatting.py`, each as a number, with the last letter lowest.
cdef uint64_t[NAMES] _FORMATTING = [
    int.from_bytes(name, "big") for name in b"b big code em font i s small strike strong tt u".split()
]


def start_tags(str html):
    """Return how many start tags of formatting elements seem to stand in a page."""
    cdef int kind = PyUnicode_KIND(html), place
    cdef const void *signs = PyUnicode_DATA(html)
    cdef Py_ssize_t length = len(html), count = 0, at = PyUnicode_FindChar(html, c"<", 0, length, 1)
    cdef uint64_t name
    cdef uint sign
    while at >= 0:
        at += 1
        # Of a longer name the first letters are lost, and the others are none of these.
        name = sign = 0
        while at < length:
            sign = PyUnicode_READ(kind, signs, at)
            if not c"a" <= sign | 32 <= c"z":
                break
            name = name << 8 | sign | 32
            at += 1
        if at < length and (9 <= sign <= 13 or sign == c" " or sign == c"/" or sign == c">"):
            for place in range(NAMES):
                count += name == _FORMATTING[place]
        at = PyUnicode_FindChar(html, c"<", at, length, 1)
    return count


def contains(str text, str word):
    """Say whether a word stands in a text: only where some of its characters do, the others are looked at."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *signs = PyUnicode_DATA(text)
    cdef Py_ssize_t length = len(text) - len(word) + 1
    if length <= 0 or not word or not word.isascii():
        return word in text
    if kind == 1:
        return _stands_in(<uchar *>signs, length, text, word)
    if kind == 2:
        return _stands_in(<ushort *>signs, length, text, word)
    return _stands_in(<uint *>signs, length, text, word)


cdef bint _stands_in(const Sign *signs, Py_ssize_t length, str text, str word) except -1:
    """Look for a word only where its first, two middle and last characters stand in a text as far apart as in the word.

    `length` is the number of places where it may begin.
    """
    cdef Py_ssize_t last = len(word) - 1, start = 0, place
    cdef Py_ssize_t[4] behind = [0, max(last // 2 - 1, 0), last // 2, last]
    cdef Sign[4] four
    for place in range(4):
        four[place] = <Sign>ord(word[behind[place]])
    while True:
        if Sign is uchar:
            start = stand_1(signs, start, length, four, behind)
        elif Sign is ushort:
            start = stand_2(signs, start, length, four, behind)
        else:
            start = stand_4(signs, start, length, four, behind)
        if start >= length:
            return False
        if text.find(word, start, start + BLOCK + last) >= 0:
            return True
        start += BLOCK
