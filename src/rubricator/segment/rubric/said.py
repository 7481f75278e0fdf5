"""Titles that the text below says again: the view of ASDUS (`segment/asdus`), whose steps are repeated on runs.

Short texts whose words the next long text repeats give away the tag paths of titles; every short text with such a path
is likely one, whatever it looks like.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.asdus.language import Language
from rubricator.segment.asdus.texts import LEAST
from rubricator.segment.asdus.titles import repeats
from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.sight import Sight

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


def _pieces(sight: Sight, skipped_tags: frozenset[str], image: int) -> _Pieces:
    page = sight.page
    nodes = sight.run_node
    unit = np.repeat(np.arange(len(sight.unit_start)), np.diff(sight.unit_run))
    parent = sight.node_parent[nodes]
    text = np.flatnonzero((np.frombuffer(page.flags, dtype=np.uint8)[nodes] & image) == 0)
    _, first, key = np.unique(unit[text] * len(page.tag) + parent[text], return_index=True, return_inverse=True)
    end = np.zeros(len(first), dtype=np.int64)
    end[key] = sight.run_end[text]  # The last one stays.
    order = np.argsort(first)
    runs = text[first[order]]
    start, end = sight.run_start[runs], end[order]
    kept = end - start >= LEAST
    runs = runs[kept]
    skipped = np.array([page.tag[node] in skipped_tags for node in parent[runs].tolist()], dtype=np.bool_)
    return _Pieces(start[kept], end[kept], sight.run_path[runs], skipped)


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


def _repeated(sight: Sight, pieces: _Pieces, short: NDArray[np.bool_], language: Language) -> Floats:
    """Say whose words the next text repeats."""
    found = np.zeros(len(short))
    shown = np.flatnonzero(~pieces.skipped)
    long = (pieces.end - pieces.start) * sight.scale > _NEXT_LEAST
    starts, ends, text = pieces.start.tolist(), pieces.end.tolist(), sight.page.text
    pairs = short[shown[:-1]] & long[shown[1:]]
    for number, after in zip(shown[:-1][pairs].tolist(), shown[1:][pairs].tolist(), strict=True):
        below = text[starts[after] : min(ends[after], starts[after] + _READ)]
        found[number] = repeats(below, text[starts[number] : ends[number]], language, _OVERLAP)
    return found
