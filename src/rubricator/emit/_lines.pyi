"""Compiled; see `_lines.pyx`."""

from __future__ import annotations

from rubricator.emit.leaves import Leaves
from rubricator.emit.reading import Passage

def units(leaves: Leaves, passage: Passage) -> list[_Unit]:
    """Return the units of a passage, and its empty cells."""
