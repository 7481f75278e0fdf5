cimport cython


@cython.final
cdef class XPaths:
    cdef tuple tags, parents, stops, attributes
    cdef Py_ssize_t max_steps, left
    cdef dict named, made
    cdef int[::1] places
    cdef set repeated
    cdef list foreign_starts, foreign_stops
    cdef readonly Py_ssize_t too_long, no_room

    cpdef path(self, Py_ssize_t node)
    cpdef within(self, str text)
    cdef tuple make(self, Py_ssize_t node)
    cdef str join(self, str start, list parts, Py_ssize_t steps)
    cdef str unique_id(self, Py_ssize_t node)
    cdef str test(self, Py_ssize_t node)
    cdef bint is_named(self, Py_ssize_t node, str tag) except -1
    cdef bint is_foreign(self, Py_ssize_t node) except -1
    cdef Py_ssize_t place(self, Py_ssize_t node) except -1
    cdef find_foreign(self)
