"""Passages of a page, read leaf by leaf: as a small tree, and as lines."""

from rubricator.emit.leaves import Leaves, Shown
from rubricator.emit.nodes import Node
from rubricator.emit.pieces import Line

def build_tree(
    leaves: Leaves,
    start: int,
    end: int,
    hidden: Shown,
    lead: bool,
    tail: bool,
    targets: dict[int, tuple[str, ...]] | None,
) -> list[Node]:
    """Return the content of a passage; ids at its leaves are taken out of `targets` and put into the tree."""

def build_units(
    leaves: Leaves, start: int, end: int, hidden: Shown, lead: bool
) -> list[tuple[Line, tuple[int, int, int] | None]]:
    """Return the lines of a passage with the table, row and cell they stand in; one without text for an empty cell."""
