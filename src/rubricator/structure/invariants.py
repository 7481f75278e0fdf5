"""What holds for every structure, checked by one function."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from rubricator.errors import StructureError
from rubricator.structure.model import Block, Heading, Structure

Ranges = tuple[tuple[int, int], ...]


def check(structure: Structure, max_depth: int = 100) -> None:
    """Raise StructureError when a structure breaks an invariant; the message names the block."""
    size = len(structure.text)
    if structure.body and not 0 <= structure.body[0] <= structure.body[1] <= size:
        raise StructureError(f"body {structure.body} lies outside of the text of {size} characters")
    if not 0 <= structure.root.start <= structure.root.end <= size:
        raise StructureError(f"the root block lies outside of the text of {size} characters")
    if structure.root.ranges is not None:
        _check_ranges(structure.root, structure.root.ranges)
    pending: list[tuple[Block, int]] = [(structure.root, 0)]
    while pending:
        block, depth = pending.pop()
        if depth > max_depth:
            raise StructureError(f"{_name(block)} nests deeper than {max_depth} levels")
        if block.heading:
            _check_heading(structure.text, block, block.heading)
        if block.children:
            _check_children(block)
            pending += [(child, depth + 1) for child in block.children]


def _check_heading(text: str, block: Block, heading: Heading) -> None:
    if not block.start <= heading.start <= heading.end <= block.end:
        raise StructureError(f"the heading of {_name(block)} lies outside of its block")
    if heading.start < heading.end and text[heading.start : heading.end] != heading.text:
        raise StructureError(f"the heading of {_name(block)} is not the text of its span")
    if heading.confidence is not None and not 0 <= heading.confidence <= 1:
        raise StructureError(f"the confidence of {_name(block)} is not between 0 and 1")


def _check_ranges(block: Block, ranges: Ranges) -> None:
    if not ranges or ranges[0][0] != block.start or ranges[-1][1] != block.end:
        raise StructureError(f"the ranges of {_name(block)} do not span its hull")
    at = block.start
    for start, end in ranges:
        if not at <= start <= end:
            raise StructureError(f"the ranges of {_name(block)} overlap or are out of order")
        at = end


def _check_children(block: Block) -> None:
    at = before = block.start
    for child in block.children:
        if child.level <= block.level:
            raise StructureError(f"{_name(child)} has level {child.level} under level {block.level}")
        # Blocks that are not contiguous may interleave; their ranges may not.
        earliest = at if child.ranges is None else before
        if not earliest <= child.start <= child.end <= block.end:
            raise StructureError(f"{_name(child)} overlaps its sibling, is out of order or leaves its parent")
        before = child.start
        if child.ranges is None:
            at = child.end
        else:
            _check_ranges(child, child.ranges)
    if any(child.ranges for child in block.children):
        _check_overlap(block)
    if block.ranges is not None:
        _check_inside(block, block.ranges)


def _check_overlap(block: Block) -> None:
    """Ranges of siblings never overlap."""
    spans = sorted(span for child in block.children for span in (child.ranges or ((child.start, child.end),)))
    for (_, end), (start, _) in pairwise(spans):
        if start < end:
            raise StructureError(f"children of {_name(block)} overlap at {start}")


def _check_inside(block: Block, ranges: Ranges) -> None:
    """Children of a block that is not contiguous lie in its ranges, not in the gaps between them."""
    starts = [start for start, _ in ranges]
    for child in block.children:
        for start, end in child.ranges or ((child.start, child.end),):
            number = bisect_right(starts, start) - 1
            if end > ranges[number][1]:
                raise StructureError(f"{_name(child)} leaves the ranges of its parent")


def _name(block: Block) -> str:
    title = repr(block.heading.text[:40]) if block.heading else "without heading"
    return f"the block {title} at {block.start}-{block.end}"
