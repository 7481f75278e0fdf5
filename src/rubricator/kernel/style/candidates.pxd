cimport cython
from libc.stdint cimport uint8_t

from rubricator.kernel.style.census cimport Census

cdef enum:
    MOST_ABOVE = 6


@cython.final
cdef class Candidate:
    cdef readonly tuple order
    cdef readonly object selector
    cdef readonly object declarations
    cdef tuple compounds
    cdef frozenset references, tests
    cdef dict normal
    cdef dict important
    cdef long long layer, specificity, appearance
    cdef bint simple, static
    cdef bint plain
    cdef int above_count
    cdef uint8_t above[MOST_ABOVE]


@cython.final
cdef class Names:
    cdef readonly set keys
    cdef readonly dict classes
    cdef Census census
    cdef list attributes
    cdef bint quirks
    cdef int[::1] nodes, places, starts
    cdef dict joined
    cdef dict lowered
    cdef dict sorted
    cdef list _words(self, str text)
    cpdef bint may_match(self, str selector)
    cdef bint _may_have_value(self, str selector)
    cdef set _lowered(self, str name)
    cdef bint _has_beginning(self, str name, str value)
    cdef set _values(self, str name)
    cdef _sort_attributes(self)


cdef list as_list(object column)
