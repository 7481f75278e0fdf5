"""Twin of `_utf8` in `load/encoding.py`: most pages are ASCII but for a few characters."""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

cimport rubricator.kernel.wide
from rubricator.kernel.rubric.characters cimport PyUnicode_DATA, PyUnicode_KIND

cdef extern from "Python.h":
    str PyUnicode_New(Py_ssize_t size, Py_UCS4 largest)

cdef enum:
    LOT = 16

ctypedef unsigned char uchar
ctypedef unsigned short ushort

ctypedef fused Sign:
    uchar
    ushort
    unsigned int


cdef extern from *:
    """
    #include <stddef.h>

    #define LONG_LOT 64

    /* How many bytes at the beginning are ASCII, in whole lots. */
    WIDE static ptrdiff_t ascii_lots(const unsigned char *signs, ptrdiff_t size) {
        ptrdiff_t at = 0;
        for (; size - at >= LONG_LOT; at += LONG_LOT) {
            unsigned char all = 0;
            for (int place = 0; place < LONG_LOT; place++) all |= signs[at + place];
            if (all & 128) break;
        }
        return at;
    }

    #define COPY(NAME, TYPE) \\
        WIDE static void NAME(TYPE *__restrict to, const unsigned char *__restrict signs, ptrdiff_t count) { \\
            for (ptrdiff_t at = 0; at < count; at++) to[at] = signs[at]; \\
        }
    COPY(copy_1, unsigned char)
    COPY(copy_2, unsigned short)
    COPY(copy_4, unsigned int)
    """
    Py_ssize_t ascii_lots(const uchar *signs, Py_ssize_t size) noexcept nogil
    void copy_1(uchar *to, const uchar *signs, Py_ssize_t count) noexcept nogil
    void copy_2(ushort *to, const uchar *signs, Py_ssize_t count) noexcept nogil
    void copy_4(unsigned int *to, const uchar *signs, Py_ssize_t count) noexcept nogil


def utf8(bytes data):
    """Return the text of bytes that are UTF-8, None for others."""
    cdef const uchar *signs = <const uchar *>PyBytes_AS_STRING(data)
    cdef Py_ssize_t size = len(data), at = 0, count = 0, taken
    cdef Py_UCS4 sign = 0, largest = 127
    cdef str text
    while at < size:
        if size - at >= LOT and is_ascii(signs + at):
            taken = LOT + ascii_lots(signs + at + LOT, size - at - LOT)
            at, count = at + taken, count + taken
        elif signs[at] < 128:
            at, count = at + 1, count + 1
        else:
            taken = character(signs + at, size - at, &sign)
            if not taken:
                return None
            largest = max(largest, sign)
            at, count = at + taken, count + 1
    if not count:
        return ""
    text = PyUnicode_New(count, largest)
    if PyUnicode_KIND(text) == 1:
        write(<uchar *>PyUnicode_DATA(text), signs, size)
    elif PyUnicode_KIND(text) == 2:
        write(<unsigned short *>PyUnicode_DATA(text), signs, size)
    else:
        write(<unsigned int *>PyUnicode_DATA(text), signs, size)
    return text


cdef void write(Sign *to, const uchar *signs, Py_ssize_t size) noexcept:
    """Write the characters that were counted, where there is room for as many."""
    cdef Py_ssize_t at = 0, taken
    cdef Py_UCS4 sign = 0
    while at < size:
        if size - at >= LOT and is_ascii(signs + at):
            taken = LOT + ascii_lots(signs + at + LOT, size - at - LOT)
            if Sign is uchar:
                copy_1(to, signs + at, taken)
            elif Sign is ushort:
                copy_2(to, signs + at, taken)
            else:
                copy_4(to, signs + at, taken)
            at += taken
            to += taken
            continue
        if signs[at] < 128:
            to[0] = signs[at]
            at += 1
        else:
            at += character(signs + at, size - at, &sign)
            to[0] = <Sign>sign
        to += 1


cdef inline bint is_ascii(const uchar *signs) noexcept:
    """Say whether the next `LOT` bytes are ASCII."""
    cdef uint64_t[2] both
    memcpy(both, signs, LOT)
    return not (both[0] | both[1]) & <uint64_t>0x8080808080808080


cdef inline Py_ssize_t character(const uchar *signs, Py_ssize_t left, Py_UCS4 *sign) noexcept:
    """Read a character beyond ASCII; return how many of the bytes that are left it takes, 0 when it is none."""
    cdef uchar first = signs[0]
    if left < 2 or first < 0xC2 or not follows(signs[1]):
        return 0
    if first < 0xE0:
        sign[0] = (first & 0x1F) << 6 | (signs[1] & 0x3F)
        return 2
    if left < 3 or not follows(signs[2]):
        return 0
    if first < 0xF0:
        sign[0] = (first & 0xF) << 12 | (signs[1] & 0x3F) << 6 | (signs[2] & 0x3F)
        # What fits two bytes, and surrogates, are written otherwise.
        return 0 if sign[0] < 0x800 or 0xD800 <= sign[0] < 0xE000 else 3
    if left < 4 or first > 0xF4 or not follows(signs[3]):
        return 0
    sign[0] = (first & 7) << 18 | (signs[1] & 0x3F) << 12 | (signs[2] & 0x3F) << 6 | (signs[3] & 0x3F)
    return 4 if 0x10000 <= sign[0] < 0x110000 else 0


cdef inline bint follows(uchar sign) noexcept:
    return sign & 0xC0 == 0x80
