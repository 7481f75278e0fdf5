cimport cython


@cython.final
cdef class Lookup:
    cdef readonly object page
    cdef tuple tags, parents, starts, ends, stops, attributes
    cdef const unsigned char[::1] flags
    cdef Py_ssize_t body
    cdef int[::1] leaves, leaf_starts, wordless
    cdef Py_ssize_t leaf_count, wordless_count
    cdef bint has_leaves

    cdef find_leaves(self)
    cdef Py_ssize_t start(self, Py_ssize_t node) except -1
    cdef Py_ssize_t end(self, Py_ssize_t node) except -1
    cdef Py_ssize_t parent(self, Py_ssize_t node) except -2
    cdef Py_ssize_t leaf_before(self, Py_ssize_t place) except -2
    cdef bint has_wordless(self, Py_ssize_t low, Py_ssize_t high) except -1
    cpdef Py_ssize_t containing(self, Py_ssize_t start, Py_ssize_t end, node=*) except -1
    cdef Py_ssize_t around_wordless(self, Py_ssize_t node) except -1
    cpdef Py_ssize_t opening(self, Py_ssize_t start, Py_ssize_t end, node=*) except -1
    cdef bint holds_more(self, Py_ssize_t above, Py_ssize_t node) except -1
    cpdef anchor(self, Py_ssize_t node)
    cdef id_of(self, Py_ssize_t node)
