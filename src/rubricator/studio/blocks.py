"""Blocks from marks, and marks from the blocks of a method or an annotation, with messages about what is lost."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from rubricator.evaluate.gold.gold import Gold, GoldHeading, Span
from rubricator.evaluate.gold.title_place import place_title
from rubricator.page.model import Page
from rubricator.structure.model import Block, Structure
from rubricator.studio.marks import LEVELS, Mark, Marks
from rubricator.wording import counted

_NAMED = 3
"""Headings that a message names."""


class Start(NamedTuple):
    """Marks to start from, and what of their origin is not in them."""

    marks: Marks
    messages: list[str]


class Extent(NamedTuple):
    """The block of a heading: its parent, its ranges, its depth."""

    parent: int | None
    ranges: tuple[Span, ...]
    depth: int

    @property
    def end(self) -> int:
        return self.ranges[-1][1]


def extents(marks: Marks, text: str) -> list[Extent]:
    """Return the blocks of headings: each lasts until the next of its level, unless its mark says otherwise."""
    last = (marks.body or (0, len(text)))[1]
    natural = _until_next(marks.headings, last)
    heads = sorted(part for mark in marks.headings for part in mark.parts)
    found: list[Extent] = []
    gaps: list[tuple[Span, ...]] = []
    open_: list[int] = []
    for number, mark in enumerate(marks.headings):
        while open_ and (marks.headings[open_[-1]].level >= mark.level or found[open_[-1]].end <= mark.start):
            open_.pop()
        parent = open_[-1] if open_ else None
        most = last if parent is None else found[parent].end
        end = min(natural[number], most, max(mark.end, mark.stop) if mark.end is not None else last)
        # What is not part of a block is not part of the blocks in it.
        own = {*mark.gaps, *(gaps[parent] if parent is not None else ())}
        gaps.append(tuple(sorted(gap for gap in own if gap[0] < end and not _holds_heading(gap, heads))))
        ranges = _subtract(mark.start, max(end, mark.stop), gaps[number], text)
        found.append(Extent(parent, ranges, 1 if parent is None else found[parent].depth + 1))
        open_.append(number)
    return found


def _until_next(headings: Sequence[Mark], last: int) -> list[int]:
    """Return for each heading where the next one begins that is not below it."""
    ends = [last] * len(headings)
    open_: list[int] = []
    for number, mark in enumerate(headings):
        while open_ and headings[open_[-1]].level >= mark.level:
            ends[open_.pop()] = mark.start
        open_.append(number)
    return ends


def _holds_heading(gap: Span, heads: Sequence[Span]) -> bool:
    """Say whether there is a heading in a gap."""
    at = bisect_left(heads, gap)
    return any(start < gap[1] and end > gap[0] for start, end in heads[max(at - 1, 0) : at + 1])


def _subtract(start: int, end: int, gaps: Sequence[Span], text: str) -> tuple[Span, ...]:
    """Return what is left of a range without gaps, and without white space around it."""
    pieces: list[Span] = []
    at = start
    for begin, stop in gaps:
        pieces.append((at, min(begin, end)))
        at = max(at, stop)
    pieces.append((at, end))
    return tuple(_trimmed(one, text) for one in pieces if text[slice(*one)].strip()) or ((start, end),)


def _trimmed(span: Span, text: str) -> Span:
    """Return a range without white space at its ends."""
    inner = text[slice(*span)]
    return span[0] + len(inner) - len(inner.lstrip()), span[1] - len(inner) + len(inner.rstrip())


def marks_of_structure(structure: Structure) -> Start:
    """Return what a method found as marks."""
    found: list[tuple[Mark, tuple[Span, ...]]] = []
    waiting: list[tuple[Block, int]] = [(child, 1) for child in reversed(structure.root.children)]
    without = 0
    while waiting:
        block, level = waiting.pop()
        heading = block.heading
        if heading and heading.start < heading.end:
            ranges = block.ranges or ((block.start, block.end),)
            found.append((Mark(((heading.start, heading.end),), min(level, LEVELS)), ranges))
        else:
            without += 1
        waiting.extend((child, level + (heading is not None)) for child in reversed(block.children))
    titles = tuple(
        (one.start, one.end)
        for one in structure.titles
        if one.start is not None and one.end is not None and one.start < one.end
    )
    root = structure.root.heading
    if not titles and root and root.start < root.end:
        titles = ((root.start, root.end),)
    start = _with_block_ends(found, structure.body, structure.text)
    if without:
        start.messages.append(f"Left out: {counted(without, 'block')} without a heading.")
    return Start(replace(start.marks, titles=titles or None), start.messages)


def marks_of_gold(gold: Gold, text: str) -> Start:
    """Return an annotation as marks."""
    found = [
        (
            Mark(
                heading.spans[0],
                min(heading.level or 1, LEVELS),
                heading.run_in,
                alternatives=heading.spans[1:],
            ),
            heading.block,
        )
        for heading in gold.headings
        if heading.spans
    ]
    start = _with_block_ends(found, gold.body_span, text)
    transitions = {span for heading in gold.headings for span in heading.transitions if span[0] < span[1]}
    placed = [(title, place_title(title, text, gold.body_span)) for title in gold.titles]
    if lost := [title for title, span in placed if span is None]:
        start.messages.append(f"The page's text has no title {quoted_list(lost)}; it is lost when you save.")
    titles = None if gold.has_title is None else tuple(span for _, span in placed if span)
    return Start(replace(start.marks, titles=titles, transitions=tuple(sorted(transitions))), start.messages)


def _with_block_ends(found: Sequence[tuple[Mark, tuple[Span, ...]]], body: Span | None, text: str) -> Start:
    """Give marks ends and gaps so that their blocks are the original ones; a message says where that is impossible."""
    ordered = sorted(found, key=lambda one: (one[0].start, one[0].stop))
    plain = Marks(tuple(mark for mark, _ in ordered), None, body)
    headings = tuple(
        replace(
            mark,
            end=None if _same_end(extent.end, ranges[-1][1], text) else ranges[-1][1],
            gaps=tuple((one[1], two[0]) for one, two in pairwise(ranges) if one[1] < two[0]),
        )
        for (mark, ranges), extent in zip(ordered, extents(plain, text), strict=True)
    )
    marks = replace(plain, headings=headings)
    changed = [
        " ".join(text[start:end] for start, end in mark.parts)
        for (mark, ranges), extent in zip(ordered, extents(marks, text), strict=True)
        if _without_spaces(ranges, text) != _without_spaces(extent.ranges, text)
    ]
    if not changed:
        return Start(marks, [])
    blocks = f"The {'block' if len(changed) == 1 else f'{len(changed)} blocks'} of {quoted_list(changed)}"
    return Start(marks, [f"{blocks} cannot be kept as given: here a block runs from its heading to the next one."])


def _same_end(one: int, other: int, text: str) -> bool:
    return not text[min(one, other) : max(one, other)].strip()


def _without_spaces(ranges: Iterable[Span], text: str) -> list[Span]:
    """Return ranges without white space at their ends, those joined that have nothing else between them."""
    found: list[Span] = []
    for start, end in sorted(ranges):
        if not text[start:end].strip():
            continue
        begin, stop = _trimmed((start, end), text)
        if found and not text[found[-1][1] : begin].strip():
            begin = found.pop()[0]
        found.append((begin, stop))
    return found


def quoted_list(texts: Sequence[str]) -> str:
    shown = ", ".join(f"“{text[:60]}”" for text in texts[:_NAMED])
    return f"{shown} and {len(texts) - _NAMED} more" if len(texts) > _NAMED else shown


def _outside(marks: Marks, text: str) -> list[Mark]:
    start, end = marks.body or (0, len(text))
    return [mark for mark in marks.headings if mark.start < start or mark.stop > end]


def _belongs(transition: Span, block: Span, text: str) -> bool:
    """Say whether a transition is in a block, or right after it."""
    inside = block[0] <= transition[0] and transition[1] <= block[1]
    return inside or (transition[0] >= block[1] and not text[block[1] : transition[0]].strip())


def gold_of_marks(marks: Marks, page: Page, *, name: str, place: Path, annotator: str) -> tuple[Gold, list[str]]:
    """Return marks as gold of a page, and what of them cannot be in it."""
    text = page.text
    outside = set(_outside(marks, text))
    kept = replace(marks, headings=tuple(mark for mark in marks.headings if mark not in outside))
    messages = []
    if outside:
        messages.append(f"Left out: {counted(len(outside), 'heading')} outside of the content body.")
    headings = [
        GoldHeading(
            " ".join(text[start:stop] for start, stop in mark.parts),
            extent.depth,
            extent.parent,
            run_in=mark.run_in,
            spans=(mark.parts, *mark.alternatives),
            block=extent.ranges,
            transitions=tuple(span for span in marks.transitions if _belongs(span, (mark.start, extent.end), text)),
        )
        for mark, extent in zip(kept.headings, extents(kept, text), strict=True)
    ]
    placed = {span for one in headings for span in one.transitions}
    if lost := len(set(marks.transitions) - placed):
        messages.append(f"Left out: {counted(lost, 'transition')} in no block and after none.")
    moved = [
        f"“{one.text[:60]}” {mark.level} to {one.level}"
        for mark, one in zip(kept.headings, headings, strict=True)
        if mark.level != one.level
    ]
    if moved:
        more = f" and {len(moved) - _NAMED} more" if len(moved) > _NAMED else ""
        messages.append(
            f"Saved with the level that follows from the headings above: {', '.join(moved[:_NAMED])}{more}."
        )
    titles = marks.titles
    gold = Gold(
        name,
        "annotation",
        place,
        page.url,
        titles=tuple(text[start:end] for start, end in titles or ()),
        has_title=None if titles is None else bool(titles),
        headings=tuple(headings),
        body_span=marks.body,
        annotator=annotator,
        sha256=page.sha256,
    )
    return gold, messages
