"""The characters of a string, read where they lie."""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ


cdef struct Text:
    # Readers of characters stay below `stop`.
    int kind
    const void *data
    Py_ssize_t stop


cdef inline Text text_of(str text) noexcept:
    return Text(PyUnicode_KIND(text), PyUnicode_DATA(text), len(text))


cdef inline Py_UCS4 read(Text text, Py_ssize_t at) noexcept:
    return PyUnicode_READ(text.kind, text.data, at)


cdef inline bint is_name_character(Py_UCS4 sign) noexcept:
    """Return what `NAME_CHARACTER` of `css/tokens.py` says."""
    return is_letter(sign) or u"0" <= sign <= u"9" or sign == u"-" or sign >= 128


cdef inline bint is_letter(Py_UCS4 sign) noexcept:
    return u"a" <= sign <= u"z" or u"A" <= sign <= u"Z" or sign == u"_"
