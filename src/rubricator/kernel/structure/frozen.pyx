"""Twin of `quickly_made` in `structure/model.py`."""

from dataclasses import MISSING
from functools import wraps

cdef extern from "Python.h":
    int PyObject_GenericSetAttr(object made, object name, object value) except -1


def quickly_made(kind):
    """Set the fields of a new object of a frozen data class here, where it is given them in order."""
    cdef tuple names = tuple(kind.__dataclass_fields__)
    cdef tuple defaults = tuple([field.default for field in kind.__dataclass_fields__.values()])
    cdef Py_ssize_t most = len(names), least = most
    slow = kind.__init__
    while least and defaults[least - 1] is not MISSING:
        least -= 1

    @wraps(slow)
    def __init__(self, *values, **named):
        cdef Py_ssize_t place, given = len(values)
        if named or not least <= given <= most:
            return slow(self, *values, **named)
        # Not the class's own way to set a field, which refuses.
        for place in range(most):
            PyObject_GenericSetAttr(self, names[place], values[place] if place < given else defaults[place])

    kind.__init__ = __init__
    return kind
