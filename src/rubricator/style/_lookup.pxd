cimport cython

from rubricator.style._census cimport Integers


@cython.final
cdef class Entry:
    cdef object rule
    cdef str text, key
    cdef tuple names
    cdef object selector
    cdef object candidate
    cdef bint dead


@cython.final
cdef class Asked:
    cdef str name, sign
    cdef dict entries
    cdef list values
    cdef Integers outer
    cdef sort(self)


@cython.final
cdef class Lookup:
    cdef dict named
    cdef list asked
    cdef bint quirks
    cdef tuple names_of(self, Entry entry)
