"""Cells of tables that head columns, or rows of values: they may look like headings, but no text is theirs."""

from __future__ import annotations

from collections.abc import Iterator

from rubricator.page.model import Page
from rubricator.segment.rubric.choice import any_inside
from rubricator.segment.rubric.columns import Ints
from rubricator.segment.rubric.context import BITS
from rubricator.segment.rubric.sight import Sight

_CELLS = frozenset({"td", "th"})
_SHORT = 60
"""Characters of an entry."""
_MANY = 3
"""Entries of a row that make it one of a table, not of a layout or a list of labels; two where all are for heads."""


def without_entries(sight: Sight, table: Ints, chosen: list[int]) -> list[int]:
    """Leave out the chosen candidates of a table that are entries of a row."""
    if not any_inside(sight, table, chosen, BITS["cell"] | BITS["headcell"]):
        return chosen
    page, rows, kept = sight.page, dict[int, bool](), []
    nodes = sight.unit_container[table[chosen, 2]].tolist()
    for number, node, (start, end) in zip(chosen, nodes, table[chosen, :2].tolist(), strict=True):
        row = _row(page, node, start, end)
        if row is not None and row not in rows:
            rows[row] = _has_entries(page, row)
        if row is None or not rows[row]:
            kept.append(number)
    return kept


def _row(page: Page, node: int, start: int, end: int) -> int | None:
    """Return the row of the cell that a span in a node fills, if it fills one."""
    while node > 0 and page.tag[node] not in _CELLS and page.end[node] <= end:
        node = page.parent[node]
    filled = page.tag[node] in _CELLS and (page.start[node], page.end[node]) == (start, end)
    return page.parent[node] if filled else None


def _has_entries(page: Page, row: int) -> bool:
    """Say whether a row has short cells, and enough of them."""
    cells = list(_filled(page, row))
    least = 2 if all(page.tag[cell] == "th" for cell in cells) else _MANY
    return len(cells) >= least and all(page.end[cell] - page.start[cell] <= _SHORT for cell in cells)


def _filled(page: Page, row: int) -> Iterator[int]:
    """Yield the cells of a row that have text."""
    cell, stop = row + 1, page.stop[row]
    while cell < stop:
        if page.tag[cell] in _CELLS and page.start[cell] < page.end[cell]:
            yield cell
        cell = page.stop[cell]
