from cpython.array cimport array

cdef enum:
    CLASS = 0  # The first two attribute names have these numbers, whether they occur or not.
    ID = 1


cdef class SymbolTable:
    cdef readonly dict tags, names, classes
    cdef readonly list ids, value
    cdef readonly array tag, own_class, first, name
    cdef int add(self, str tag, tuple attributes) except -1

cdef int append(array column, int value) except -1
