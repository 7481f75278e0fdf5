"""Cells of tables that head columns: they look like headings, and have no text of their own under them."""

from __future__ import annotations

from rubricator.page.model import Page
from rubricator.segment.rubric.columns import Ints
from rubricator.segment.rubric.sight import Sight

_CELLS = frozenset({"td", "th"})


def without_column_heads(sight: Sight, table: Ints, chosen: list[int]) -> list[int]:
    """Leave out the chosen candidates of a table that fill a cell beside another one of their row.

    The other one is chosen, too, or both are cells for heads (`th`).
    """
    spans = table[chosen, :4].tolist()
    units = {first for _, _, first, _ in spans}
    return [
        number
        for number, span in zip(chosen, spans, strict=True)
        if not any(_are_heads(sight, span, unit, units) for unit in (span[2] - 1, span[3] + 1))
    ]


def _are_heads(sight: Sight, span: list[int], unit: int, chosen: set[int]) -> bool:
    """Say whether a span and a unit fill two cells of one row that may head columns."""
    page = sight.page
    cell = _cell(page, int(sight.unit_container[span[2]]), span[0], span[1])
    if not cell or not 0 <= unit < len(sight.unit_start):
        return False
    other = _cell(page, int(sight.unit_container[unit]), int(sight.unit_start[unit]), int(sight.unit_end[unit]))
    if not other or other == cell or page.parent[other] != page.parent[cell]:
        return False
    return unit in chosen or page.tag[cell] == page.tag[other] == "th"


def _cell(page: Page, node: int, start: int, end: int) -> int | None:
    """Return the cell that a node lies in, if it holds nothing but one span."""
    while node > 0 and page.tag[node] not in _CELLS and page.end[node] <= end:
        node = page.parent[node]
    return node if page.tag[node] in _CELLS and (page.start[node], page.end[node]) == (start, end) else None
