cimport cython
from libc.stdint cimport uint64_t

cdef struct Entry:
    uint64_t pair
    # One more than the number; 0 in an entry without a pair.
    int place


@cython.final
cdef class Pairs:
    cdef Entry *entries
    cdef Py_ssize_t room
    cdef readonly int count
    cdef int number(self, int first, int second) except -1
    cdef int grow(self) except -1
