"""A page as rows of blocks (section 3.1).

A row ends at a line feed or a line-breaking tag; a block is a text and the symbols after it. Symbols that open a row
(`* item`, `[News]`, `<b>`) belong to its first block, and the tag that ends it to its last one. A row of symbols alone,
and a rule, end what stands above: they belong to the last block there. The cells of a table row in which each holds one
line are blocks of one row. Text that readers do not see is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rubricator.limits import Budget
from rubricator.page.model import BLOCK, BREAK, IMAGE, PRE, SKIPPED, TEXT, VISIBLE, Page
from rubricator.page.units import units
from rubricator.segment.bayes.symbols import INLINE_TAGS, MOST_SYMBOLS, SYMBOL, symbol_name

_CELLS = ("td", "th")
_CELL_ENDS = ("</td>", "</th>")
_CHECK_EVERY = 4096
"""Nodes between two looks at the time budget."""


class Piece(NamedTuple):
    """A block: the range of its text, and its symbols."""

    start: int
    end: int
    symbols: tuple[str, ...]


class Row(NamedTuple):
    """A row: its blocks, where its visible text starts, symbols included, and the line-breaking tag that ended it."""

    pieces: tuple[Piece, ...]
    start: int
    ended_by: str


class _Line:
    """The row that is being read."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._open: list[tuple[int, int, list[str]]] = []
        self._lead: list[str] = []
        self._start = -1
        self._signs: list[str] = []
        """Symbols of a row without words, other than tags."""

    def see(self, at: int) -> None:
        if self._start < 0:
            self._start = at

    def word(self, start: int, end: int) -> None:
        self.see(start)
        if self._open and not self._open[-1][2]:
            self._open[-1] = (self._open[-1][0], end, self._open[-1][2])
        else:
            self._open.append((start, end, []))

    def symbol(self, name: str, tag: bool = False) -> None:
        symbols = self._open[-1][2] if self._open else self._lead
        if len(symbols) < MOST_SYMBOLS:
            symbols.append(name)
        if not self._open and not tag and len(self._signs) < MOST_SYMBOLS:
            self._signs.append(name)

    def cell(self, name: str) -> None:
        """End a cell of a table row."""
        if self._open and (not self._open[-1][2] or self._open[-1][2][-1] != name):
            self.symbol(name, tag=True)

    def end(self, name: str, tag: str) -> None:
        """End the row, if there is one."""
        if self._open:
            symbols = self._open[-1][2]
            if tag == "tr" and symbols and symbols[-1] in _CELL_ENDS:
                symbols.pop()
            self.symbol(name, tag=True)
            pieces = [Piece(start, end, tuple(symbols)) for start, end, symbols in self._open]
            if self._lead:
                pieces[0] = pieces[0]._replace(symbols=(*self._lead, *pieces[0].symbols))
            self.rows.append(Row(tuple(pieces), self._start, tag))
        elif self._signs:
            self.append(self._signs)
        if self._open or self._lead or self._start >= 0:
            self._open, self._lead, self._signs, self._start = [], [], [], -1

    def append(self, symbols: list[str]) -> None:
        """Add symbols to the last block of the row before."""
        if self.rows:
            row = self.rows[-1]
            last = row.pieces[-1]
            if len(last.symbols) < MOST_SYMBOLS and last.symbols[-1:] != tuple(symbols):
                more = last._replace(symbols=(*last.symbols, *symbols)[:MOST_SYMBOLS])
                self.rows[-1] = row._replace(pieces=(*row.pieces[:-1], more))


