"""Named tuples, made without the function in Python that each has for it."""

from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_SET_ITEM

cdef extern from "Python.h":
    ctypedef struct PyTypeObject:
        object (*tp_alloc)(type, Py_ssize_t)


cdef inline object empty(type kind, Py_ssize_t count):
    """Return a new named tuple; all of its places are to be filled before anything else is done with it."""
    return (<PyTypeObject *>kind).tp_alloc(kind, count)


cdef inline void put(made, Py_ssize_t place, value):
    """Fill a place of a new named tuple, which has it."""
    Py_INCREF(value)
    PyTuple_SET_ITEM(made, place, value)
