from rubricator.style.css._selectors cimport Complex, Compound, Pseudo, Shape


cdef class MatchBudget:
    cdef Py_ssize_t left, unchecked
    cdef object budget
    cpdef int charge(self, Py_ssize_t tried) except -1


cdef class Matcher:
    cdef readonly object document
    cdef readonly MatchBudget match_budget
    cdef readonly list shapes
    cdef readonly object kind_of
    cdef object uncommon
    cdef const int[::1] parent, kinds
    cdef dict climbs, earlier_siblings, answers
    cpdef Py_ssize_t match(self, tuple compounds, Py_ssize_t node) except -2
    cdef bint match_fitting(self, tuple compounds, Py_ssize_t node) except -1
    cpdef Py_ssize_t match_segment(self, tuple compounds, Py_ssize_t node) except -2
    cdef Py_ssize_t left_of(self, tuple compounds, Py_ssize_t at, Py_ssize_t node) except -2
    cdef Py_ssize_t climb(self, tuple compounds, Py_ssize_t *at, Py_ssize_t node) except -2
    cdef Py_ssize_t segment(self, tuple compounds, Py_ssize_t *at, Py_ssize_t node) except -2
    cdef Py_ssize_t segment_left(self, tuple compounds, Py_ssize_t *at, Py_ssize_t node) except -2
    cdef Py_ssize_t chain_left(self, tuple compounds, Py_ssize_t *at, Py_ssize_t node) except -2
    cdef Py_ssize_t earlier(self, tuple compounds, Py_ssize_t *at, Py_ssize_t node) except -2
    cdef bint holds(self, Compound compound, Py_ssize_t node) except -1
    cdef bint has_state(self, Compound compound, Py_ssize_t node, Shape shape) except -1
    cdef bint pseudo(self, Pseudo pseudo, Py_ssize_t node, Shape shape) except -1
    cpdef bint argument(self, Complex argument, Py_ssize_t node) except -1
