"""Twin of `settled` in `collector.py`."""

cdef extern from "Python.h":
    void PyObject_GC_UnTrack(object values)


def settled(tuple values):
    """Take a tuple without cycles from those that the collector looks through, as it would do itself one day."""
    if values:
        PyObject_GC_UnTrack(values)
    return values
