"""Twin of `segment/rubric/sight.py`: runs, units and styles as columns."""

import numpy as np

from cpython.tuple cimport PyTuple_Check
from libc.stdint cimport int64_t, uint64_t

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    const Py_UCS4* PyUnicode_4BYTE_DATA(object text)
    const unsigned short* PyUnicode_2BYTE_DATA(object text)


cdef inline tuple fields(row):
    """Take a named tuple for what it is."""
    if not PyTuple_Check(row):
        raise TypeError("not a tuple")
    return <tuple>row


def lay_out(
    str text, list units, bytes flags, tuple style, Py_ssize_t styles, int64_t[::1] bits, int64_t[::1] near,
    uint64_t[::1] path, int64_t link, int visible
):
    """Return the columns of runs, of units (whole numbers, others), the links before, and the style of most text."""
    cdef Py_ssize_t count = len(units), place, run = 0, total = 0, length
    cdef int64_t node, start, end
    cdef double linked = 0
    cdef tuple unit, one, own
    cdef bint shown = False
    cdef Py_UCS4 last
    for place in range(count):
        total += len(fields(fields(units[place])[4]))
    run_table = np.empty((7, total), np.int64)
    unit_table, unit_floats = np.empty((3, count), np.int64), np.empty((3, count))
    unit_runs, link_sums, sums = np.empty(count + 1, np.int64), np.empty(total + 1), np.zeros((2, max(styles, 1)))
    codes = np.empty(total, np.uint64)
    cdef int64_t[:, ::1] runs = run_table, whole = unit_table
    cdef double[:, ::1] parts = unit_floats, weights = sums
    cdef int64_t[::1] first = unit_runs
    cdef double[::1] before = link_sums
    cdef uint64_t[::1] code = codes
    before[0] = 0
    first[0] = 0
    for place in range(count):
        unit = fields(units[place])
        own = fields(unit[4])
        for item in own:
            one = fields(item)
            start, end, node = one[0], one[1], one[2]
            length = end - start
            runs[0, run], runs[1, run], runs[2, run], runs[3, run] = start, end, node, style[node]
            runs[4, run], runs[5, run], code[run] = bits[node], near[node], path[node]
            if bits[node] & link:
                linked += length
            weights[1, runs[3, run]] += length
            if flags[node] & visible:
                weights[0, runs[3, run]] += length
                shown = shown or length > 0
            run += 1
            before[run] = linked
        first[place + 1] = run
        whole[0, place], whole[1, place], whole[2, place] = unit[0], unit[1], unit[2]
        parts[0, place] = bool(unit[3])
        length = whole[1, place] - whole[0, place]
        parts[1, place] = (linked - before[first[place]]) / max(length, 1)
        last = text[whole[1, place] - 1]
        parts[2, place] = last in u".!?。！？"
    number(codes, runs)
    return run_table, unit_runs, unit_table, unit_floats, link_sums, int(sums[0 if shown else 1].argmax())


cdef number(codes, int64_t[:, ::1] runs):
    """Number distinct paths by their codes."""
    order_of = codes.argsort()
    cdef uint64_t[::1] code = codes
    cdef int64_t[::1] order = order_of
    cdef Py_ssize_t place
    cdef int64_t path = 0
    for place in range(code.shape[0]):
        if place and code[order[place]] != code[order[place - 1]]:
            path += 1
        runs[6, order[place]] = path


def style_columns(tuple styles):
    """Return size, weight, italic, underline, center and caps of each style; and colour, background, family."""
    cdef Py_ssize_t place, count = len(styles)
    cdef tuple style
    cdef dict families = {}
    floats, ints = np.empty((6, count)), np.empty((3, count), np.int64)
    cdef double[:, ::1] values = floats
    cdef int64_t[:, ::1] numbers = ints
    for place in range(count):
        style = fields(styles[place])
        values[0, place], values[1, place], values[2, place] = style[0], style[1], style[2]
        values[3, place] = "underline" in style[3]
        values[4, place] = style[6] == "center"
        values[5, place] = style[8] == "uppercase"
        numbers[0, place], numbers[1, place] = style[4], style[5]
        numbers[2, place] = families.setdefault(style[9], len(families))
    return floats, ints


def ideographs(str text, Py_UCS4 first, Py_UCS4 after):
    """Count ideographs, kana and syllables of Hangul."""
    cdef Py_ssize_t place, found = 0, count = len(text)
    cdef const Py_UCS4* wide
    cdef const unsigned short* narrow
    # Both pointers hold `count` characters of that width.
    if PyUnicode_KIND(text) == 4:
        wide = PyUnicode_4BYTE_DATA(text)
        for place in range(count):
            found += first <= wide[place] < after
    elif PyUnicode_KIND(text) == 2:
        narrow = PyUnicode_2BYTE_DATA(text)
        for place in range(count):
            found += first <= narrow[place] < after
    return found
