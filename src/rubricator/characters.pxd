"""Characters of texts, read where they lie."""

from libc.stdint cimport uint64_t

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    const void* PyUnicode_DATA(object text)
    Py_UCS4 PyUnicode_READ(int kind, const void* data, Py_ssize_t place)
    bint PyUnicode_IS_COMPACT_ASCII(object text)
    Py_UCS4 Py_UNICODE_TOLOWER(Py_UCS4 letter)


cdef inline Py_UCS4 first_letter(str text) noexcept:
    """Return the first character; 0 where there is none, as texts end in one."""
    return PyUnicode_READ(PyUnicode_KIND(text), PyUnicode_DATA(text), 0)


cdef inline uint64_t packed(str text) noexcept:
    """Return a short ASCII text as a number, seven characters and their count; 0 for any other."""
    cdef Py_ssize_t count = len(text), place
    cdef const unsigned char* data
    cdef uint64_t found = <uint64_t>count << 56
    if not 0 < count < 8 or not PyUnicode_IS_COMPACT_ASCII(text):
        return 0
    data = <const unsigned char*>PyUnicode_DATA(text)  # Holds `count` characters.
    for place in range(count):
        found |= <uint64_t>data[place] << 8 * place
    return found


cdef inline Py_UCS4 lower_ascii(Py_UCS4 letter) noexcept:
    return <Py_UCS4>(<int>letter + 32) if u"A" <= letter <= u"Z" else letter


cdef inline bint is_letter(Py_UCS4 letter) noexcept:
    """Say whether it is one of an English word, in lower case."""
    return u"a" <= letter <= u"z"


cdef inline bint could_begin(str text, Py_ssize_t start, Py_ssize_t end, str word) except -1:
    """Say no where a text does not begin with a word, whatever the case; letters beyond ASCII may be of any."""
    cdef Py_ssize_t place
    cdef Py_UCS4 letter
    for place in range(len(word)):
        if start + place >= end:
            return False
        letter = lower_ascii(text[start + place])
        if letter > 127:
            return True
        if letter != word[place]:
            return False
    return True


cdef inline list by_letter(words):
    """Return words by their first letter, which is one of an English word."""
    cdef list found = [()] * 26
    for word in words:
        found[ord(word[0]) - 97] += (word,)
    return found


cdef inline bint could_begin_any(str text, Py_ssize_t start, Py_ssize_t end, list words, Py_UCS4 first) except -1:
    """See `could_begin`; `words` are by their first letter, and that of the text in lower case is known."""
    cdef str word
    for word in <tuple>words[<int>first - 97]:
        if could_begin(text, start, end, word):
            return True
    return False
