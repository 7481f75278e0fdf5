cdef object number(long long value)
cdef list numbers_of(int[::1] column)
