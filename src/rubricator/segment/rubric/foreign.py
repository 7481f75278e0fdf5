"""Foreign matter inside the content body: buttons, advertisements, lists of links that belong to the site."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric.choice import best_threshold
from rubricator.segment.rubric.columns import Floats, Ints, as_table
from rubricator.segment.rubric.sight import Sight
from rubricator.structure.model import Block
from rubricator.structure.rebuild import rebuild

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
    order = np.argsort(-in_body, kind="stable")
    size = (sight.unit_end - sight.unit_start)[order].astype(np.float64)
    foreign, doubtful = in_body < _FOREIGN, in_body < best_threshold(in_body[order], _SHARE, _FOREIGN, size)
    starts, stops = as_table(kept, 2).T
    firsts, stops = np.searchsorted(sight.unit_end, starts, side="right"), np.searchsorted(sight.unit_start, stops)
    for first, stop in zip(firsts.tolist(), stops.tolist(), strict=True):
        foreign[first:stop] = doubtful[first:stop] = False
    before, after = np.append(0, sight.unit_end), np.append(sight.unit_start, len(sight.page.text))
    runs = _runs(doubtful)
    last = np.searchsorted(np.sort(ends), [before[runs[:, 0]], after[runs[:, 1]]], side="right")
    for first, stop in runs[last[0] == last[1]].tolist():
        foreign[first:stop] = True
    runs = _runs(foreign)
    gaps = zip(before[runs[:, 0]].tolist(), after[runs[:, 1]].tolist(), strict=True)
    return sorted(sorted(gaps, key=lambda gap: gap[0] - gap[1])[:_MOST])


def _runs(chosen: NDArray[np.bool_]) -> Ints:
    """Return where runs of chosen rows begin and end, as two columns."""
    return np.flatnonzero(np.diff(chosen.astype(np.int8), prepend=0, append=0)).reshape(-1, 2)


def without_gaps(root: Block, gaps: list[Span]) -> Block:
    """Leave gaps out of all blocks: at its ends a block becomes shorter, inside it gets ranges."""
    stops = [stop for _, stop in gaps]

    def one(block: Block, children: tuple[Block, ...]) -> Block:
        ranges: list[Span] = []
        at = block.start
        for start, stop in gaps[bisect_right(stops, block.start) :]:
            if start >= block.end:
                break
            if start > at:
                ranges.append((at, start))
            at = stop
        if at < block.end:
            ranges.append((at, block.end))
        if not ranges:
            return block
        return Block(
            ranges[0][0], ranges[-1][1], block.level, block.heading, children,
            tuple(ranges) if len(ranges) > 1 else None, node=block.node,
        )  # fmt: skip

    return rebuild(root, one)
