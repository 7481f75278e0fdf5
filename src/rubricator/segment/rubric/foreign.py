"""Foreign matter inside the content body: buttons, advertisements, lists of links that belong to the site."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric._foreign import foreign_spans as _foreign_spans
from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.sight import Sight

Span = tuple[int, int]

_FOREIGN = 0.1
"""A unit that is less likely part of the body than this is foreign."""
_SHARE = 0.45
"""Inside of a section, so is one below this share of the F1 that the words of the page's body are expected to have."""
_MOST = 500
"""Gaps of a page; of more, the longest stay: every block around a gap tells of it."""


def find_gaps(sight: Sight, in_body: Floats, kept: list[Span], ends: list[int]) -> list[Span]:
    """Return the spans of foreign units, from the unit before to the unit after; units with a kept span are none.

    Doubtful units at the `ends` of sections are none either: what is cut off there is missed more than it disturbs.
    """
    if not len(in_body):
        return []
    last = len(sight.page.text)
    gaps = _foreign_spans(sight.unit_start, sight.unit_end, in_body, kept, ends, last, _FOREIGN, _SHARE)
    return gaps if len(gaps) <= _MOST else sorted(sorted(gaps, key=lambda gap: gap[0] - gap[1])[:_MOST])


def _runs(chosen: NDArray[np.bool_]) -> Ints:
    """Return where runs of chosen rows begin and end, as two columns."""
    return np.flatnonzero(np.diff(chosen.astype(np.int8), prepend=0, append=0)).reshape(-1, 2)


def without_gaps(start: int, end: int, gaps: list[Span], stops: list[int]) -> list[Span]:
    """Return what gaps, which have these `stops`, leave of a block; all of it where nothing would be left."""
    ranges: list[Span] = []
    at = start
    for number in range(bisect_right(stops, start), len(gaps)):
        first, stop = gaps[number]
        if first >= end:
            break
        if first > at:
            ranges.append((at, first))
        at = stop
    if at < end:
        ranges.append((at, end))
    return ranges or [(start, end)]
