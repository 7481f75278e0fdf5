"""Blocks over leaves, as HEPS finds them, and the Blocks over the page's text that they become."""

from __future__ import annotations

from typing import NamedTuple

from rubricator.page.model import Page
from rubricator.segment.leaves import Leaf
from rubricator.structure.model import Block, Heading


class FoundBlock(NamedTuple):
    """A block over leaves `begin` .. `finish`, headed by leaf `heading`."""

    begin: int
    finish: int
    heading: int
    parent: int
    level: int


class Tree(NamedTuple):
    """What HEPS found: leaves, and blocks in order of discovery. Block 0 is the whole body."""

    leaves: list[Leaf]
    blocks: list[FoundBlock]
    left_out: int
    """Headings left out because their blocks would nest too deep."""


def build_blocks(page: Page, root: int, tree: Tree) -> Block:
    """Turn blocks over leaves into Blocks over the page's text."""
    blocks, leaves = tree.blocks, tree.leaves
    spans = [(page.start[root], page.end[root])]
    children: list[list[int]] = [[] for _ in blocks]
    for number, found in enumerate(blocks[1:], 1):
        children[found.parent].append(number)
        spans.append(_span(page, leaves[found.begin], leaves[found.finish - 1], spans[found.parent]))
    built: dict[int, Block] = {}
    for number in range(len(blocks) - 1, -1, -1):
        found = blocks[number]
        inside = sorted(children[number], key=lambda child: blocks[child].begin)
        built[number] = Block(
            *spans[number],
            found.level,
            _heading(page, leaves[found.heading], spans[number]) if number else None,
            tuple([built.pop(child) for child in inside]),
            node=leaves[found.begin].first if number else None,
        )
    return built[0]


def _span(page: Page, first: Leaf, last: Leaf, around: tuple[int, int]) -> tuple[int, int]:
    """Return the span of adjoining leaves. An image without text stands before the space, and may be all there is."""
    start, end = page.start[first.first], page.end[last.last]
    if start < end:
        return start + page.text.startswith(" ", start), end
    place = min(max(start, around[0]), around[1])
    return place, place


def _heading(page: Page, leaf: Leaf, around: tuple[int, int]) -> Heading:
    start, end = _span(page, leaf, leaf, around)
    return Heading(page.text[start:end] or leaf.content, start, end, node=leaf.first)
