from libc.stdint cimport int64_t

ctypedef fused Whole:
    int
    int64_t


cdef inline Py_ssize_t first_from(const Whole[::1] values, Py_ssize_t count, int64_t least) except -1:
    """Return the first place of `count` sorted values whose value is not less."""
    cdef Py_ssize_t low = 0, high = count, middle
    while low < high:
        middle = (low + high) // 2
        if values[middle] < least:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline Py_ssize_t first_of(const int64_t* values, Py_ssize_t count, int64_t least) noexcept:
    """Return the first place of `count` sorted values whose value is not less. There are as many."""
    cdef Py_ssize_t low = 0, high = count, middle
    while low < high:
        middle = (low + high) // 2
        if values[middle] < least:
            low = middle + 1
        else:
            high = middle
    return low
