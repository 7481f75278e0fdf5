"""A structure as blocks with ranges, to be compared with gold by the measures of the HEPS paper."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from rubricator.evaluate.gold.gold import Gold, Span
from rubricator.evaluate.metrics.outline import Entry, title_place
from rubricator.evaluate.metrics.ranges import RangedBlock, Ranges
from rubricator.structure.model import Block, Structure


class NonspaceOffsets:
    """Counts characters without white space, so that ranges that differ in white space only are the same."""

    def __init__(self, text: str) -> None:
        self._before = [0, *accumulate(not character.isspace() for character in text)]

    def ranges(self, spans: Sequence[Span]) -> Ranges:
        last = len(self._before) - 1
        return tuple((self._before[min(start, last)], self._before[min(end, last)]) for start, end in spans)


def ranged_blocks(
    structure: Structure, titles: Sequence[str], nonspace: NonspaceOffsets, body: Span | None = None
) -> list[RangedBlock]:
    """Return the blocks below the root; when the body is given, those that begin in it, cut at its end.

    As in `outline`, the document's title is not counted when it is found as a heading.
    """
    blocks = _blocks_with_parents(structure)
    entries = [Entry(block.heading.text if block.heading else "", above, "") for block, above in blocks]
    dropped = {title_place(entries, titles)}
    if body:
        dropped |= {n for n, (block, _) in enumerate(blocks) if not body[0] <= _begin(block) < body[1]}
    kept = [number for number in range(len(blocks)) if number not in dropped]
    places = {number: place for place, number in enumerate(kept)}

    def parent(number: int | None) -> int | None:
        while number is not None and number in dropped:
            number = blocks[number][1]
        return None if number is None else places[number]

    return [
        RangedBlock(
            nonspace.ranges(_cut(blocks[n][0].ranges or ((blocks[n][0].start, blocks[n][0].end),), body)),
            (nonspace.ranges([(heading.start, heading.end)]),) if (heading := blocks[n][0].heading) else (),
            parent(blocks[n][1]),
        )
        for n in kept
    ]


def gold_blocks(gold: Gold, nonspace: NonspaceOffsets) -> list[RangedBlock]:
    """Return the blocks of gold that has ranges."""
    return [
        RangedBlock(
            nonspace.ranges(heading.block),
            tuple(nonspace.ranges(spans) for spans in heading.spans),
            heading.parent,
            nonspace.ranges(heading.transitions),
        )
        for heading in gold.headings
    ]


def _begin(block: Block) -> int:
    return block.heading.start if block.heading else block.start


def _cut(spans: Sequence[Span], body: Span | None) -> list[Span]:
    if body is None:
        return list(spans)
    return [(max(start, body[0]), min(end, body[1])) for start, end in spans if start < body[1] and end > body[0]]


def _blocks_with_parents(structure: Structure) -> list[tuple[Block, int | None]]:
    """List the blocks below the root in document order, each with the number of its parent."""
    found: list[tuple[Block, int | None]] = []
    pending: list[tuple[Block, int | None]] = [(child, None) for child in reversed(structure.root.children)]
    while pending:
        block, above = pending.pop()
        number = len(found)
        found.append((block, above))
        pending.extend((child, number) for child in reversed(block.children))
    return found
