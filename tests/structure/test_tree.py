"""Rebuilding changes every block once, children before their parent, however deep the tree is."""

from __future__ import annotations

from dataclasses import replace

from rubricator.structure.model import Block
from rubricator.structure.tree import rebuild

LEAF = Block(2, 3, 2)
TREE = Block(0, 9, 0, None, (Block(0, 4, 1, None, (LEAF, Block(3, 4, 2))), Block(5, 9, 1)))


def test_the_same_blocks_give_an_equal_tree() -> None:
    assert rebuild(TREE, lambda block, children: replace(block, children=children)) == TREE


def test_children_come_before_their_parent_and_in_their_order() -> None:
    seen: list[tuple[int, int]] = []

    def note(block: Block, children: tuple[Block, ...]) -> Block:
        assert [child.start for child in children] == [child.start for child in block.children]
        seen.append((block.start, block.end))
        return replace(block, children=children, anchor="seen")

    rebuilt = rebuild(TREE, note)
    assert sorted(seen) == sorted((block.start, block.end) for block in TREE.walk())
    assert seen[-1] == (0, 9)
    assert all(block.anchor == "seen" for block in rebuilt.walk())


def test_one_block_may_stand_in_two_places() -> None:
    twice = Block(0, 9, 0, None, (LEAF, LEAF))
    assert rebuild(twice, lambda block, children: replace(block, level=block.level, children=children)) == twice


def test_depth_needs_no_recursion() -> None:
    block = Block(0, 1, 50_000)
    for level in range(49_999, -1, -1):
        block = Block(0, 1, level, None, (block,))
    rebuilt = rebuild(
        block, lambda block, children: Block(block.start, block.end, block.level, None, children, anchor="x")
    )
    assert sum(one.anchor == "x" for one in rebuilt.walk()) == 50_001
