"""From a flat list of headings with levels to nested blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rubricator.structure.model import Block, Heading


class Mark(NamedTuple):
    """A heading, where its block starts, and its rank (1 is the highest; ranks may skip)."""

    start: int
    rank: int
    heading: Heading


def nest(marks: Sequence[Mark], text: str, start: int, end: int, max_depth: int) -> tuple[Block, int]:
    """Nest blocks over `text[start:end]`: each lasts until the next heading of the same or a higher rank, or the end.

    Returns the root and the number of headings left out because they nest deeper than `max_depth`.
    """
    open_blocks: list[tuple[Mark | None, list[Block]]] = [(None, [])]
    left_out = 0

    def close(at: int) -> None:
        mark, children = open_blocks.pop()
        if mark:
            at -= text[at - 1 : at] == " "
            block = Block(mark.start, at, len(open_blocks), mark.heading, tuple(children))
            open_blocks[-1][1].append(block)

    for mark in marks:
        while (top := open_blocks[-1][0]) and top.rank >= mark.rank:
            close(mark.start)
        if len(open_blocks) > max_depth:
            left_out += 1
            continue
        open_blocks.append((mark, []))
    while len(open_blocks) > 1:
        close(end)
    return Block(start, end, 0, None, tuple(open_blocks[0][1])), left_out
