"""Foreign matter inside the content body: buttons, advertisements, lists of links that belong to the site."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np

from rubricator.segment.rubric.columns import Floats, as_table
from rubricator.segment.rubric.sight import Sight
from rubricator.structure.model import Block
from rubricator.structure.rebuild import rebuild

Span = tuple[int, int]

_FOREIGN = 0.1
"""A unit that is less likely part of the body than this is foreign. More would keep out more, and lose text too."""
_MOST = 500
"""Gaps of a page; of more, the longest stay: every block around a gap tells of it."""


def find_gaps(sight: Sight, in_body: Floats, kept: list[Span]) -> list[Span]:
    """Return the spans of foreign units, from the unit before to the unit after; units with a kept span are none."""
    foreign = in_body < _FOREIGN
    starts, ends = as_table(kept, 2).T
    firsts, stops = np.searchsorted(sight.unit_end, starts, side="right"), np.searchsorted(sight.unit_start, ends)
    for first, stop in zip(firsts.tolist(), stops.tolist(), strict=True):
        foreign[first:stop] = False
    turns = np.flatnonzero(np.diff(np.concatenate([[False], foreign, [False]]).astype(np.int8))).reshape(-1, 2)
    before, after = [0, *sight.unit_end.tolist()], [*sight.unit_start.tolist(), len(sight.page.text)]
    gaps = [(before[first], after[stop]) for first, stop in turns.tolist()]
    return sorted(sorted(gaps, key=lambda gap: gap[0] - gap[1])[:_MOST])


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
