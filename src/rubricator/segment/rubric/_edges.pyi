"""Compiled; see `_edges.pyx`."""

from __future__ import annotations

from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.sight import Sight

def fill_edges(
    table: Floats,
    row: dict[str, int],
    logarithms: int,
    sight: Sight,
    likely: Floats,
    reaches: tuple[int, ...],
) -> None:
    """Write the features of places into a table, where `row` says; the first rows are to hold logarithms."""
