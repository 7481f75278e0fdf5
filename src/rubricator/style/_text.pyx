"""Twin of `_fold` in `style/text.py`: the text of a page, and the span and flags of each node."""

from cpython.array cimport array, clone
from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.list cimport PyList_GET_ITEM
from cpython.long cimport PyLong_AsSsize_t
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_New, PyTuple_SET_ITEM
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, Py_UNICODE_ISSPACE

from rubricator.style._numbers cimport places_of

cdef extern from "Python.h":
    str PyUnicode_FromKindAndData(int kind, const void *buffer, Py_ssize_t size)

cdef extern from *:
    """
    #define LOT 16      /* characters that are looked at together, */
    #define WIDE_LOT 8  /* and of those that take two bytes */

    /* Copy a lot of characters in which no white space is but the space, and never two of these in a row; say whether it
       is one. `spaced`: a space is before them. `width`: bytes of a character where they are written. */
    #if defined(__SSE2__)
    #include <emmintrin.h>

    static inline int copy_plain(void *to, int width, const unsigned char *from, int spaced) {
        const __m128i signs = _mm_loadu_si128((const __m128i *)from), none = _mm_setzero_si128();
        const int spaces = _mm_movemask_epi8(_mm_cmpeq_epi8(signs, _mm_set1_epi8(32)));
        __m128i odd = _mm_cmpeq_epi8(_mm_min_epu8(signs, _mm_set1_epi8(31)), signs), low, high;
        __m128i *out = (__m128i *)to;
        odd = _mm_or_si128(odd, _mm_cmpeq_epi8(signs, _mm_set1_epi8((char)0x85)));
        odd = _mm_or_si128(odd, _mm_cmpeq_epi8(signs, _mm_set1_epi8((char)0xA0)));
        if (_mm_movemask_epi8(odd) | (spaces & (spaces << 1 | spaced))) return 0;
        if (width == 1) {
            _mm_storeu_si128(out, signs);
            return 1;
        }
        low = _mm_unpacklo_epi8(signs, none), high = _mm_unpackhi_epi8(signs, none);
        if (width == 2) {
            _mm_storeu_si128(out, low);
            _mm_storeu_si128(out + 1, high);
            return 1;
        }
        _mm_storeu_si128(out, _mm_unpacklo_epi16(low, none));
        _mm_storeu_si128(out + 1, _mm_unpackhi_epi16(low, none));
        _mm_storeu_si128(out + 2, _mm_unpacklo_epi16(high, none));
        _mm_storeu_si128(out + 3, _mm_unpackhi_epi16(high, none));
        return 1;
    }

    /* Which lanes hold a number from `first` to `first + more`. */
    static inline __m128i in_range(__m128i signs, int first, int more) {
        const __m128i from_first = _mm_sub_epi16(signs, _mm_set1_epi16((short)first));
        return _mm_cmpeq_epi16(_mm_subs_epu16(from_first, _mm_set1_epi16((short)more)), _mm_setzero_si128());
    }

    static inline int copy_plain_wide(unsigned short *to, const unsigned short *from, int spaced) {
        const __m128i signs = _mm_loadu_si128((const __m128i *)from);
        const int spaces = _mm_movemask_epi8(_mm_cmpeq_epi16(signs, _mm_set1_epi16(32)));
        __m128i odd = _mm_or_si128(in_range(signs, 0, 31), in_range(signs, 0x85, 0));
        odd = _mm_or_si128(odd, _mm_or_si128(in_range(signs, 0xA0, 0), in_range(signs, 0x1680, 0)));
        /* Dashes, quotation marks and dots lie between these two parts of the block that has most kinds of space. */
        odd = _mm_or_si128(odd, _mm_or_si128(in_range(signs, 0x2000, 0xF), in_range(signs, 0x2028, 0x37)));
        odd = _mm_or_si128(odd, in_range(signs, 0x3000, 0));
        if (_mm_movemask_epi8(odd) | (spaces & (spaces << 2 | (spaced ? 3 : 0)))) return 0;
        _mm_storeu_si128((__m128i *)to, signs);
        return 1;
    }
    #else
    #define copy_plain(to, width, from, spaced) 0
    #define copy_plain_wide(to, from, spaced) 0
    #endif
    """
    enum:
        LOT
        WIDE_LOT
    bint copy_plain(void *to, int width, const unsigned char *source, bint spaced) noexcept nogil
    bint copy_plain_wide(unsigned short *to, const unsigned short *source, bint spaced) noexcept nogil

ctypedef unsigned char uchar
ctypedef unsigned short ushort

ctypedef fused Sign:
    uchar
    ushort
    unsigned int

ctypedef fused Written:
    uchar
    ushort
    unsigned int

