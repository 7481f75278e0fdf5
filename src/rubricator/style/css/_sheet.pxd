from rubricator.style.css._selectors cimport Complex


cdef class Rule:
    cdef readonly str selectors, body, layer
    cdef dict normal, important
    cdef object validity
    cdef load_declarations(self, bint quirks)
    cdef bint is_valid(self, bint quirks) except -1


cdef class IndexedSelector:
    cdef readonly Py_ssize_t number
    cdef readonly Rule rule
    cdef readonly str text
    cdef readonly Complex selector
    cdef bint is_invalid
    cdef Complex parsed(self, bint quirks)


cdef class SelectorIndex:
    cdef readonly dict named, valued
    cdef readonly Py_ssize_t count
    cdef readonly bint is_full
