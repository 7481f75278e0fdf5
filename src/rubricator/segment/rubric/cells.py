"""Cells of tables that head columns, or rows of values: they may look like headings, but no text is theirs."""

from __future__ import annotations

from collections.abc import Iterator

from rubricator.page.model import Page
from rubricator.segment.rubric.columns import Ints
from rubricator.segment.rubric.sight import Sight

_CELLS = frozenset({"td", "th"})
_SHORT = 60
"""Characters of an entry."""
_MANY = 3
"""Entries of a row that make it one of a table, not of a layout or a list of labels; two where all are for heads."""


def without_entries(sight: Sight, table: Ints, chosen: list[int]) -> list[int]:
    """Leave out the chosen candidates of a table that are entries of a row."""
    page = sight.page
    spans = table[chosen, :3].tolist()
    return [
        number
        for number, (start, end, first) in zip(chosen, spans, strict=True)
        if end - start > _SHORT or not _is_entry(page, int(sight.unit_container[first]), start, end)
    ]


def _is_entry(page: Page, node: int, start: int, end: int) -> bool:
    """Say whether a span in a node fills a cell of a row of short cells."""
    while node > 0 and page.tag[node] not in _CELLS and page.end[node] <= end:
        node = page.parent[node]
    if page.tag[node] not in _CELLS or (page.start[node], page.end[node]) != (start, end):
        return False
    cells = list(_filled(page, page.parent[node]))
    least = 2 if all(page.tag[cell] == "th" for cell in cells) else _MANY
    return len(cells) >= least and all(page.end[cell] - page.start[cell] <= _SHORT for cell in cells)


def _filled(page: Page, row: int) -> Iterator[int]:
    """Yield the cells of a row that have text."""
    cell, stop = row + 1, page.stop[row]
    while cell < stop:
        if page.tag[cell] in _CELLS and page.start[cell] < page.end[cell]:
            yield cell
        cell = page.stop[cell]
