cimport cython


@cython.final
cdef class Resolver:
    cdef public object body_color
    cdef readonly bint quirks
    cdef public double root_size
    cpdef object compute(self, object parent, dict specified, dict agent, bint is_root)
    cdef tuple _own(self, object parent, dict specified, dict agent)
    cdef tuple _font_size(self, object value, tuple parent, object family, bint is_root)
    cdef object _keyword_size(self, object keyword, bint mono)
    cdef object _height(self, object value, double font_size)
