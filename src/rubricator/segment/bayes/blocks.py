"""From dependency structures to nested blocks, and to lists of parallel subdocuments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rubricator.page.model import Page
from rubricator.segment.bayes.rows import Row
from rubricator.segment.bayes.state import NULL
from rubricator.structure.model import Block, Heading, JsonValue
from rubricator.structure.outline import Mark, nest


class Link(NamedTuple):
    """A heading row: its number, the row that it depends on, and how many of its blocks are the heading."""

    row: int
    parent: int
    bound: int


def build(
    page: Page, body: int, rows: Sequence[Row], links: Sequence[Link], max_depth: int
) -> tuple[Block, int, dict[str, JsonValue]]:
    """Return the root block, the number of headings that nest too deep, and the lists as details."""
    depth: dict[int, int] = {NULL: 0}
    marks = []
    for link in links:
        depth[link.row] = depth[link.parent] + 1
        marks.append(Mark(rows[link.row].start, depth[link.row], _heading(page, rows[link.row], link.bound)))
    start, end = page.start[body], page.end[body]
    root, left_out = nest(marks, page.text, start, end, max_depth)
    return root, left_out, {"rows": len(rows), "lists": _lists(rows, links, end)}


def _heading(page: Page, row: Row, bound: int) -> Heading:
    start, end = row.pieces[0].start, row.pieces[bound - 1].end
    return Heading(page.text[start:end], start, end)


def _lists(rows: Sequence[Row], links: Sequence[Link], end: int) -> list[JsonValue]:
    """Return each set of at least two sisters as ranges: each ends before the next, the last at the document's end."""
    sisters: dict[int, list[int]] = {}
    for link in links:
        sisters.setdefault(link.parent, []).append(rows[link.row].start)
    found: list[JsonValue] = []
    for parent, starts in sisters.items():
        if len(starts) > 1:
            ranges: list[JsonValue] = [[one, after] for one, after in zip(starts, [*starts[1:], end], strict=True)]
            found.append({"under": rows[parent].start if parent != NULL else None, "items": ranges})
    return found
