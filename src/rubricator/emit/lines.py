"""The lines of a passage: its units as chunks show them, each character with its place in the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from rubricator.emit.content import passage_leaves, spaced
from rubricator.emit.leaves import Kind, Leaf, Leaves
from rubricator.emit.pieces import Line
from rubricator.emit.reading import Passage
from rubricator.emit.written import written

_CELLS = frozenset({"cell", "header"})
_ENTRY = 200
"""Characters of a cell that may be an entry of a table; longer ones hold prose."""
_FEW = 4
"""Units of such a cell."""
_NOTHING = Line("", (), ())
_SPACE_OR_WORD = re.compile(r"\s+|\S+")


def unit_lines(leaves: Leaves, passage: Passage) -> Iterator[Line]:
    """Yield the units of a passage, cut at its ends, without hidden text that is to be left out.

    Preformatted text keeps its line breaks and indentation: code on one line is of no use to anyone. The cells of a row
    make one line, with tabs between them, as long as each holds a few short units.
    """
    for row, group in groupby(_units(leaves, passage), key=lambda unit: unit.row):
        units = list(group)
        cells = [
            [unit.line for unit in lines if unit.line.text] for _, lines in groupby(units, key=lambda unit: unit.cell)
        ]
        if row is None or sum(map(bool, cells)) == 1 or not all(map(_is_entry, cells)):
            yield from (unit.line for unit in units if unit.line.text)
        elif any(cells):
            yield _in_a_row(cells)


def _is_entry(lines: list[Line]) -> bool:
    return len(lines) <= _FEW and sum(len(line.text) for line in lines) <= _ENTRY


class _Unit(NamedTuple):
    """A line, and the row and the cell of a table that it stands in; an empty line for an empty cell."""

    line: Line
    row: int | None
    cell: int | None


def _in_a_row(cells: list[list[Line]]) -> Line:
    """Make one line of a row. Empty cells before and between others have their tabs, so that columns stay columns."""
    parts, offsets, starts, at, gap = list[str](), list[int](), list[int](), 0, ""
    for lines in cells:
        for line in lines:
            if gap:
                parts.append(gap)
                offsets.append(at)
                starts.append(max(line.starts[0] - len(gap), starts[-1] if starts else 0))
                at += len(gap)
            parts.append(line.text)
            offsets.extend([at + offset for offset in line.offsets])
            starts.extend(line.starts)
            at += len(line.text)
            gap = " "
        gap = "\t" if gap == " " else gap + "\t"
    return Line("".join(parts), tuple(offsets), tuple(starts))


def _units(leaves: Leaves, passage: Passage) -> Iterator[_Unit]:
    builder = _LineBuilder(leaves, passage)
    for leaf in passage_leaves(leaves, passage.start, passage.end, lead=passage.lead):
        if leaf.kind == Kind.CELL:
            yield from builder.close()
            yield _Unit(_NOTHING, *builder.place_in_table(leaf))
        if leaf.paragraph != builder.paragraph:
            code = leaf.containers[-1] if builder.in_code(leaf) else None
            if code is not None and code == builder.code:
                builder.put("\n", builder.edge)
            else:
                yield from builder.close()
                builder.code = code
        if leaf.kind == Kind.BREAK and not builder.in_code(leaf):
            yield from builder.close()
        elif leaf.visible or passage.hidden == "keep" or leaf.start == leaf.end:
            builder.add(leaf)
        builder.paragraph = leaf.paragraph
    yield from builder.close()


@dataclass(slots=True)
class _LineBuilder:
    leaves: Leaves
    passage: Passage
    paragraph: int = -1
    edge: int = 0
    parts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    row: int | None = None
    cell: int | None = None
    code: int | None = None
    """The listing that is being read: its lines may be elements of their own."""

    def in_code(self, leaf: Leaf) -> bool:
        return bool(leaf.containers) and self.leaves.containers[leaf.containers[-1]].kind == "code"

    def add(self, leaf: Leaf) -> None:
        page = self.leaves.page
        start, end = max(leaf.start, self.passage.start), min(leaf.end, self.passage.end)
        code = self.in_code(leaf)
        if leaf.start == leaf.end:
            if code and leaf.kind in (Kind.BREAK, Kind.SPACE):
                self.put(page.data[leaf.node] or "\n", self.edge)
            return
        raw = written(self.leaves, leaf, start, end) if code and leaf.kind == Kind.TEXT else page.text[start:end]
        apart = self.parts and not self.parts[-1][-1].isspace() and not raw[0].isspace()
        if apart and spaced(page.text, self.edge, start):
            self.put(" ", self.edge)
        if code:
            self.put_words(raw, start)
        else:
            self.put(raw, start)
        self.edge = end
        self.row, self.cell = self.place_in_table(leaf)

    def place_in_table(self, leaf: Leaf) -> tuple[int | None, int | None]:
        """Return the innermost row and cell around a leaf."""
        for row, cell in reversed(list(pairwise(leaf.containers))):
            if self.leaves.containers[cell].kind in _CELLS:
                return row, cell
        return None, None

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

    def close(self) -> Iterator[_Unit]:
        """Yield the unit that was built, if any, and start the next."""
        text = "".join(self.parts).rstrip()
        if text:
            offsets = accumulate((len(part) for part in self.parts[:-1]), initial=0)
            yield _Unit(Line(text, tuple(offsets), tuple(self.starts)), self.row, self.cell)
        self.parts, self.starts = [], []
