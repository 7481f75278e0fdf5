"""Boilerplate inside the content body: buttons, advertisements, lists of links that belong to the site."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric.choice import best_threshold
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.view import PageView

Span = tuple[int, int]

_UNLIKELY = 0.1
"""A unit that is less likely part of the body than this is boilerplate."""
_SHARE = 0.45
"""Inside of a section, so is one below this share of the F1 that the words of the page's body are expected to have."""
_MOST = 500
"""Spans of a page; of more, the longest stay: every block around one tells of it."""


def find_boilerplate(view: PageView, in_body: Floats, headings: list[Span], ends: list[int]) -> list[Span]:
    """Return the spans of boilerplate, from the unit before to the unit after; units with a heading are none.

    Doubtful units at the `ends` of sections are none either: what is cut off there is missed more than it disturbs.
    """
    if not len(in_body):
        return []
    order = np.argsort(-in_body, kind="stable")
    starts, stops = view.units["start"], view.units["end"]
    sizes = (stops - starts)[order].astype(np.float64)
    chosen, doubtful = in_body < _UNLIKELY, in_body < best_threshold(in_body[order], _SHARE, _UNLIKELY, sizes)
    # Where the text before each unit ends, and where that from each unit on begins.
    before, after, ends = [0, *stops.tolist()], [*starts.tolist(), len(view.page.text)], sorted(ends)
    for start, end in headings:
        units = slice(bisect_right(before, start) - 1, bisect_left(after, end))
        chosen[units] = doubtful[units] = False
    for first, stop in _runs(doubtful):
        if bisect_right(ends, before[first]) == bisect_right(ends, after[stop]):
            chosen[first:stop] = True
    spans = [(before[first], after[stop]) for first, stop in _runs(chosen)]
    return spans if len(spans) <= _MOST else sorted(sorted(spans, key=lambda span: span[0] - span[1])[:_MOST])


def _runs(chosen: NDArray[np.bool_]) -> list[list[int]]:
    """Return where runs of chosen units begin and end."""
    padded = np.zeros(len(chosen) + 2, dtype=np.bool_)
    padded[1:-1] = chosen
    runs: list[list[int]] = np.flatnonzero(padded[1:] != padded[:-1]).reshape(-1, 2).tolist()
    return runs


def cut_out(start: int, end: int, spans: list[Span], stops: list[int]) -> list[Span]:
    """Return what spans, which have these `stops`, leave of a block; all of it where nothing would be left."""
    ranges: list[Span] = []
    at = start
    for number in range(bisect_right(stops, start), len(spans)):
        first, stop = spans[number]
        if first >= end:
            break
        if first > at:
            ranges.append((at, first))
        at = stop
    if at < end:
        ranges.append((at, end))
    return ranges or [(start, end)]
