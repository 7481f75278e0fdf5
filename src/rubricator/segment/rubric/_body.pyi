"""Compiled; see `_body.pyx`."""

from __future__ import annotations

from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.sight import Sight

def fill_units(
    table: Floats, row: dict[str, int], logarithms: int, sight: Sight, reaches: tuple[int, ...], levels: int
) -> None:
    """Write the features of units into a table, where `row` says; the first rows are to hold logarithms."""
