"""Trees of blocks: made anew from the leaves up, without recursion; bound to their structure; a part of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rubricator.structure.model import Block, Structure


def rebuild(root: Block, change: Callable[[Block, tuple[Block, ...]], Block]) -> Block:
    """Return the tree in which `change(block, changed children)` stands for each block."""
    changed: list[Block] = []
    for block in reversed(list(root.walk())):
        # The children are the latest that were changed, the first of them last.
        children = tuple([changed.pop() for _ in block.children]) if block.children else ()
        changed.append(change(block, children))
    return changed[0]


def bind(structure: Structure) -> Structure:
    """Let the blocks of a structure know it, and the blocks above them."""
    assign = object.__setattr__
    for block in structure.root.walk():
        assign(block, "_structure", structure)
        for child in block.children:
            assign(child, "parent", block)
    return structure


def cut_out(block: Block) -> Structure:
    """Return a block as a structure of its own, whose root it is."""

    def raised(one: Block, children: tuple[Block, ...]) -> Block:
        return replace(one, level=one.level - block.level, children=children)

    return bind(replace(block.structure, root=rebuild(block, raised), title=None, titles=()))
