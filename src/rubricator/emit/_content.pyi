"""Compiled; see `_content.pyx`."""

from __future__ import annotations

from rubricator.emit.leaves import Leaves, Shown
from rubricator.emit.nodes import Node

def built(leaves: Leaves, start: int, end: int, hidden: Shown, lead: bool, tail: bool) -> list[Node]: ...
