"""A column of whole numbers that grows."""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Realloc


@cython.final
cdef class Integers:
    """A column that grows."""

    def __dealloc__(self):
        PyMem_Free(self.items)

    cdef int grow(self) except -1:
        cdef Py_ssize_t room = 2 * self.room + 256
        cdef int *moved = <int *>PyMem_Realloc(self.items, room * sizeof(int))
        if moved is NULL:
            raise MemoryError
        self.items, self.room = moved, room
        return 0
