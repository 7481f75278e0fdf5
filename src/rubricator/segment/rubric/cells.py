"""Cells of tables that head columns: they look like headings, and have no text of their own under them."""

from __future__ import annotations

from itertools import pairwise

from rubricator.page.model import Page
from rubricator.segment.rubric.columns import Ints
from rubricator.segment.rubric.sight import Sight

_CELLS = frozenset({"td", "th"})


def without_column_heads(sight: Sight, table: Ints, chosen: list[int]) -> list[int]:
    """Leave out the chosen candidates of a table that fill cells which stand side by side in one row."""
    spans = table[chosen, :4].tolist()
    heads = set()
    for place, ((start, end, _, last), (other_start, other_end, first, _)) in enumerate(pairwise(spans)):
        if first == last + 1:
            cell = _cell(sight.page, int(sight.unit_container[last]), start, end)
            other = _cell(sight.page, int(sight.unit_container[first]), other_start, other_end)
            if (
                cell
                and other
                and sight.page.stop[cell] <= other
                and sight.page.parent[cell] == sight.page.parent[other]
            ):
                heads |= {place, place + 1}
    return [number for place, number in enumerate(chosen) if place not in heads] if heads else chosen


def _cell(page: Page, node: int, start: int, end: int) -> int | None:
    """Return the cell that a node lies in, if it holds nothing but one span."""
    while node > 0 and page.tag[node] not in _CELLS and page.end[node] <= end:
        node = page.parent[node]
    return node if page.tag[node] in _CELLS and (page.start[node], page.end[node]) == (start, end) else None
