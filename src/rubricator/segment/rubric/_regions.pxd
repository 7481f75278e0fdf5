"""Lines of a table for the regions that elements are in: most of them have no unit in most."""

from libc.stdint cimport int64_t, uint64_t

from rubricator.bits cimport lowest_bit


cdef struct Lines:
    uint64_t all  # The bits of all regions.
    int[64] of  # By their place, which line it is.


cdef inline Lines find_lines(const int64_t[::1] regions) except *:
    """Number regions, of which each is one bit."""
    cdef Lines found
    cdef Py_ssize_t line
    cdef uint64_t bit
    found.all = 0
    for line in range(regions.shape[0]):
        bit = regions[line]
        if not bit or bit & (bit - 1) or bit & found.all:
            raise ValueError("regions are one bit each")
        found.all |= bit
        found.of[lowest_bit(bit)] = <int>line
    return found
