"""Twins of `page/handles.py`: buttons, signs in the text, and what begins with them."""

from cpython.object cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND

cimport rubricator.kernel.wide
from rubricator.kernel.signs cimport Sign, uchar, ushort

cdef extern from *:
    """
    #include <stddef.h>

    #define HAS(NAME, TYPE) \\
        WIDE static int NAME(const TYPE *signs, ptrdiff_t count, const TYPE *of) { \\
            const TYPE a = of[0], b = of[1], c = of[2], d = of[3], e = of[4], f = of[5], g = of[6], h = of[7]; \\
            TYPE some = 0; \\
            for (ptrdiff_t at = 0; at < count; at++) { \\
                const TYPE s = signs[at]; \\
                some |= (s == a) | (s == b) | (s == c) | (s == d) | (s == e) | (s == f) | (s == g) | (s == h); \\
            } \\
            return some; \\
        }
    HAS(has_1, unsigned char)
    HAS(has_2, unsigned short)
    HAS(has_4, unsigned int)
    """
    # Whether one of eight marks is among some signs.
    bint has_1(const unsigned char *signs, Py_ssize_t count, const unsigned char *marks)
    bint has_2(const unsigned short *signs, Py_ssize_t count, const unsigned short *marks)
    bint has_4(const unsigned int *signs, Py_ssize_t count, const unsigned int *marks)


cdef enum:
    BLOCK = 1024
    AT_ONCE = 8
    # A power of two; pages have some 30 tags.
    REMEMBERED = 128


def ending_headings(tuple tags, tuple parents, tuple starts, tuple ends, str tag, frozenset headings):
    """Return the nodes with a tag that stand behind the words of a heading."""
    cdef Py_ssize_t last, node, end
    cdef list found = []
    cdef PyObject *own
    cdef PyObject *others[REMEMBERED]  # Tags are few objects, and most nodes have that of another before.
    cdef size_t place
    for place in range(REMEMBERED):
        others[place] = NULL
    for last in range(len(tags)):
        own = PyTuple_GET_ITEM(tags, last)
        place = (<size_t>own >> 4) & (REMEMBERED - 1)
        if own == others[place]:
            continue
        if <str?>own != tag:
            others[place] = own
            continue
        node, end = last, ends[last]
        while node > 0 and tags[node] not in headings and <Py_ssize_t>ends[parents[node]] == end:
            node = parents[node]
        if node > 0 and tags[node] in headings and <Py_ssize_t>starts[node] < <Py_ssize_t>starts[last] < end:
            found.append(last)
    return found


def places(str text, str marks):
    """Return where some characters stand in a text."""
    cdef int kind = PyUnicode_KIND(text)
    cdef const void *signs = PyUnicode_DATA(text)
    if kind == 1:
        return _places(<const unsigned char *>signs, len(text), marks)
    if kind == 2:
        return _places(<const unsigned short *>signs, len(text), marks)
    return _places(<const unsigned int *>signs, len(text), marks)


cdef list _places(const Sign *signs, Py_ssize_t length, str marks):
    """See `places`. Most blocks have no marks."""
    cdef Py_ssize_t place, start = 0, stop, count = 0
    cdef Py_UCS4 mark
    cdef list found = []
    cdef Sign[AT_ONCE] wanted
    cdef bint some
    for mark in marks:
        # Others are wider than all signs.
        if <unsigned int><Sign>mark == <unsigned int>mark:
            if not count:
                # It also fills the room of those that there are not.
                for place in range(AT_ONCE):
                    wanted[place] = <Sign>mark
            elif count < AT_ONCE:
                wanted[count] = <Sign>mark
            count += 1
    if not count:
        return found
    while start < length:
        stop = min(start + BLOCK, length)
        if Sign is uchar:
            some = has_1(signs + start, stop - start, wanted)
        elif Sign is ushort:
            some = has_2(signs + start, stop - start, wanted)
        else:
            some = has_4(signs + start, stop - start, wanted)
        if some or count > AT_ONCE:
            for place in range(start, stop):
                if is_among(wanted, signs[place]) or (count > AT_ONCE and <Py_UCS4>signs[place] in marks):
                    found.append(place)
        start = stop
    return found


cdef inline bint is_among(const Sign *wanted, Sign sign) noexcept:
    cdef int place
    cdef bint found = False
    for place in range(AT_ONCE):
        found |= wanted[place] == sign
    return found


def beginning(tuple tags, tuple starts, list places):
    """Return the elements `a` and `span` that begin at some places, or one character before."""
    cdef Py_ssize_t place, node, high, middle, count = len(starts)
    cdef list found = []
    cdef str tag
    for place in places:
        node, high = 0, count
        while node < high:
            middle = (node + high) // 2
            if <Py_ssize_t>starts[middle] < place - 1:
                node = middle + 1
            else:
                high = middle
        while node < count and <Py_ssize_t>starts[node] <= place:
            tag = tags[node]
            if tag == "a" or tag == "span":
                found.append(node)
            node += 1
    return found
