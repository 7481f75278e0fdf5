"""The text of a page, and the span and flags of each node."""

from cpython.array cimport array, clone
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ, Py_UNICODE_ISSPACE

from rubricator.page._flags cimport BLOCK, BREAK, EDGED, IMAGE, PRE, SCREEN_READER_ONLY, SKIPPED, UNDISPLAYED, VISIBLE
from rubricator.page._flags cimport IS_BLOCK, IS_BREAK, IS_IMAGE, IS_SKIPPED, IS_TEXT, IS_UNSEEN
from rubricator.page._symbols cimport SymbolTable

cdef extern from "Python.h":
    str PyUnicode_FromKindAndData(int kind, const void *buffer, Py_ssize_t size)

cdef array INTEGERS = array("i")


def fold(
    SymbolTable symbols, const int[::1] parent, const int[::1] stop, tuple data, const int[::1] style_of,
    const unsigned char[::1] flags_of_style, const unsigned char[::1] kind_of_tag, dict unseen,
):
    """Return the text of a document, of each node its start, end and flags, and how many characters readers see."""
    cdef Py_ssize_t count = parent.shape[0], node, depth = 0, edge = count + 1, seen = 0
    cdef Py_ssize_t skipped_until = 0, unseen_until = 0
    cdef const int[::1] tag = symbols.tag
    cdef array start = clone(INTEGERS, count, False), end = clone(INTEGERS, count, False)
    cdef int[::1] starts = start, ends = end, edges = clone(INTEGERS, count + 1, False)
    cdef bytearray written = bytearray(count)
    cdef unsigned char[::1] flags = written
    cdef int flag, kind
    cdef FoldedText text = FoldedText()
    edges[0] = <int>edge

    for node in range(count):
        if node >= edge:
            text.pending = True
            while node >= edges[depth]:
                depth -= 1
            edge = edges[depth]
        starts[node] = ends[node] = <int>text.length
        if node < skipped_until:
            flags[node] = SKIPPED
            continue
        flag = flags_of_style[style_of[node]]
        if unseen and node in unseen:
            unseen_until = max(unseen_until, <Py_ssize_t>unseen[node])
        kind = kind_of_tag[tag[node]]
        if kind & IS_TEXT:
            flags[node] = flag & (PRE if node < unseen_until else PRE | VISIBLE | SCREEN_READER_ONLY)
            if text.add(<str?>data[node]):
                starts[node], ends[node] = <int>text.start, <int>text.length
                if flags[node] & VISIBLE:
                    seen += ends[node] - starts[node]
            continue
        if kind & IS_SKIPPED:
            skipped_until = stop[node]
            flags[node] = SKIPPED
            continue
        if kind & IS_UNSEEN:
            unseen_until = max(unseen_until, stop[node])
        if node < unseen_until:
            flag &= ~(VISIBLE | SCREEN_READER_ONLY)
        if kind & IS_BLOCK and flag & UNDISPLAYED:
            flag |= BLOCK
        elif kind & IS_BREAK:
            flag |= BREAK
        if flag & (BLOCK | EDGED):
            text.pending = True
            edge = stop[node]
            depth += 1
            edges[depth] = <int>edge
        elif flag & BREAK:
            text.pending = True
        if kind & IS_IMAGE:
            flag |= IMAGE
            pending = text.pending
            text.pending = True
            if text.add(alternative(symbols, node)):
                starts[node], ends[node] = <int>text.start, <int>text.length
                pending = True
            text.pending = pending
        flags[node] = flag & ~(EDGED | UNDISPLAYED)
    span_elements(parent, starts, ends)
    return text.whole(), start, end, bytes(written), seen


cdef class FoldedText:
    """A text that grows by the words of strings, one space between them.

    `start` is where the latest words start; `pending`: what comes next stands apart from it.
    """

    cdef Py_UCS4 *characters
    cdef Py_ssize_t length, start, room
    cdef bint pending

    def __dealloc__(self):
        PyMem_Free(self.characters)

    cdef bint add(self, str raw) except -1:
        """Add the words of a string; say whether it has any."""
        cdef Py_ssize_t place = 0, at = self.length, count = len(raw)
        cdef int kind = PyUnicode_KIND(raw)
        cdef const void *data = PyUnicode_DATA(raw)
        cdef Py_UCS4 character
        cdef bint spaced
        if at + count + 1 > self.room:
            self.grow(count + 1)
        spaced = self.pending
        while place < count and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, place)):
            place += 1
        if place == count:
            self.pending = True
            return False
        if self.length and (self.pending or place):
            self.characters[at] = u" "
            at += 1
        self.start, spaced = at, False
        while place < count:
            character = PyUnicode_READ(kind, data, place)
            if not Py_UNICODE_ISSPACE(character):
                self.characters[at] = character
                at += 1
                spaced = False
            elif not spaced:
                self.characters[at] = u" "
                at += 1
                spaced = True
            place += 1
        self.length = at - spaced
        self.pending = spaced
        return True

    cdef int grow(self, Py_ssize_t more) except -1:
        cdef Py_ssize_t room = 2 * (self.length + more) + 4096
        cdef void *moved = PyMem_Realloc(self.characters, room * sizeof(Py_UCS4))
        if moved is NULL:
            raise MemoryError
        self.characters, self.room = <Py_UCS4 *>moved, room
        return 0

    cdef str whole(self):
        return PyUnicode_FromKindAndData(4, self.characters, self.length) if self.length else ""


cdef str alternative(SymbolTable symbols, Py_ssize_t node):
    """Return the alternative text of an image."""
    cdef Py_ssize_t place
    cdef int alt = symbols.names.get("alt", -1)
    for place in range(symbols.first.data.as_ints[node], symbols.first.data.as_ints[node + 1]):
        if symbols.name.data.as_ints[place] == alt:
            return symbols.value[place] or ""
    return ""


cdef int span_elements(const int[::1] parent, int[::1] start, int[::1] end) except -1:
    """Stretch each element over the text of its descendants; one without text stays empty where it stands."""
    cdef Py_ssize_t node, above
    for node in range(parent.shape[0] - 1, 0, -1):
        above = parent[node]
        if end[node] > start[node] and above >= 0:
            if end[above] <= start[above] or end[above] < end[node]:
                end[above] = end[node]
            start[above] = start[node]
    return 0
