"""Headings and blocks, made of what was chosen."""

from __future__ import annotations

from rubricator.segment.rubric.boilerplate import cut_out
from rubricator.segment.rubric.candidates import Candidates
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.ends import Span
from rubricator.structure.model import Block, Heading


def make_headings(text: str, candidates: Candidates, chosen: list[int], confidence: Floats) -> list[Heading]:
    """Make headings of the chosen candidates, each of which has a confidence."""
    spans = [(candidates.start[number], candidates.end[number]) for number in chosen]
    return [
        Heading(text[start:end], start, end, None, round(sure, 3))
        for (start, end), sure in zip(spans, confidence.tolist(), strict=True)
    ]


def make_blocks(
    headings: list[Heading], nested: list[tuple[int, int, int]], boilerplate: list[Span]
) -> tuple[Block, ...]:
    """Make blocks, of which heading, level and end are given, from the last to the first; return the highest ones."""
    stops = [stop for _, stop in boilerplate]
    # Of each level the blocks that were made and are in none yet, the first of them last.
    made: list[list[Block]] = [[] for _ in range(max((level for _, level, _ in nested), default=0) + 2)]
    for number, level, end in reversed(nested):
        heading, below = headings[number], made[level + 1]
        children = tuple(below[::-1])
        below.clear()
        ranges = cut_out(heading.start, end, boilerplate, stops)
        several = tuple(ranges) if len(ranges) > 1 else None
        made[level].append(Block(ranges[0][0], ranges[-1][1], level, heading, children, several))
    return tuple(made[1][::-1])


def make_root(
    start: int, end: int, head: Heading | None, node: int | None, children: tuple[Block, ...], boilerplate: list[Span]
) -> Block:
    """Make the block that holds all others."""
    ranges = cut_out(start, end, boilerplate, [stop for _, stop in boilerplate])
    several = tuple(ranges) if len(ranges) > 1 else None
    return Block(ranges[0][0], ranges[-1][1], 0, head, children, several, None, None, node)
