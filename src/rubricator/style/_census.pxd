cimport cython

from rubricator.characters cimport PyUnicode_DATA, PyUnicode_IS_COMPACT_ASCII

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


cdef inline str in_lower_case(str text):
    """Return a text in lower case. Most names are, and are not made again."""
    cdef Py_ssize_t count = len(text), place
    cdef const unsigned char *signs = <const unsigned char *>PyUnicode_DATA(text)
    if PyUnicode_IS_COMPACT_ASCII(text):
        for place in range(count):
            if c"A" <= signs[place] <= c"Z":
                break
        else:
            return text
    return text.lower()

