"""Numbers that the columns of all pages share: to make and to free one takes longer than to look it up."""

cdef enum:
    # 2.5 MB in all, in a process that has read a page with as long a text.
    MOST = 1 << 16

cdef list known = []


cdef object number(long long value):
    """Return a number as an object."""
    if value < 0 or value >= MOST:
        return value
    if value >= len(known):
        known.extend(range(len(known), value + 1))
    return known[value]


cdef list numbers_of(int[::1] column):
    """Return a column as a list."""
    cdef Py_ssize_t place
    return [number(column[place]) for place in range(column.shape[0])]
