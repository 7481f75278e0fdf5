"""Leaves and containers of a page; see `_leaves.pyx`."""

cdef class Opening:
    cdef readonly str kind, language
    cdef readonly object number
    cdef readonly int colspan, rowspan


cdef class Leaf:
    cdef readonly str kind
    cdef readonly int node, start, end, paragraph
    cdef readonly bint visible, inert
    cdef readonly tuple containers, marks
    cdef readonly object affixes
    cpdef bint is_shown(self, str hidden) except -1


cpdef list passage_leaves(leaves, int start, int end, bint lead=*, bint tail=*)
cdef int mark_element(tuple marks, str kind) except -2
