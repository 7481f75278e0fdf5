cpdef bint is_dead(str address) except -1
