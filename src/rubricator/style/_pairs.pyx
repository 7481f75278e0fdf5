"""Numbers for pairs of numbers. Most nodes of a page ask for some, and tuples in a dictionary take longer."""

cimport cython
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    FIRST_ROOM = 512

# Not to be foreseen: a page might be made of pairs that all want the same entry.
cdef uint64_t SEED = <uint64_t><Py_ssize_t>hash("pairs") | 1


@cython.final
cdef class Pairs:
    """Distinct pairs, numbered from 0 in the order in which they were met."""

    def __cinit__(self):
        self.room, self.count = FIRST_ROOM, 0
        self.entries = <Entry *>PyMem_Calloc(self.room, sizeof(Entry))
        if self.entries is NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.entries)

    cdef int number(self, int first, int second) except -1:
        """Return the number of a pair, which is the count of pairs before when it is a new one."""
        cdef uint64_t pair = (<uint64_t><uint32_t>first << 32) | <uint32_t>second
        cdef Entry *entry = find(self.entries, self.room, pair)
        if entry.place:
            return entry.place - 1
        self.count += 1
        entry.pair, entry.place = pair, self.count
        if 2 * self.count > self.room:
            self.grow()
        return self.count - 1

    cdef int grow(self) except -1:
        cdef Py_ssize_t room = 4 * self.room, at
        cdef Entry *entries = <Entry *>PyMem_Calloc(room, sizeof(Entry))
        if entries is NULL:
            raise MemoryError
        for at in range(self.room):
            if self.entries[at].place:
                find(entries, room, self.entries[at].pair)[0] = self.entries[at]
        PyMem_Free(self.entries)
        self.entries, self.room = entries, room
        return 0


cdef Entry *find(Entry *entries, Py_ssize_t room, uint64_t pair) noexcept:
    """Return the entry that has a pair or is free for it. Half of them are free, and `room` is a power of two."""
    cdef uint64_t spread = (pair ^ SEED) * <uint64_t>0x9E3779B97F4A7C15
    cdef Py_ssize_t at
    spread = (spread ^ (spread >> 32)) * SEED
    at = (spread >> 32) & (room - 1)
    while entries[at].place and entries[at].pair != pair:
        at = (at + 1) & (room - 1)
    return &entries[at]
