"""The lines of a passage: its units as chunks show them, each character with its place in the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate, groupby
from typing import NamedTuple

from rubricator.emit._lines import units as _units
from rubricator.emit.content import spaced
from rubricator.emit.leaves import Kind, Leaf, Leaves
from rubricator.emit.pieces import Line
from rubricator.emit.reading import Passage
from rubricator.emit.signs import NONE
from rubricator.emit.tables import placed
from rubricator.emit.written import written, written_lines

_CELLS = frozenset({"cell", "header"})
_ENTRY = 200
"""Characters of a cell that may be an entry of a table; longer ones hold prose."""
_FEW = 4
"""Units of such a cell."""
_HEAD_ROWS = 3
"""Rows of header cells on top of a table; where more are, they are its entries."""
_NOTHING = Line("", (), ())
_SPACE_OR_WORD = re.compile(r"\s+|\S+")


def unit_lines(leaves: Leaves, passage: Passage) -> list[Line]:
    """Return the units of a passage, cut at its ends, without hidden text that is to be left out.

    Preformatted text keeps its line breaks and indentation: code on one line is of no use to anyone. The cells of a row
    make one line, with tabs between them, as long as each holds a few short units.
    """
    found = _units(leaves, passage)
    if any(unit.table is not None for unit in found):
        return list(_with_rows(leaves, found))
    return [unit.line for unit in found]


def _with_rows(leaves: Leaves, found: list[_Unit]) -> Iterator[Line]:
    """Yield the lines of units, the rows of tables made one where they are such."""
    columns, heads = _columns(leaves, found), _Heads(leaves)
    begun: set[int] = set()
    for (table, row), group in groupby(found, key=lambda unit: (unit.table, unit.row)):
        units = list(group)
        cells = [
            (cell, [unit.line for unit in lines if unit.line.text])
            for cell, lines in groupby(units, key=lambda unit: unit.cell)
        ]
        if table is None or row is None or not _is_row(cells, columns):
            yield from (unit.line for unit in units if unit.line.text)
        elif any(lines for _, lines in cells):
            # What stands behind a table in a cell goes on in the row, but has a line of its own.
            first = columns[cells[0][0]] if row in begun else 0
            begun.add(row)
            line = _in_a_row([(columns[cell] - first, lines) for cell, lines in cells], heads.above(table))
            heads.see(table, line.text, [cell for cell, _ in cells])
            yield line


def _is_row(cells: list[tuple[int, list[Line]]], columns: dict[int, int]) -> bool:
    """Say whether cells make one line: all are entries, and several have text, or one beside a cell from above."""
    filled = sum(bool(lines) for _, lines in cells)
    covered = columns.get(cells[-1][0], 0) >= len(cells)
    return (filled != 1 or covered) and all(_is_entry(lines) for _, lines in cells)


def _is_entry(lines: list[Line]) -> bool:
    return len(lines) <= _FEW and sum(len(line.text) for line in lines) <= _ENTRY


class _Unit(NamedTuple):
    """A line, and the table, row and cell that it stands in; an empty line for an empty cell."""

    line: Line
    table: int | None
    row: int | None
    cell: int


def _columns(leaves: Leaves, units: list[_Unit]) -> dict[int, int]:
    """Return the column of each cell of a passage, on the grid of its table."""
    tables: dict[int, dict[int, dict[int, None]]] = {}
    for unit in units:
        if unit.table is not None and unit.row is not None:
            tables.setdefault(unit.table, {}).setdefault(unit.row, {})[unit.cell] = None
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


@dataclass(slots=True)
class _UnitBuilder:
    leaves: Leaves
    passage: Passage
    found: list[_Unit] = field(default_factory=list)
    paragraph: int = -1
    edge: int = 0
    parts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    place: tuple[int | None, int | None, int] = (None, None, -1)
    code: int | None = None
    """The listing that is being read: its lines may be elements of their own."""
    quoted: int | None = None
    """The quotation that is being read; its marks are no part of the page's text."""

    def read(self, leaf: Leaf) -> None:
        code, shown = self.leaves.in_code(leaf), leaf.is_shown(self.passage.hidden)
        if leaf.kind == Kind.CELL and shown:
            self.close()
            self.found.append(_Unit(_NOTHING, *self.place_in_table(leaf)))
        if leaf.paragraph != self.paragraph:
            listing = leaf.containers[-1] if code else None
            if code and listing == self.code:
                self.put("\n", self.edge)
            else:
                self.close()
                self.code = listing
        if leaf.kind in (Kind.BREAK, Kind.SPACE) and not code:
            self.close()
        elif shown or leaf.start == leaf.end:
            for number, (start, end) in enumerate(self.spans(leaf)):
                if number:
                    self.close()
                self.add(leaf, start, end)
        self.paragraph = leaf.paragraph

    def spans(self, leaf: Leaf) -> list[tuple[int, int]]:
        """Return the spans of the lines of a leaf; code is one."""
        if leaf.kind == Kind.TEXT and not self.leaves.in_code(leaf):
            return written_lines(self.leaves, leaf, self.passage.start, self.passage.end)
        return [(max(leaf.start, self.passage.start), min(leaf.end, self.passage.end))]

    def add(self, leaf: Leaf, start: int, end: int) -> None:
        page, code = self.leaves.page, self.leaves.in_code(leaf)
        if start >= end:
            if code and leaf.kind in (Kind.BREAK, Kind.SPACE):
                self.put(page.data[leaf.node] or "\n", self.edge)
            return
        raw = written(self.leaves, leaf, start, end) if code and leaf.kind == Kind.TEXT else page.text[start:end]
        quoted = next((mark.node for mark in leaf.marks if mark.kind == "quoted"), None)
        if quoted != self.quoted:
            self.end_quotation()
        apart = self.parts and not self.parts[-1][-1].isspace() and not raw[0].isspace()
        signs = leaf.signs
        if apart and not signs.tight and spaced(page.text, self.edge, start):
            self.put(" ", self.edge)
        if quoted != self.quoted:
            self.put("“", start)
            self.quoted = quoted
        if signs is not NONE:
            signs = signs.lowered()
            self.put_signs(signs.before if start == leaf.start else "", start)
        if code:
            self.put_words(raw, start)
        else:
            self.put(raw, start)
        if signs is not NONE:
            self.put_signs(signs.after if end == leaf.end else "", end - 1)
        self.edge = end
        self.place = self.place_in_table(leaf)

    def place_in_table(self, leaf: Leaf) -> tuple[int | None, int | None, int]:
        """Return the innermost table, row and cell around a leaf."""
        for index in range(len(leaf.containers) - 1, 1, -1):
            if self.leaves.containers[leaf.containers[index]].kind in _CELLS:
                return leaf.containers[index - 2], leaf.containers[index - 1], leaf.containers[index]
        return None, None, -1

    def end_quotation(self) -> None:
        if self.quoted is not None:
            self.put("”", self.edge - 1)
            self.quoted = None

    def put_signs(self, signs: str, place: int) -> None:
        """Put signs that are no part of the page's text, all of them at one place."""
        for sign in signs:
            self.put(sign, place)

    def put_words(self, raw: str, place: int) -> None:
        """Put text as written: its words one after the other in the page, with whatever white space between them."""
        for match in _SPACE_OR_WORD.finditer(raw):
            word = match[0]
            if word[0].isspace():
                self.put(word, place)
                place += self.leaves.page.text[place : place + 1].isspace()
            else:
                self.put(word, place)
                place += len(word)

    def put(self, text: str, place: int) -> None:
        if not self.parts:
            bare = text.lstrip() if self.code is None else text.lstrip("\n")
            if self.code is None:
                place += len(text) - len(bare)
            text = bare
        if text:
            self.parts.append(text)
            self.starts.append(place)

    def close(self) -> None:
        """Keep the unit that was built, if any, and start the next."""
        self.end_quotation()
        text = "".join(self.parts).rstrip()
        if text:
            offsets = accumulate((len(part) for part in self.parts[:-1]), initial=0)
            self.found.append(_Unit(Line(text, tuple(offsets), tuple(self.starts)), *self.place))
        self.parts, self.starts = [], []
