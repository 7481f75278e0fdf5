"""Twin of `segment/rubric/tagged.py`: elements for headings."""

from libc.stdint cimport int64_t


def find_elements(
    const int64_t[:, :] table, const double[:] depth, const double[:] tagged, const double[:] in_nav,
    const double[:] body, int64_t whole, double half, kind,
):
    """Return the elements for headings that are no part of a menu."""
    cdef Py_ssize_t row
    cdef list found = []
    for row in range(table.shape[0]):
        if tagged[row] > 0 and table[row, 5] == whole and in_nav[row] == 0:
            found.append(
                kind(row, table[row, 0], table[row, 1], table[row, 2], tagged[row], depth[row], body[row] >= half)
            )
    return found
