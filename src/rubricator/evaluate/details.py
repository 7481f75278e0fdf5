"""What stands behind a page's scores, for people who want to see it: both outlines and how they were matched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.metrics.headings import fold_heading, match_in_order, similar
from rubricator.evaluate.metrics.outline import Entry, without_titles
from rubricator.structure.model import Block, Structure

MAIN = {
    "sections": "titles",
    "lines": "headings",
    "outline": "heading, whole page",
    "title": "title",
    "content": "content words",
    "blocks": "B-cubed F, level 1",
    "annotation": "heading by range, whole page",
}
"""By kind of gold, the measure that pages are ranked and drawn by; that of headings where gold has them."""
WITH_HEADINGS = frozenset(["sections", "lines", "outline", "annotation"])


class Line(NamedTuple):
    """A heading of an outline; the depth of one at the top is 1."""

    text: str
    depth: int


class FoundOutline(NamedTuple):
    """What a contender found, and the pairs of (found, gold) numbers whose texts match.

    They are what the main measure takes as right; that of annotations goes by range and can be stricter.
    """

    title: str | None
    lines: tuple[Line, ...]
    pairs: tuple[tuple[int, int], ...]


class PageDetail(NamedTuple):
    """One page: what gold says of it, and what each contender found."""

    kind: str
    url: str | None
    size: int
    """Characters of text."""
    tagged: float | None
    """The share of gold headings that are h1-h6 or dt: those that the method `tags` finds. None without headings."""
    titles: tuple[str, ...]
    gold: tuple[Line, ...]
    found: tuple[FoundOutline, ...]


def page_detail(gold: Gold, structures: Sequence[Structure], by_tags: Structure) -> PageDetail:
    """Match the outlines of all contenders with gold by text, in document order."""
    wanted = _lines([Entry(heading.text, heading.parent, "") for heading in gold.headings])
    tagged = len(_found(by_tags, gold, wanted).pairs) / len(wanted) if wanted else None
    found = tuple(_found(structure, gold, wanted) for structure in structures)
    return PageDetail(gold.kind, gold.url, len(by_tags.text), tagged, gold.titles, wanted, found)


def _found(structure: Structure, gold: Gold, wanted: Sequence[Line]) -> FoundOutline:
    if gold.kind not in WITH_HEADINGS:
        return FoundOutline(structure.title, (), ())
    entries = _entries(structure)
    lines = _lines(without_titles(entries, gold.titles) if gold.kind == "outline" else entries)
    left, right = ([fold_heading(line.text) for line in side] for side in (lines, wanted))
    return FoundOutline(structure.title, lines, tuple(match_in_order(left, right, similar)))


def _entries(structure: Structure) -> list[Entry]:
    """List the headings with their parents; how their blocks end is not shown."""
    entries: list[Entry] = []
    pending: list[tuple[Block, int | None]] = [(structure.root, None)]
    while pending:
        block, above = pending.pop()
        if block.heading:
            entries.append(Entry(block.heading.text, above, ""))
            above = len(entries) - 1
        pending.extend((child, above) for child in reversed(block.children))
    return entries


def _lines(entries: Sequence[Entry]) -> tuple[Line, ...]:
    lines: list[Line] = []
    for entry in entries:
        lines.append(Line(entry.text, 1 if entry.parent is None else lines[entry.parent].depth + 1))
    return tuple(lines)
