"""Compiled; see `_foreign.pyx`."""

from __future__ import annotations

from rubricator.segment.rubric.columns import Floats, Ints

def foreign_spans(
    start: Ints, end: Ints, likely: Floats, kept: list[Span], ends: list[int], last: int, least: float, share: float
) -> list[Span]:
    """Return the spans of foreign units, from the unit before to the unit after."""
