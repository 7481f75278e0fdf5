"""Characters of texts, read where they lie."""

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    const void* PyUnicode_DATA(object text)
    Py_UCS4 PyUnicode_READ(int kind, const void* data, Py_ssize_t place)
    bint PyUnicode_IS_COMPACT_ASCII(object text)


cdef inline Py_UCS4 first_letter(str text) noexcept:
    """Return the first character; 0 where there is none, as texts end in one."""
    return PyUnicode_READ(PyUnicode_KIND(text), PyUnicode_DATA(text), 0)
