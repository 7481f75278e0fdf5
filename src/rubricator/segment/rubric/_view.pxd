"""Tables of a page. Python sees the names of the columns as fields of numpy arrays."""

from libc.stdint cimport int64_t

cpdef enum:
    BOLD = 600  # From this weight on text counts as bold.

cpdef enum:  # Kinds of candidates.
    WHOLE  # A unit.
    OPENING  # Its opening in a style of its own.
    NUMBERED  # What follows its number.
    INNER  # A part after a full sentence in a style of its own.
    LABEL  # Its opening up to a colon.
    JOINED  # Several units.


cdef struct Node:
    int64_t parent  # The document is its own.
    int64_t bits, near  # The regions that it lies in; those of the nearest two elements only.
    int64_t depth, start, end


cdef struct Run:
    int64_t start, end, node, style
    int64_t bits, near  # Those of its node.
    int64_t path  # The number of its tag path.


cdef struct Unit:
    int64_t start, end, container, first_run, stop_run
    double visible
    double link  # The share of linked characters.
    double ends  # 1 where it ends as sentences do.


cdef struct Style:
    double size, weight, italic, underline, center, caps
    int64_t color, background, family


cdef struct Candidate:
    int64_t start, end
    int64_t unit, last  # The first and the last one.
    int64_t run  # The first run, counted from that of the unit.
    int64_t kind


cdef class PageView:
    cdef readonly object page, nodes, runs, units, styles, link_before, targets
    cdef readonly Py_ssize_t body_style, tagged
    cdef readonly double scale
    # The same for compiled code.
    cdef const Node[::1] node
    cdef const Run[::1] run
    cdef const Unit[::1] unit
    cdef const Style[::1] style
    cdef const double[::1] linked
