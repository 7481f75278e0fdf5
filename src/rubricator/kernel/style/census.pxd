cimport cython


@cython.final
cdef class Integers:
    cdef int *items
    cdef Py_ssize_t count, room
    cdef int grow(self) except -1

    cdef inline int add(self, int value) except -1:
        if self.count == self.room:
            self.grow()
        self.items[self.count] = value
        self.count += 1
        return 0


@cython.final
cdef class Name:
    cdef str text
    cdef int number
    cdef list nodes


@cython.final
cdef class Census:
    cdef dict tags, names, classes
    cdef list ids
    cdef Integers tag_of, class_of, first_of, name_of
    cdef Name tag(self, str text)
    cdef int add(self, Name tag) except -1
    cdef Name see(self, str text, str value)


cdef enum:
    CLASS = 0
    ID = 1


cdef Census census_of(object document)
