"""Rebuilding a tree of blocks from its leaves up, without recursion."""

from __future__ import annotations

from collections.abc import Callable

from rubricator.structure.model import Block


def rebuild(root: Block, change: Callable[[Block, tuple[Block, ...]], Block]) -> Block:
    """Return the tree in which `change(block, changed children)` stands for each block."""
    order = list(root.walk())
    changed: dict[int, Block] = {}
    for block in reversed(order):
        children = tuple(changed.pop(id(child)) for child in block.children)
        changed[id(block)] = change(block, children)
    return changed[id(root)]
