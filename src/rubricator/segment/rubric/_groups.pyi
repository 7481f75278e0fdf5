"""Compiled; see `_groups.pyx`."""

from __future__ import annotations

from rubricator.segment.rubric.columns import Floats, Ints

def numbered(looks: Ints) -> Ints:
    """Number the groups of one look from 0."""

def fill_groups(
    values: Floats, first: int, looks: Ints, averaged: Ints, table: Ints, words: Ints, scale: float
) -> Ints:
    """Write what the groups that a candidate belongs to say (the set-level view of HEPS), from the row `first` on.

    A block for each way to group; `averaged` are the rows of which there are means. Return the numbers of the groups.
    """
