cimport cython
from libc.stdint cimport uint8_t

from rubricator.page._symbols cimport SymbolTable
from rubricator.style._census cimport Integers
from rubricator.style._lookup cimport Asked, Lookup

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
    # Its references are more than tags.
    cdef bint refers
    cdef bint plain
    cdef int above_count
    cdef uint8_t above[MOST_ABOVE]


@cython.final
cdef class Names:
    cdef readonly set keys
    cdef SymbolTable symbols
    cdef list words
    cdef Integers ends
    cdef tuple attributes
    cdef bint quirks
    cdef int[::1] places, starts
    cdef dict joined
    cdef dict values
    cdef dict sorted
    cdef Py_ssize_t walked
    cdef int _add_words(self, str text) except -1
    cdef int _add_word(self, str word) except -1
    cpdef bint may_match(self, str selector)
    cdef list pick(self, Lookup lookup, budget)
    cdef _pick_named(self, list found, Lookup lookup, list group)
    cdef _pick_sorted(self, list found, Lookup lookup, Asked asked)
    cdef _pick_one_by_one(self, list found, Lookup lookup, Asked asked)
    cdef _pick_within(self, list found, Lookup lookup, Asked asked, budget)
    cdef set _values(self, str name)
    cdef _sort_attributes(self)
