"""Numbers that the columns of all pages share: to make and to free one takes longer than to look it up."""

from cpython.list cimport PyList_GET_ITEM, PyList_GET_SIZE
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM

cdef enum:
    # 2.5 MB in all, in a process that has read a page with as long a text.
    MOST = 1 << 16

cdef list known = []


cdef object number(long long value):
    """Return a number as an object."""
    if value < 0 or value >= MOST:
        return value
    if value >= PyList_GET_SIZE(known):
        known.extend(range(len(known), value + 1))
    return known[value]


cdef tuple numbers_of(const int *column, Py_ssize_t count):
    """Return a column of so many numbers as a tuple."""
    cdef Py_ssize_t place
    cdef tuple found = PyTuple_New(count)
    cdef PyObject *value
    for place in range(count):
        value = known_number(column[place])
        if value is NULL:
            made = number(column[place])
            value = <PyObject *>made
        Py_INCREF(<object>value)
        PyTuple_SET_ITEM(found, place, <object>value)
    return found


cdef tuple places_of(const long long *column, Py_ssize_t count):
    """Return a column of so many places as a tuple; equal ones that stand side by side are one object."""
    cdef Py_ssize_t place
    cdef tuple found = PyTuple_New(count)
    cdef PyObject *value = NULL
    for place in range(count):
        if not place or column[place] != column[place - 1]:
            value = known_number(column[place])
            if value is NULL:
                made = number(column[place])
                value = <PyObject *>made
        Py_INCREF(<object>value)
        PyTuple_SET_ITEM(found, place, <object>value)
    return found


cdef inline PyObject *known_number(long long value) noexcept:
    """Return a number that was asked for before, or nothing."""
    return PyList_GET_ITEM(known, value) if 0 <= value < PyList_GET_SIZE(known) else NULL