# As in `page/model.py` and `style/text.py`.
cdef enum:
    VISIBLE = 1
    BLOCK = 2
    BREAK = 4
    IMAGE = 8
    PRE = 16
    SKIPPED = 32
    EDGED = 32
    HEARD = 64
    UNSHOWN = 128
    IS_SKIPPED = 1
    IS_UNSEEN = 2
    IS_BLOCK = 4
    IS_BREAK = 8
    IS_IMAGE = 16
    IS_TEXT = 32

cdef enum:
    # A power of two; pages have some 30 tags.
    REMEMBERED = 128
    FIRST_ROOM = 4096

cdef array _INTEGERS = array("i"), _PLACES = array("q")
cdef unsigned char[256] _SPACES
for _sign in range(256):
    _SPACES[_sign] = Py_UNICODE_ISSPACE(_sign)


def fold(
    tuple tags, tuple parents, tuple stops, tuple attributes, tuple data, const int[::1] style_of, bytes of_style,
    dict unseen, dict kinds,
):
    """Return the text of a document, of each node its start, end and flags, and how many characters readers see."""
    cdef Py_ssize_t count = len(tags), node, depth = 0, edge = count + 1, seen = 0
    cdef Py_ssize_t skipped_until = 0, unseen_until = 0
    cdef _Text text = _Text()
    cdef array starts = clone(_PLACES, count, False), ends = clone(_PLACES, count, False)
    cdef array all_edges = clone(_INTEGERS, count + 1, False)
    cdef bytearray written = bytearray(count)
    # Below, `node` stays below `count`, and each node adds no more than one edge.
    cdef long long *start = <long long *>starts.data.as_voidptr
    cdef long long *end = <long long *>ends.data.as_voidptr
    cdef int *edges = all_edges.data.as_ints
    cdef unsigned char *flags = <unsigned char *>PyByteArray_AS_STRING(written)
    cdef const unsigned char[::1] flags_of = of_style
    cdef int flag, kind
    cdef bint pending = False
    cdef Kinds kinds_of = Kinds(kinds)
    if not count == len(parents) == len(stops) == len(attributes) == len(data) == style_of.shape[0]:
        raise ValueError("the columns of a document have different lengths")
    edges[0] = <int>edge

    for node in range(count):
        if node >= edge:
            pending = True
            while node >= edges[depth]:
                depth -= 1
            edge = edges[depth]
        start[node] = end[node] = text.length
        if node < skipped_until:
            flags[node] = SKIPPED
            continue
        flag = flags_of[style_of[node]]
        if unseen and node in unseen:
            unseen_until = max(unseen_until, <Py_ssize_t>unseen[node])
        kind = kinds_of.find(PyTuple_GET_ITEM(tags, node))
        if kind & IS_TEXT:
            flags[node] = flag & (PRE if node < unseen_until else PRE | VISIBLE | HEARD)
            if text.add(<str?>PyTuple_GET_ITEM(data, node), pending):
                start[node], end[node] = text.start, text.length
                pending = text.spaced
                if flags[node] & VISIBLE:
                    seen += end[node] - start[node]
            else:
                pending = True
            continue
        if kind & IS_SKIPPED:
            skipped_until = number_at(stops, node)
            flags[node] = SKIPPED
            continue
        if kind & IS_UNSEEN:
            unseen_until = max(unseen_until, number_at(stops, node))
        if node < unseen_until:
            flag &= ~(VISIBLE | HEARD)
        if kind & IS_BLOCK and flag & UNSHOWN:
            flag |= BLOCK
        elif kind & IS_BREAK:
            flag |= BREAK
        if flag & (BLOCK | EDGED):
            pending = True
            edge = number_at(stops, node)
            depth += 1
            edges[depth] = <int>edge
        elif flag & BREAK:
            pending = True
        if kind & IS_IMAGE:
            flag |= IMAGE
            if text.add(_alternative(attributes[node]), True):
                start[node], end[node] = text.start, text.length
                pending = True
        flags[node] = flag & ~(EDGED | UNSHOWN)
    _span_elements(parents, start, end)
    return text.whole(), places_of(start, count), places_of(end, count), bytes(written), seen


cdef inline Py_ssize_t number_at(tuple column, Py_ssize_t place) except? -1:
    """Return a number of a column that is known to be so long."""
    return PyLong_AsSsize_t(<object>PyTuple_GET_ITEM(column, place))


cdef class Kinds:
    """What tags mean. The builders have one object for each, which is found faster than its text."""

    cdef dict kinds
    cdef PyObject *tags[REMEMBERED]
    cdef int found[REMEMBERED]

    def __init__(self, dict kinds):
        self.kinds = kinds

    cdef int find(self, PyObject *tag) except -1:
        cdef size_t place = (<size_t>tag >> 4) & (REMEMBERED - 1)
        if self.tags[place] != tag:
            self.found[place] = self.kinds.get(<object>tag, 0)
            self.tags[place] = tag
        return self.found[place]


