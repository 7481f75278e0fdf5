cdef class Lookup:
    cdef readonly object page
    cdef const int[::1] parent, stop, start, end
    cdef const unsigned char[::1] flags
    cdef const int[::1] run_start, run_node, wordless
    cdef Py_ssize_t body
    cdef dict ids
    cdef Py_ssize_t climb(self, Py_ssize_t node, Py_ssize_t start, Py_ssize_t end) except -1
    cdef Py_ssize_t common(self, Py_ssize_t one, Py_ssize_t other) except -1
    cdef Py_ssize_t around_wordless(self, Py_ssize_t node) except -1
    cdef bint has_wordless(self, Py_ssize_t low, Py_ssize_t high) except -1
    cdef bint holds_more(self, Py_ssize_t above, Py_ssize_t node) except -1