def read_rows(page: Page, body: int, budget: Budget | None = None) -> list[Row]:
    """Return the rows under a node in document order."""
    line, budget = _Line(), budget or Budget()
    tags, flags, stops = page.tag, page.flags, page.stop
    joined = _joined_rows(page)
    open_nodes: list[int] = []
    one_line = 0
    node, last = body, stops[body]
    while node <= last:
        if not node % _CHECK_EVERY:
            budget.check()
        while open_nodes and stops[open_nodes[-1]] <= node:
            _close(line, page, open_nodes.pop(), one_line)
        if node == last:
            break
        flag, tag = flags[node], tags[node]
        if flag & SKIPPED:
            node = stops[node]
            continue
        if tag == TEXT:
            if flag & VISIBLE and page.start[node] < page.end[node]:
                _text(line, page, node)
        elif tag == "hr":
            line.end("<hr>", tag)
            line.append(["<hr>"])
        elif flag & BREAK and flag & VISIBLE and node >= one_line:
            line.end(f"<{tag}>", tag)
        elif flag & IMAGE:
            if flag & VISIBLE:
                _image(line, page, node)
        else:
            if flag & BLOCK:
                if node >= one_line:
                    line.end(f"<{tag}>", tag)
                if node in joined:
                    one_line = max(one_line, stops[node])
            elif tag in INLINE_TAGS:
                line.symbol(f"<{tag}>", tag=True)
            open_nodes.append(node)
        node += 1
    line.end("</body>", "body")
    return line.rows


def _close(line: _Line, page: Page, node: int, one_line: int) -> None:
    tag = page.tag[node]
    if page.flags[node] & BLOCK:
        if tag == "tr" or page.stop[node] > one_line:
            line.end(f"</{tag}>", tag)
        elif tag in _CELLS:
            line.cell(f"</{tag}>")
    elif tag in INLINE_TAGS:
        line.symbol(f"</{tag}>", tag=True)


def _image(line: _Line, page: Page, node: int) -> None:
    if page.start[node] < page.end[node]:
        line.word(page.start[node], page.end[node])
    else:
        line.symbol("<img>", tag=True)


def _text(line: _Line, page: Page, node: int) -> None:
    """Cut a text node at its symbols; in preformatted text also at line feeds."""
    if not page.flags[node] & PRE:
        _cut(line, page.text, page.start[node], page.end[node])
        return
    for number, (start, end) in enumerate(_line_feeds(page, node)):
        if number:
            line.end("\\n", "pre")
        _cut(line, page.text, start, end)


def _cut(line: _Line, text: str, start: int, end: int) -> None:
    at = start
    for found in SYMBOL.finditer(text, start, end):
        _words(line, text, at, found.start())
        line.see(found.start())
        line.symbol(symbol_name(found[0]))
        at = found.end()
    _words(line, text, at, end)


def _words(line: _Line, text: str, start: int, end: int) -> None:
    piece = text[start:end]
    words = piece.strip()
    if words:
        start += len(piece) - len(piece.lstrip())
        line.word(start, start + len(words))


def _line_feeds(page: Page, node: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the lines of a preformatted text, whose white space the page's text has folded."""
    at, end = page.start[node], page.end[node]
    for one in page.data[node].split("\n"):
        words = " ".join(one.split())
        if not page.text.startswith(words, at) or at + len(words) > end:
            break
        yield at, at + len(words)
        at += len(words) + (1 if words else 0)
    else:
        return
    yield at, end


def _joined_rows(page: Page) -> set[int]:
    """Return the table rows in which every cell holds one line at most, and no table."""
    if "tr" not in page.tag:
        return set()
    cell_of: dict[int, int] = {}
    lines: dict[int, int] = {}
    broken: set[int] = set()
    for unit in units(page):
        if unit.visible:
            cell = _cell(page, unit.container, cell_of)
            lines[cell] = lines.get(cell, 0) + 1
    for cell in list(cell_of.values()):
        if cell >= 0:
            outer = _cell(page, page.parent[cell], cell_of)
            if outer >= 0:
                broken.add(page.parent[outer])
            if lines.get(cell, 0) > 1:
                broken.add(page.parent[cell])
    return {node for node, tag in enumerate(page.tag) if tag == "tr" and node not in broken}


def _cell(page: Page, node: int, known: dict[int, int]) -> int:
    """Return the nearest cell at or above a node, -1 when there is none."""
    way = []
    while node >= 0 and node not in known:
        way.append(node)
        if page.tag[node] in _CELLS:
            known[node] = node
            break
        node = page.parent[node]
    found = known.get(node, -1)
    for one in way:
        known[one] = found
    return found
