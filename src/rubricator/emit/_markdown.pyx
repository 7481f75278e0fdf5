"""Twin of `escape` in `emit/markdown_inline.py`."""

cdef unsigned char[128] _ODD
"""1 for signs that are always escaped, 2 for those that depend on what is beside them."""
for _sign in "\\`*[]<~":
    _ODD[ord(_sign)] = 1
for _sign in "&_\n":
    _ODD[ord(_sign)] = 2


def escape(str text):
    """Escape a text so that no part of it is inline markup."""
    cdef Py_ssize_t place, start = 0, length = len(text)
    cdef Py_UCS4 sign
    cdef list parts = None
    for place in range(length):
        sign = text[place]
        if sign >= 128 or not _ODD[sign]:
            continue
        if _ODD[sign] == 2 and sign != u"\n" and not _is_markup(text, place, length, sign):
            continue
        if parts is None:
            parts = []
        parts.append(text[start:place])
        parts.append(" " if sign == u"\n" else "\\")
        start = place + (sign == u"\n")
    if parts is None:
        return text
    parts.append(text[start:])
    return "".join(parts)


cdef bint _is_markup(str text, Py_ssize_t place, Py_ssize_t length, Py_UCS4 sign) except -1:
    """Say whether an ampersand begins an entity, or an underscore stands at the edge of a word."""
    cdef bint is_last = place + 1 == length
    if sign == u"_":
        return is_last or place == 0 or not text[place - 1].isalnum() or not text[place + 1].isalnum()
    return is_last or text[place + 1] == u"#" or u"a" <= text[place + 1] <= u"z" or u"A" <= text[place + 1] <= u"Z"
