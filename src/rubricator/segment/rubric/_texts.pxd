from libc.stdint cimport int64_t

cpdef enum:  # Kinds of numberings.
    NO_NUMBER
    NUMBERED_WORD  # Chapter 3
    DIGITS
    ROMAN
    LETTER
    BULLET
    QUESTION  # Q:


cdef struct Numbering:
    int64_t kind, depth, number
