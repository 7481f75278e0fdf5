cdef object number(long long value)
cdef tuple numbers_of(const int *column, Py_ssize_t count)
cdef tuple places_of(const long long *column, Py_ssize_t count)
