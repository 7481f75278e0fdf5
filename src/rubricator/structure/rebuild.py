"""Rebuilding a tree of blocks from its leaves up, without recursion."""

from __future__ import annotations

from collections.abc import Callable

from rubricator.structure.model import Block


def rebuild(root: Block, change: Callable[[Block, tuple[Block, ...]], Block]) -> Block:
    """Return the tree in which `change(block, changed children)` stands for each block."""
    changed: list[Block] = []
    for block in reversed(list(root.walk())):
        # The children are the latest that were changed, the first of them last.
        children = tuple([changed.pop() for _ in block.children])
        changed.append(change(block, children))
    return changed[0]
