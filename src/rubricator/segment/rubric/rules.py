"""Rules for what looks like headings to the model: entries of tables, lines of code, lines of plain text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rubricator.page.model import Page
from rubricator.segment.rubric.candidates import WHOLE, Candidates
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.context import BITS
from rubricator.segment.rubric.features import Seen
from rubricator.segment.rubric.view import PageView

_CELLS = frozenset({"td", "th"})
_SHORT_CELL = 60
"""Characters of an entry."""
_MANY_CELLS = 3
"""Entries of a row that make it one of a table, not of a layout or a list of labels; two where all are for heads."""
_LISTING = "pre"
_MOST_LISTED = 0.5
"""Share of a page's text in listings, from which on they are not listings, but how the page is written."""
_MOST_WORDS = 10
_LEAST_LONGER = -1.0
"""Logarithm of how much longer the text below is: it has at least a third of the line's length."""


def drop_table_entries(view: PageView, candidates: Candidates, chosen: list[int]) -> list[int]:
    """Leave out the chosen candidates that are entries of a row: they head columns or rows of values, no text."""
    page, rows, kept = view.page, dict[int, bool](), []
    nodes = _containers(view, candidates, chosen)
    if not _any_inside(view, nodes, BITS["cell"] | BITS["headcell"]):
        return chosen
    for number, node in zip(chosen, nodes, strict=True):
        row = _row(page, node, candidates.start[number], candidates.end[number])
        if row is not None and row not in rows:
            rows[row] = _has_entries(page, row)
        if row is None or not rows[row]:
            kept.append(number)
    return kept


def _containers(view: PageView, candidates: Candidates, chosen: list[int]) -> list[int]:
    """Return the containers of the units of chosen candidates."""
    return view.units["container"][[candidates.unit[number] for number in chosen]].tolist()


def _any_inside(view: PageView, nodes: list[int], regions: int) -> bool:
    """Say whether one of some nodes lies in one of some regions."""
    return bool((view.nodes["bits"][nodes] & regions).any())


def _row(page: Page, node: int, start: int, end: int) -> int | None:
    """Return the row of the cell that a span in a node fills, if it fills one."""
    while node > 0 and page.tag[node] not in _CELLS and page.end[node] <= end:
        node = page.parent[node]
    filled = page.tag[node] in _CELLS and (page.start[node], page.end[node]) == (start, end)
    return page.parent[node] if filled else None


def _has_entries(page: Page, row: int) -> bool:
    """Say whether a row has short cells, and enough of them."""
    cells = list(_filled(page, row))
    least = 2 if all(page.tag[cell] == "th" for cell in cells) else _MANY_CELLS
    return len(cells) >= least and all(page.end[cell] - page.start[cell] <= _SHORT_CELL for cell in cells)


def _filled(page: Page, row: int) -> Iterator[int]:
    """Yield the cells of a row that have text."""
    cell, stop = row + 1, page.stop[row]
    while cell < stop:
        if page.tag[cell] in _CELLS and page.start[cell] < page.end[cell]:
            yield cell
        cell = page.stop[cell]


def drop_code_lines(view: PageView, candidates: Candidates, chosen: list[int]) -> list[int]:
    """Leave out the chosen candidates in listings of code: their lines are short and in a font of their own."""
    page, nodes = view.page, _containers(view, candidates, chosen)
    if not _any_inside(view, nodes, BITS["code"]):
        return chosen
    kept = [number for number, node in zip(chosen, nodes, strict=True) if not _is_listed(page, node)]
    listed = sum(page.end[node] - page.start[node] for node in page.nodes(_LISTING))
    return kept if listed < _MOST_LISTED * len(page.text) else chosen


def _is_listed(page: Page, node: int) -> bool:
    while node > 0 and page.tag[node] != _LISTING:
        node = page.parent[node]
    return node > 0


def judge_plain_text(seen: Seen) -> Floats:
    """Return 1 for the candidates in plain text that are headings, -1 for others, and 0 outside of it.

    Plain text has no style: a line of its own, short, that ends in a word and has a text below is a heading there.
    """
    columns = seen.columns
    begins = (columns["starts upper"] > 0) | (columns["numbering"] > 0)
    short = (columns["words"] <= _MOST_WORDS) & (columns["ends in word"] > 0)
    # What is repeated are the heads of printed pages.
    once = columns["same words"] <= 1
    heads = (
        (seen.candidates.table["kind"] == WHOLE)
        & begins
        & short
        & once
        & (columns["times longer after"] > _LEAST_LONGER)
    )
    return np.where(columns["in code"] > 0, np.where(heads, 1.0, -1.0), 0.0)
