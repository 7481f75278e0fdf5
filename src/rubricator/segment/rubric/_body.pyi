"""Compiled; see `_body.pyx`."""

from __future__ import annotations

from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.sight import Sight

def unit_table(sight: Sight, regions: Ints, reaches: tuple[int, ...], ups: int, long: float) -> Floats:
    """Return what tells units of the content body from others, a line for each feature."""
