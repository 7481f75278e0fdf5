cdef class Pseudo:
    cdef readonly str name, text
    cdef readonly tuple arguments
    cdef readonly long long step, offset


cdef class Compound:
    cdef readonly str tag, id, combinator
    cdef readonly frozenset classes
    cdef readonly tuple attributes, pseudos


cdef class Complex:
    cdef readonly tuple compounds
    cdef readonly object specificity
    cdef readonly frozenset keys, references, tests
    cdef readonly str key, leading
    cdef readonly bint static, simple


cdef class Shape:
    cdef readonly str tag, id
    cdef readonly frozenset classes
    cdef readonly dict attributes


cdef bint fits(Compound compound, Shape shape) except -1
cdef bint value_matches(attribute, str actual) except -1
cpdef Complex parse_plain(str text)