cdef class _Text:
    """A text that grows. `start` is where the latest words start; `spaced`: white space followed them."""

    cdef void *signs
    cdef int width
    """Of a character, in bytes: as many as the widest so far takes."""
    cdef Py_ssize_t length, start, room
    cdef bint spaced

    def __cinit__(self):
        self.width = 1

    def __dealloc__(self):
        PyMem_Free(self.signs)

    cdef bint add(self, str raw, bint pending) except -1:
        """Add the words of a string, with a space before if one is pending; say whether there are any."""
        cdef int kind = PyUnicode_KIND(raw)
        cdef const void *signs = PyUnicode_DATA(raw)
        cdef Py_ssize_t length = len(raw)
        if not length:
            return False
        # No more is written than what is read and one space.
        self.reserve(length + 1, kind)
        if kind == 1:
            if self.width == 1:
                return _add(self, <uchar *>self.signs, <const uchar *>signs, length, pending)
            if self.width == 2:
                return _add(self, <ushort *>self.signs, <const uchar *>signs, length, pending)
            return _add(self, <unsigned int *>self.signs, <const uchar *>signs, length, pending)
        if kind == 2:
            if self.width == 2:
                return _add(self, <ushort *>self.signs, <const ushort *>signs, length, pending)
            return _add(self, <unsigned int *>self.signs, <const ushort *>signs, length, pending)
        return _add(self, <unsigned int *>self.signs, <const unsigned int *>signs, length, pending)

    cdef int reserve(self, Py_ssize_t more, int kind) except -1:
        """Make room for so many characters more, of this width."""
        cdef Py_ssize_t room = max(2 * (self.length + more), FIRST_ROOM)
        cdef void *moved
        if kind > self.width:
            moved = PyMem_Malloc(room * kind)
            if moved is NULL:
                raise MemoryError
            if kind == 2:
                _widen(<const uchar *>self.signs, <ushort *>moved, self.length)
            elif self.width == 1:
                _widen(<const uchar *>self.signs, <unsigned int *>moved, self.length)
            else:
                _widen(<const ushort *>self.signs, <unsigned int *>moved, self.length)
            PyMem_Free(self.signs)
            self.signs, self.room, self.width = moved, room, kind
        elif self.length + more > self.room:
            moved = PyMem_Realloc(self.signs, room * self.width)
            if moved is NULL:
                raise MemoryError
            self.signs, self.room = moved, room
        return 0

    cdef str whole(self):
        return PyUnicode_FromKindAndData(self.width, self.signs, self.length) if self.length else ""


cdef void _widen(const Sign *signs, Written *to, Py_ssize_t length) noexcept:
    cdef Py_ssize_t place
    for place in range(length):
        to[place] = <Written>signs[place]


cdef bint _add(_Text text, Written *written, const Sign *raw, Py_ssize_t length, bint pending) noexcept:
    """See `_Text.add`. Most texts are white space alone, or have words with one space between them: copied in lots.

    Others are read without branches on what a character is, as no one can foretell where words end.
    """
    cdef Written *signs = written + text.length
    cdef Py_ssize_t at = text.length > 0 and (pending or _is_space(raw[0])), start = at, place = 0, stop
    cdef bint space, spaced = True
    while place < length and _is_space(raw[place]):
        place += 1
    if place == length:
        return False
    signs[0] = 32
    while place < length:
        stop = min(place + LOT, length)
        if Sign is uchar:
            if stop - place == LOT and copy_plain(signs + at, sizeof(Written), raw + place, spaced):
                at, place, spaced = at + LOT, stop, raw[stop - 1] == 32
                continue
        if Sign is ushort and Written is ushort:
            stop = min(place + WIDE_LOT, length)
            if stop - place == WIDE_LOT and copy_plain_wide(signs + at, raw + place, spaced):
                at, place, spaced = at + WIDE_LOT, stop, raw[stop - 1] == 32
                continue
        while place < stop:
            space = _is_space(raw[place])
            signs[at] = 32 if space else <Written>raw[place]
            at += not (space and spaced)
            spaced = space
            place += 1
    text.start = text.length + start
    text.length += at - spaced
    text.spaced = spaced
    return True


cdef inline bint _is_space(Sign sign) noexcept:
    return _SPACES[sign] if sign < 256 else Py_UNICODE_ISSPACE(sign)


cdef str _alternative(tuple attributes):
    for name, value in attributes:
        if name == "alt":
            return value or ""
    return ""


cdef _span_elements(tuple parents, long long *start, long long *end):
    """Stretch each element over the text of its descendants; one without text stays empty where it stands."""
    cdef Py_ssize_t node, above
    for node in range(len(parents) - 1, 0, -1):
        if end[node] <= start[node]:
            continue
        above = number_at(parents, node)
        if above >= node:
            raise ValueError("a node stands before its parent")
        if above >= 0:
            if end[above] <= start[above] or end[above] < end[node]:
                end[above] = end[node]
            start[above] = start[node]
