"""Twins of `page/handles.py`: buttons, and signs in the text."""

from cpython.object cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND

ctypedef fused Sign:
    unsigned char
    unsigned short
    unsigned int


cdef enum:
    BLOCK = 1024
    # A power of two; pages have some 30 tags.
    REMEMBERED = 128


def tagged(tuple tags, str tag):
    """Return the nodes that have a tag."""
    cdef Py_ssize_t node
    cdef list found = []
    cdef PyObject *own
    cdef PyObject *others[REMEMBERED]  # Tags are few objects, and most nodes have that of another before.
    cdef size_t place
    for place in range(REMEMBERED):
        others[place] = NULL
    for node in range(len(tags)):
        own = PyTuple_GET_ITEM(tags, node)
        place = (<size_t>own >> 4) & (REMEMBERED - 1)
        if own == others[place]:
            continue
        if <str?>own == tag:
            found.append(node)
        else:
            others[place] = own
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
    """See `places`. Whether a block has marks at all is found without a branch, which makes vectors of it."""
    cdef Py_ssize_t place, start = 0, stop
    cdef Py_UCS4 mark
    cdef Sign sign, some
    cdef list found = []
    while start < length:
        stop, some = min(start + BLOCK, length), 0
        for mark in marks:
            sign = <Sign>mark
            if sign == <unsigned int>mark:
                for place in range(start, stop):
                    some |= signs[place] == sign
        if some:
            for place in range(start, stop):
                if <Py_UCS4>signs[place] in marks:
                    found.append(place)
        start = stop
    return found
