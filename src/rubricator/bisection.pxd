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


cdef inline Py_ssize_t first_near(const Whole *values, Py_ssize_t count, int64_t least, Py_ssize_t guess) noexcept:
    """The same, looked for around a place that is likely not far: in steps twice as long each."""
    cdef Py_ssize_t low = min(max(guess, 0), count), high = low, step = 1
    while low and values[low - 1] >= least:
        high = low - 1
        low = max(high - step, 0)
        step *= 2
    step = 1
    while high < count and values[high] < least:
        low = high + 1
        high = min(low + step, count)
        step *= 2
    return low + first_of(values + low, high - low, least)
