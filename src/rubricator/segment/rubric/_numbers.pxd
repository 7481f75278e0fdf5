"""Groups of rows that have the same code, numbered from 0 by the size of their codes."""

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

cdef enum:
    FEW = 128  # Groups that are found without sorting all rows.
    PLACES = 512  # A power of two, and several times as many.


cdef inline Py_ssize_t number_few(const int64_t* codes, Py_ssize_t count, int64_t* keys) noexcept:
    """Write the number of each of `count` rows' groups; return how many there are, or -1 where they are not few."""
    cdef short[PLACES] groups  # By where a code would be: its group, counted from 1 in the order of rows.
    cdef int64_t[FEW] code_of
    cdef int64_t[FEW] order
    cdef int64_t[FEW] rank
    cdef Py_ssize_t row, place, found = 0
    memset(groups, 0, sizeof(groups))
    for row in range(count):
        if row and codes[row] == codes[row - 1]:
            keys[row] = keys[row - 1]
            continue
        place = (<uint64_t>codes[row] * 0x9E3779B97F4A7C15ULL) >> 55
        while groups[place] and code_of[groups[place] - 1] != codes[row]:
            place = (place + 1) % PLACES
        if not groups[place]:
            if found == FEW:
                return -1
            code_of[found] = codes[row]
            found += 1
            groups[place] = <short>found
        keys[row] = groups[place] - 1
    for row in range(found):
        place = row
        while place and code_of[order[place - 1]] > code_of[row]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = row
    for place in range(found):
        rank[order[place]] = place
    for row in range(count):
        keys[row] = rank[keys[row]]
    return found
