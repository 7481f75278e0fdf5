"""Twin of `is_dead` in `emit/links.py`."""

cdef object pure = None
cdef frozenset LIVE = frozenset(["http", "https", "mailto", "tel"])
"""Most schemes as they are written."""


cdef load_pure():
    global pure
    from rubricator.emit import links

    pure = links


cpdef bint is_dead(str address) except -1:
    """Say whether an address is empty, or one that is not emitted."""
    cdef Py_ssize_t place
    cdef Py_UCS4 sign
    cdef bint is_empty = True
    for place in range(len(address)):
        sign = address[place]
        if sign == u":":
            return address[:place] not in LIVE and _has_dead_scheme(address)
        if sign == u"/" or sign == u"?" or sign == u"#":
            return False
        is_empty &= sign <= 32
    return is_empty


cdef bint _has_dead_scheme(str address) except -1:
    if pure is None:
        load_pure()
    return pure.scheme(address) in pure._DEAD
