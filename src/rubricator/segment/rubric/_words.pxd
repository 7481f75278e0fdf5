"""Short words as numbers, so that they are found in a table without being made."""

from libc.stdint cimport int64_t, uint64_t

cdef enum:
    SLOTS = 1024
    LONGEST = 16


cdef struct Word:
    uint64_t first, second  # Its letters, eight and eight.
    int64_t value


cdef inline void add_letter(Word* word, Py_ssize_t place, Py_UCS4 letter) noexcept:
    """Write a letter of ASCII; those beyond the longest word are left out."""
    if place < 8:
        word.first |= <uint64_t>letter << 8 * place
    elif place < LONGEST:
        word.second |= <uint64_t>letter << 8 * (place - 8)


cdef inline Py_ssize_t slot_of(const Word* slots, const Word* word) noexcept:
    """Return where a word is, or would be; at least half of the slots are free."""
    cdef Py_ssize_t place = ((word.first ^ word.second * 31) * 0x9E3779B97F4A7C15ULL) >> 54
    while slots[place].first and not (slots[place].first == word.first and slots[place].second == word.second):
        place = (place + 1) % SLOTS
    return place


cdef inline int fill_slots(Word* slots, dict values) except -1:
    """Write a table of words of ASCII; those that are not, or too long, are left out."""
    cdef str word
    cdef Py_ssize_t place
    cdef Word one
    for place in range(SLOTS):
        slots[place] = Word(0, 0, 0)
    if len(values) > SLOTS // 2:
        raise ValueError("too many words")
    for word, value in values.items():
        if word and word.isascii() and len(word) <= LONGEST:
            one = Word(0, 0, value)
            for place in range(len(word)):
                add_letter(&one, place, word[place])
            slots[slot_of(slots, &one)] = one
    return 0
