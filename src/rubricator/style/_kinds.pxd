from rubricator.style.css._selectors cimport Shape
from rubricator.style.css._matching cimport MatchBudget


cdef class Kind(Shape):
    cdef readonly object inline, hints
    cdef readonly list always, static, dynamic
    cdef readonly bint is_text
    cdef add_fitting(self, list group, MatchBudget match_budget)
