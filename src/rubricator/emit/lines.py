"""The lines of a passage: its units as chunks show them, each character with its place in the page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from rubricator.emit._passages import build_units
from rubricator.emit.leaves import Leaves
from rubricator.emit.pieces import Line
from rubricator.emit.reading_order import Passage
from rubricator.emit.tables import placed

_CELLS = frozenset({"cell", "header"})
_ENTRY = 200
"""Characters of a cell that may be an entry of a table; longer ones hold prose."""
_FEW = 4
"""Units of such a cell."""
_HEAD_ROWS = 3
"""Rows of header cells on top of a table; where more are, they are its entries."""

Cell = tuple[int, int, int]
"""A table, row and cell, as their elements."""
Unit = tuple[Line, Cell | None]
"""A line and where it stands; an empty line for an empty cell."""


def unit_lines(leaves: Leaves, passage: Passage) -> list[Line]:
    """Return the units of a passage, cut at its ends, without hidden text that is to be left out.

    Preformatted text keeps its line breaks and indentation: code on one line is of no use to anyone. The cells of a row
    make one line, with tabs between them, as long as each holds a few short units.
    """
    found = build_units(leaves, passage.start, passage.end, passage.hidden, passage.lead)
    if any(cell is not None for _, cell in found):
        return list(_with_rows(leaves, found))
    return [line for line, _ in found]


def _with_rows(leaves: Leaves, found: list[Unit]) -> Iterator[Line]:
    """Yield the lines of units, the rows of tables made one where they are such."""
    columns, heads = _columns(leaves, found), _Heads(leaves)
    begun: set[int] = set()
    for row, group in groupby(found, key=lambda unit: unit[1][:2] if unit[1] else None):
        units = list(group)
        cells = [
            (cell[2], [line for line, _ in lines if line.text])
            for cell, lines in groupby(units, key=itemgetter(1))
            if cell is not None
        ]
        if row is None or not _is_row(cells, columns):
            yield from (line for line, _ in units if line.text)
        elif any(lines for _, lines in cells):
            # What stands behind a table in a cell goes on in the row, but has a line of its own.
            first = columns[cells[0][0]] if row[1] in begun else 0
            begun.add(row[1])
            line = _in_a_row([(columns[cell] - first, lines) for cell, lines in cells], heads.above(row[0]))
            heads.see(row[0], line.text, [cell for cell, _ in cells])
            yield line


def _is_row(cells: list[tuple[int, list[Line]]], columns: dict[int, int]) -> bool:
    """Say whether cells make one line: all are entries, and several have text, or one beside a cell from above."""
    filled = sum(bool(lines) for _, lines in cells)
    covered = columns.get(cells[-1][0], 0) >= len(cells)
    return (filled != 1 or covered) and all(_is_entry(lines) for _, lines in cells)


def _is_entry(lines: list[Line]) -> bool:
    return len(lines) <= _FEW and sum(len(line.text) for line in lines) <= _ENTRY


def _columns(leaves: Leaves, units: list[Unit]) -> dict[int, int]:
    """Return the column of each cell of a passage, on the grid of its table."""
    tables: dict[int, dict[int, dict[int, None]]] = {}
    for _, place in units:
        if place is not None:
            table, row, cell = place
            tables.setdefault(table, {}).setdefault(row, {})[cell] = None
    columns: dict[int, int] = {}
    for rows in tables.values():
        lines = placed([[leaves.containers[cell] for cell in cells] for cells in rows.values()])
        for cells, line in zip(rows.values(), lines, strict=True):
            taken = (column for column, cell in enumerate(line) if cell is not None)
            columns.update(zip(cells, taken, strict=True))
    return columns


class _Heads:
    """The rows of header cells on top of the tables of a passage."""

    def __init__(self, leaves: Leaves) -> None:
        self.leaves = leaves
        self.found: dict[int, list[str]] = {}
        self.whole: set[int] = set()

    def above(self, table: int) -> str:
        return "".join(self.found.get(table, ()))

    def see(self, table: int, text: str, cells: list[int]) -> None:
        """Take a row for one of header cells if it is, and no other stands above it."""
        found = self.found.setdefault(table, [])
        header = all(self.leaves.containers[cell].kind == "header" for cell in cells)
        if table in self.whole or not header:
            self.whole.add(table)
        elif len(found) == _HEAD_ROWS:
            found.clear()
            self.whole.add(table)
        else:
            found.append(text + "\n")


def _in_a_row(cells: list[tuple[int, list[Line]]], head: str) -> Line:
    """Make one line of the cells of a row by their columns, with a tab for each column before them."""
    parts, offsets, starts, at, written = list[str](), list[int](), list[int](), 0, 0
    for column, lines in cells:
        for line in lines:
            gap = "\t" * (column - written) or (" " if parts else "")
            if gap:
                parts.append(gap)
                offsets.append(at)
                starts.append(max(line.starts[0] - len(gap), starts[-1] if starts else 0))
                at += len(gap)
            parts.append(line.text)
            offsets.extend([at + offset for offset in line.offsets])
            starts.extend(line.starts)
            at += len(line.text)
            written = column
    return Line("".join(parts), tuple(offsets), tuple(starts), head)
