"""The content structure as Blocks over the page's text, and as what a structure's `details` say of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from rubricator.segment.vips.construction import LayoutBlock
from rubricator.segment.vips.parts import Part, Span
from rubricator.segment.vips.rectangle import around
from rubricator.segment.vips.view import PageView
from rubricator.structure.model import Block, JsonValue

Run = tuple[int, int]
"""Parts that follow each other in the page, by the numbers of the first and the last."""


class Placed(NamedTuple):
    """A block with its place in the text. Its number is its place in the order of `Block.walk`."""

    layout: LayoutBlock
    ranges: Sequence[Span]
    parent: int


def build_blocks(view: PageView, top: LayoutBlock) -> tuple[Block, dict[str, JsonValue]]:
    """Return the root block, and the details: coherence and box of each block in order, and all separators."""
    runs, order = _number(top)
    placed = _place(view, top, runs, order)
    inside: list[list[Block]] = [[] for _ in placed]
    for number in range(len(placed) - 1, 0, -1):
        inside[placed[number].parent].append(_block(view, placed[number], inside[number], order, runs))
    root = _block(view, placed[0], inside[0], order, runs)
    details: dict[str, JsonValue] = {
        "doc": [one.layout.doc for one in placed],
        "boxes": [_box(one.layout) for one in placed],
        "separators": [
            {
                "block": number,
                "direction": "horizontal" if separator.horizontal else "vertical",
                "start": separator.start,
                "end": separator.end,
                "weight": separator.weight,
            }
            for number, one in enumerate(placed)
            if one.layout.children
            for separator in one.layout.separators
        ],
    }
    return root, details


def _number(top: LayoutBlock) -> tuple[dict[int, list[Run]], list[Part]]:
    """Number the parts of all leaves in document order; return the runs of each block, by its identity."""
    blocks = [top]
    for block in blocks:
        blocks.extend(block.children)
    leaves = [block for block in blocks if not block.children]
    order = sorted((one.part for leaf in leaves for one in leaf.members), key=lambda part: part.nodes[0])
    numbers = {part.nodes[0]: number for number, part in enumerate(order)}
    runs: dict[int, list[Run]] = {}
    for block in reversed(blocks):
        if block.children:
            runs[id(block)] = _join([run for child in block.children for run in runs[id(child)]])
        else:
            own = [numbers[one.part.nodes[0]] for one in block.members]
            runs[id(block)] = _join([(number, number) for number in own])
    return runs, order


def _join(runs: list[Run]) -> list[Run]:
    joined: list[Run] = []
    for first, last in sorted(runs):
        if joined and joined[-1][1] + 1 == first:
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return joined


def _place(view: PageView, top: LayoutBlock, runs: dict[int, list[Run]], order: Sequence[Part]) -> list[Placed]:
    """List all blocks in document order with their ranges in the text."""
    page, root = view.page, top.members[0].part
    placed: list[Placed] = []
    pending = [Placed(top, [root.span], -1)]
    while pending:
        placed.append(pending.pop())
        block, around_it, _ = placed[-1]
        children = []
        for child in block.children:
            spans = [(order[first].span[0], order[last].span[1]) for first, last in runs[id(child)]]
            ranges = _trim(page.text, spans) or [_empty(spans[0][0], around_it)]
            children.append(Placed(child, ranges, len(placed) - 1))
        # Of blocks that begin at the same place, those without text come first, in the order of the page.
        children.sort(key=lambda one: (one.ranges[0], runs[id(one.layout)]))
        pending.extend(reversed(children))
    return placed


def _trim(text: str, spans: Sequence[Span]) -> list[Span]:
    """Leave out spaces at the ends of spans, and spans without text."""
    trimmed = []
    for start, end in spans:
        while start < end and text[start] == " ":
            start += 1
        while start < end and text[end - 1] == " ":
            end -= 1
        if start < end:
            trimmed.append((start, end))
    return trimmed


def _empty(place: int, ranges: Sequence[Span]) -> Span:
    """Return the place of a block without text, such as an image, in the ranges of its parent."""
    number = max(0, bisect_right([start for start, _ in ranges], place) - 1)
    place = min(max(place, ranges[number][0]), ranges[number][1])
    return place, place


def _block(
    view: PageView, placed: Placed, inside: Sequence[Block], order: Sequence[Part], runs: dict[int, list[Run]]
) -> Block:
    layout, ranges, parent = placed
    node: int | None = None
    if parent >= 0:
        node = order[runs[id(layout)][0][0]].nodes[0]
        while view.children[node]:
            node = view.children[node][0]
    return Block(
        ranges[0][0],
        ranges[-1][1],
        layout.depth,
        None,
        tuple(reversed(inside)),
        tuple(ranges) if len(ranges) > 1 else None,
        node=node,
    )


def _box(layout: LayoutBlock) -> JsonValue:
    rectangle = around([one.part.rectangle for one in layout.members])
    return [rectangle.left, rectangle.top, rectangle.width, rectangle.height]
