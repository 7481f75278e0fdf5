"""Titles that the text below says again: the view of ASDUS (`segment/asdus`), whose steps are repeated on runs.

Short texts whose words the next long text repeats give away the tag paths of titles; every short text with such a path
is likely one, whatever it looks like.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric.columns import Floats, Ints

_OVERLAP = 0.75
_NEXT_LEAST = 100
"""Characters of a text that a title can stand before."""
_READ = 1000
"""Characters of it that are looked at."""


class _Pieces(NamedTuple):
    """The own text of an element on one line; columns in document order."""

    start: Ints
    end: Ints
    path: Ints
    skipped: NDArray[np.bool_]
    """In an element whose own text is neither a title nor the prose after one."""


NAMES = ("said title", "said longer", "said share")


def _short(length: Floats) -> NDArray[np.bool_]:
    """Divide lengths into two clusters with the least sum of squared distances, and say which are in the lower one."""
    ordered = np.sort(length)
    count = np.arange(1, len(ordered) + 1)
    total, squares = np.cumsum(ordered), np.cumsum(ordered**2)
    inside = squares - total**2 / count
    left = count[:-1]
    beyond = (squares[-1] - squares[:-1]) - (total[-1] - total[:-1]) ** 2 / (len(ordered) - left)
    if not len(left) or ordered[0] == ordered[-1]:
        return np.ones(len(length), dtype=np.bool_)
    return length <= ordered[int(np.argmin(inside[:-1] + beyond))]
