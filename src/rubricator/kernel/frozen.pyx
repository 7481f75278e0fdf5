"""Twin of `quickly_made` in `frozen.py`."""

from dataclasses import MISSING
from functools import wraps

cdef extern from "Python.h":
    int PyObject_GenericSetAttr(object made, object name, object value) except -1


def is_default(field):
    return not field.init


def quickly_made(kind):
    """Set the fields of a new object of a frozen data class here."""
    # Last those that only their defaults set.
    cdef list fields = sorted(kind.__dataclass_fields__.values(), key=is_default)
    cdef tuple names = tuple([field.name for field in fields])
    cdef tuple defaults = tuple([field.default for field in fields])
    cdef tuple makers = tuple([field.default_factory for field in fields])
    cdef Py_ssize_t count = len(names), most = sum([field.init for field in fields])
    slow = kind.__init__
    if hasattr(kind, "__post_init__"):
        raise TypeError("a class that does more than to set its fields")

    @wraps(slow)
    def __init__(self, *values, **named):
        cdef Py_ssize_t place, given = len(values), left = len(named)
        if given > most:
            return slow(self, *values, **named)
        for place in range(count):
            name = names[place]
            if place < given:
                value = values[place]
            elif left and place < most and name in named:
                value = named[name]
                left -= 1
            elif defaults[place] is not MISSING:
                value = defaults[place]
            elif makers[place] is not MISSING:
                value = makers[place]()
            else:
                return slow(self, *values, **named)
            # Not the class's own way to set a field, which refuses.
            PyObject_GenericSetAttr(self, name, value)
        if left:
            # As above: it says what is wrong.
            return slow(self, *values, **named)

    kind.__init__ = __init__
    return kind
