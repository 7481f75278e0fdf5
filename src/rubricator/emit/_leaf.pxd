"""Leaves and what they are in, as in `emit/leaves.py`: the fields of the named tuples there."""

cdef enum:
    KIND = 0
    NODE = 1
    START = 2
    END = 3
    IS_VISIBLE = 4
    PARAGRAPH = 5
    CONTAINERS = 6
    MARKS = 7
    IS_INERT = 8
    SIGNS = 9
    LEAF = 10
    OPENING = 5
    MARK = 2
