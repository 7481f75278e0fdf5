cimport cython
from libc.stdint cimport uint64_t


@cython.final
cdef class Kind:
    cdef readonly object shape
    cdef readonly tuple keys
    cdef readonly object hints
    cdef readonly object inline
    cdef readonly list sure
    cdef readonly list static
    cdef readonly list dynamic
    cdef object tag
    cdef dict attributes
    cdef uint64_t bits[4]
    # For elements of which no more than their tag is asked, and that only by agent rules: the styles that follow from
    # those of their parents, as far as they were computed, in whatever page, with this size of the root.
    cdef dict results
    cdef double root_size
    cdef fill(self, shape, list keys, hints, inline, list sure, list static, list dynamic)


cdef bint fits(tuple compound, tuple shape) except -1
