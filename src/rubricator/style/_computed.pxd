cdef class Resolver:
    cdef readonly bint quirks
    cdef object body_color, root_size
    cdef object compute(self, parent, str tag, dict specified, dict agent, bint is_root)
    cdef tuple own_values(self, custom, dict specified, dict agent)
