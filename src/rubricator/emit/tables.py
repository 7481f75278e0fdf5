"""Tables: which of them hold data, and their cells on a grid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

from rubricator.emit.nodes import Code, Container, Node

# A cell with more blocks than this is a piece of a page, not an entry of a table.
_CELL_BLOCKS = 3
# Spans are honoured up to this width; past it a few cells could ask for more empty ones than the page has characters.
_GRID_WIDTH = 64


class _Spanning(Protocol):
    @property
    def colspan(self) -> int: ...

    @property
    def rowspan(self) -> int: ...


Cell = TypeVar("Cell", bound=_Spanning)


def is_layout(table: Container) -> bool:
    """Say whether a table only places things: one column, or cells that hold pages of their own.

    Listings may be entries of a table with header cells; without them they stand beside the numbers of their lines.
    """
    columns: set[int] = set()
    code = has_header(table)
    for row in rows(table):
        for column, cell in enumerate(cells(row)):
            if cell.children:
                columns.add(column)
            if len(cell.children) > _CELL_BLOCKS or any(_is_structure(child, code) for child in cell.children):
                return True
    return len(columns) < 2


def rows(table: Container) -> Iterator[Container]:
    return (child for child in table.children if isinstance(child, Container) and child.kind == "row")


def captions(table: Container) -> Iterator[Container]:
    return (child for child in table.children if isinstance(child, Container) and child.kind == "caption")


def cells(row: Container) -> Iterator[Container]:
    return (child for child in row.children if isinstance(child, Container))


def has_header(table: Container) -> bool:
    """Say whether the first row has header cells only."""
    first = next((list(cells(row)) for row in rows(table)), [])
    return bool(first) and all(cell.kind == "header" for cell in first)


def loose(table: Container) -> list[Node]:
    """Return the content of a layout table without the table."""
    found: list[Node] = []
    for part in table.children:
        if isinstance(part, Container) and part.kind == "row":
            for cell in cells(part):
                found.extend(cell.children)
        elif isinstance(part, Container):
            found.extend(part.children)
    return found


def grid(table: Container) -> list[list[Container | None]]:
    """Return the rows of a table with None where a cell spans; no row is filled up at its end."""
    return placed([list(cells(row)) for row in rows(table)])


def placed(lines: list[list[Cell]]) -> list[list[Cell | None]]:
    """Return rows of cells with None where a cell spans.

    No row gets longer by a colspan than the row with the most cells, and a rowspan counts in its columns only: a few
    cells could ask for more room than the page has characters.
    """
    width = max((len(line) for line in lines), default=0)
    if width > _GRID_WIDTH:
        return [[*line] for line in lines]
    below: dict[int, int] = {}
    return [_place(line, width, below) for line in lines]


def _place(line: list[Cell], width: int, below: dict[int, int]) -> list[Cell | None]:
    """Place the cells of a row; `below` holds for each column how many more rows a cell from above covers."""
    out: list[Cell | None] = []
    spare = width - len(line) - len(below)
    covered = {column: left - 1 for column, left in below.items() if left > 1}
    for cell in line:
        while len(out) in below:
            out.append(None)
        first = len(out)
        out.append(cell)
        while len(out) - first < cell.colspan and spare > 0 and len(out) not in below:
            out.append(None)
            spare -= 1
        if cell.rowspan > 1:
            covered.update(dict.fromkeys(range(first, min(len(out), width)), cell.rowspan - 1))
    below.clear()
    below.update(covered)
    return out


def _is_structure(node: Node, code: bool) -> bool:
    """Say whether a node, or one inside it, is too much for a cell, which may hold code or not."""
    stack = [node]
    while stack:
        inner = stack.pop()
        if isinstance(inner, Code) and not code:
            return True
        if isinstance(inner, Container):
            if inner.kind in ("table", "quote", "definitions"):
                return True
            stack.extend(inner.children)
    return False
