"""Twins of `segment/rubric/tagged.py`: elements for headings, and the units of chosen ones."""

from libc.stdint cimport int64_t

# A named tuple is made without the function in Python that it has for it.
_new = tuple.__new__


def find_elements(
    const int64_t[:, :] table, const double[:] depth, const double[:] tagged, const double[:] in_nav,
    const double[:] body, int64_t whole, double half, double several, kind,
):
    """Return the elements for headings that are no part of a menu: those in the body, and those that are cited."""
    cdef Py_ssize_t row
    cdef list inside = [], cited = []
    new = _new
    for row in range(table.shape[0]):
        if tagged[row] > 0 and table[row, 5] == whole and in_nav[row] == 0:
            if body[row] >= half or depth[row] >= several:
                one = new(kind, (row, table[row, 0], table[row, 1], table[row, 2], tagged[row], depth[row]))
                if body[row] >= half:
                    inside.append(one)
                if depth[row] >= several:
                    cited.append(one)
    return inside, cited


def likely_units(const int64_t[:, :] table, list chosen, const double[:] is_heading):
    """Return the units that chosen headings stand in, and how likely these are."""
    cdef dict found = {}
    cdef Py_ssize_t number
    cdef int64_t unit
    cdef double likely
    for number in chosen:
        likely = is_heading[number]
        for unit in range(table[number, 2], table[number, 3] + 1):
            found[unit] = max(<double>found.get(unit, 0.0), likely)
    return found
