from libc.stdint cimport int64_t

ctypedef fused Whole:
    int
    int64_t


cdef inline Py_ssize_t first_from(const Whole[::1] values, Py_ssize_t count, int64_t least) except -1:
    """Return the first place of `count` sorted values whose value is not less."""
    if count > values.shape[0]:
        raise IndexError("more values than there are")
    return first_of(&values[0], count, least) if count > 0 else 0


cdef inline Py_ssize_t first_of(const Whole *values, Py_ssize_t count, int64_t least) noexcept:
    """The same, of values that are known to be as many."""
    cdef Py_ssize_t low = 0, high = count, middle
    while low < high:
        middle = (low + high) // 2
        if values[middle] < least:
            low = middle + 1
        else:
            high = middle
    return low
