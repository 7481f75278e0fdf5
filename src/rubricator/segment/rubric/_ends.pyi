"""Compiled; see `_ends.pyx`."""

from __future__ import annotations

from rubricator.segment.rubric.sight import Sight

def nested(
    sight: Sight,
    headings: list[Span],
    ranks: list[int],
    title: int,
    end: int,
    max_depth: int,
    image: int,
    block: int,
    prose: frozenset[str],
) -> tuple[list[int], list[int], list[int]]:
    """Return the headings that have blocks, the levels and the ends of these."""
