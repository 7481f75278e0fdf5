from rubricator.page._symbols cimport SymbolTable
from rubricator.style.css._selectors cimport Complex
from rubricator.style.css._sheet cimport Rule


cdef class Candidate:
    cdef readonly tuple order
    cdef readonly Complex selector
    cdef readonly bint of_agent
    cdef readonly Rule rule


cdef class PageNames:
    cdef readonly set keys
    cdef readonly list classes
    cdef readonly SymbolTable symbols
