"""Compiled; see `_edges.pyx`."""

from __future__ import annotations

from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.sight import Sight

def edge_table(
    sight: Sight,
    likely: Floats,
    regions: Ints,
    reaches: tuple[int, ...],
    long: float,
    highest: int,
    bold: float,
    near: int,
) -> Floats:
    """Return what tells the places where the body begins or ends, a line for each feature."""
