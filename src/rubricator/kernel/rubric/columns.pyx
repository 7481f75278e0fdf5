"""Twin of `segment/rubric/columns.py`: log odds as probabilities."""

import numpy as np


def probabilities(odds, double greatest):
    """Turn log odds into probabilities."""
    cdef Py_ssize_t place
    made = np.negative(odds)
    if odds.ndim != 1:
        made = made.ravel()
    cdef double[::1] found = made
    for place in range(found.shape[0]):
        # What is not a number stays so.
        found[place] = -greatest if found[place] < -greatest else greatest if found[place] > greatest else found[place]
    # One exponential for both twins: those of numpy and of C differ in the last bit.
    np.exp(made, out=made)
    for place in range(found.shape[0]):
        found[place] = 1 / (1 + found[place])
    return made if odds.ndim == 1 else made.reshape(odds.shape)
