"""Twins of what writes most of the JSON in `emit/json.py`: the page's text, and the tree of blocks."""

from libc.math cimport isfinite
from libc.string cimport memcpy

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND

cdef extern from "Python.h":
    str PyUnicode_New(Py_ssize_t size, unsigned int largest)
    unsigned int PyUnicode_MAX_CHAR_VALUE(str text)
    long long PyLong_AsLongLongAndOverflow(object number, int *beyond) except? -1

ctypedef fused Sign:
    unsigned char
    unsigned short
    unsigned int

cdef enum:
    _BLOCK = 32

cdef tuple _THOUSANDTHS = tuple([repr(number / 1000) for number in range(1001)])
"""Confidences have three digits, and to find the shortest that stand for a number takes long."""
cdef unsigned char[128] _LENGTHS
"""How many characters a character becomes."""
cdef unsigned char[128] _SHORT
"""The letter that stands for a character after a backslash; 0 for those that are written in hexadecimal."""
for _sign in range(128):
    _LENGTHS[_sign] = 6 if _sign < 32 else 1
for _sign, _letter in {8: "b", 9: "t", 10: "n", 12: "f", 13: "r", 34: '"', 92: "\\"}.items():
    _LENGTHS[_sign] = 2
    _SHORT[_sign] = ord(_letter)


cpdef str quoted(str text):
    """Return a text as a JSON string."""
    cdef Py_ssize_t length = len(text), size
    cdef int kind = PyUnicode_KIND(text)
    cdef void *signs = PyUnicode_DATA(text)
    if kind == 1:
        size = _size(<unsigned char *>signs, length)
    elif kind == 2:
        size = _size(<unsigned short *>signs, length)
    else:
        size = _size(<unsigned int *>signs, length)
    if size == length:
        return f'"{text}"'
    cdef str made = PyUnicode_New(size + 2, PyUnicode_MAX_CHAR_VALUE(text))
    # Both strings are of one kind, as what is added is ASCII.
    if kind == 1:
        _quote(<unsigned char *>signs, length, <unsigned char *>PyUnicode_DATA(made))
    elif kind == 2:
        _quote(<unsigned short *>signs, length, <unsigned short *>PyUnicode_DATA(made))
    else:
        _quote(<unsigned int *>signs, length, <unsigned int *>PyUnicode_DATA(made))
    return made


cdef Py_ssize_t _size(const Sign *text, Py_ssize_t length) noexcept:
    """Return how many characters `_quote` writes between the quotes."""
    cdef Py_ssize_t size = length, place = 0, stop
    while place < length:
        stop = min(place + _BLOCK, length)
        if stop - place == _BLOCK and _is_plain(text + place):
            place = stop
        while place < stop:
            if text[place] < 128:
                size += _LENGTHS[text[place]] - 1
            place += 1
    return size


cdef void _quote(const Sign *text, Py_ssize_t length, Sign *made) noexcept:
    """Write a text between quotes; there is room for what `_size` has counted, and the quotes."""
    cdef Py_ssize_t place = 0, at = 1, stop
    cdef Sign sign
    made[0] = 34
    while place < length:
        stop = min(place + _BLOCK, length)
        if stop - place == _BLOCK and _is_plain(text + place):
            memcpy(made + at, text + place, _BLOCK * sizeof(Sign))
            at += _BLOCK
            place = stop
        while place < stop:
            sign = text[place]
            place += 1
            if sign >= 128 or _LENGTHS[sign] == 1:
                made[at] = sign
                at += 1
            elif _SHORT[sign]:
                made[at] = 92
                made[at + 1] = _SHORT[sign]
                at += 2
            else:
                made[at] = 92
                made[at + 1] = 117
                made[at + 2] = made[at + 3] = 48
                made[at + 4] = _digit(sign >> 4)
                made[at + 5] = _digit(sign & 15)
                at += 6
    made[at] = 34


cdef inline bint _is_plain(const Sign *text) noexcept:
    """Say whether a block of characters is written as it is; the loop becomes a few vectors."""
    cdef Sign odd = 0
    cdef int place
    for place in range(_BLOCK):
        odd |= (text[place] < 32) | (text[place] == 34) | (text[place] == 92)
    return odd == 0


cdef inline unsigned char _digit(int value) noexcept:
    return 48 + value if value < 10 else 87 + value


def written(root):
    """Return a tree of blocks as JSON; None for one that is deep, or holds other things than blocks should."""
    cdef list parts = [], stack = [root]
    cdef Py_ssize_t depth = 0, place
    cdef tuple children
    while stack:
        one = stack.pop()
        if type(one) is str:
            parts.append(one)
            depth -= one == "]}"
            continue
        children = one.children
        try:
            parts.append(_opened(one))
        except TypeError:
            return None
        depth += 1
        if depth > 100:
            return None
        stack.append("]}")
        for place in range(len(children) - 1, -1, -1):
            stack.append(children[place])
            if place:
                stack.append(",")
    return "".join(parts)


cdef str _opened(block):
    cdef str heading = "null", ranges = ""
    head = block.heading
    if head is not None:
        heading = (
            f'{{"text":{_value(head.text)},"start":{_value(head.start)},"end":{_value(head.end)},'
            f'"xpath":{_value(head.xpath)},"confidence":{_value(head.confidence)}}}'
        )
    if block.ranges is not None:
        inside = ",".join([f"[{_value(start)},{_value(end)}]" for start, end in block.ranges])
        ranges = f'"ranges":[{inside}],'
    return (
        f'{{"heading":{heading},"level":{_value(block.level)},"start":{_value(block.start)},"end":{_value(block.end)},'
        f'{ranges}"xpath":{_value(block.xpath)},"anchor":{_value(block.anchor)},"children":['
    )


cdef str _value(value):
    cdef long long number
    cdef int beyond = 0
    if value is None:
        return "null"
    if type(value) is str:
        return quoted(value)
    if type(value) is int:
        number = PyLong_AsLongLongAndOverflow(value, &beyond)
        return str(value) if beyond else f"{number}"
    if type(value) is float and isfinite(value):
        if 0 < <double>value <= 1:
            number = <long long>(<double>value * 1000 + 0.5)
            if number / 1000.0 == <double>value:
                return _THOUSANDTHS[number]
        return repr(value)
    raise TypeError
