cimport cython
from rubricator.style._census cimport Census, Name


@cython.final
cdef class Builder:
    cdef readonly object doctype
    cdef readonly Census census
    cdef object look
    cdef list held
    cdef Py_ssize_t pause
    cdef Name text
    cdef add(self, Name tag, held)
    cdef settle(self, tuple attrs)
