"""Compiled; see `_json.pyx`."""

from __future__ import annotations

from rubricator.structure.model import Block

def quoted(text: str) -> str:
    """Return a text as a JSON string."""

def written(root: Block) -> str | None:
    """Return a tree of blocks as JSON; None for one that only the encoder knows how to write, or to refuse."""
