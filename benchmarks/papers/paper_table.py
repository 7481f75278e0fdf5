"""Tables for a terminal: our figures beside the published ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import NamedTuple

WIDTH = 118

Figures = Sequence[float | None]


class Row(NamedTuple):
    """A line of a table; `ours` is a word where there are no figures."""

    name: str
    ours: Figures | str | None = None
    published: Figures | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a paper, run again."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def show(table: Table) -> str:
    """Return a table as text."""
    name = max([len(row.name) for row in table.rows], default=0)
    width = max(6, *(len(column) + 1 for column in table.columns))
    side = width * len(table.columns)
    heads = "".join(f"{column:>{width}}" for column in table.columns)
    lines = [
        table.title,
        f"{'':{name}}  {'ours':^{side}}  |{'published':^{side}}".rstrip(),
        f"{'':{name}}  {heads}  |{heads}",
    ]
    for row in table.rows:
        ours = f"{row.ours:^{side}}" if isinstance(row.ours, str) else _cells(row.ours, width, side)
        if row.ours is None and row.published is None:
            lines.append(row.name)
        else:
            lines.append(f"{row.name:{name}}  {ours}  |{_cells(row.published, width, side)}".rstrip())
    if table.notes:
        lines.append(notes_text(table.notes))
    return "\n".join(lines)


def notes_text(notes: Sequence[str]) -> str:
    """Return notes as a list of folded lines."""
    return "\n".join(line for note in notes for line in wrap(note, WIDTH, initial_indent="- ", subsequent_indent="  "))


def _cells(figures: Figures | None, width: int, side: int) -> str:
    if figures is None:
        return " " * side
    return "".join(f"{figure(value):>{width}}" for value in figures)


def figure(value: float | None) -> str:
    """Write a share with three decimals and no zero before the point; nothing for nothing."""
    return "" if value is None else f"{value:.3f}".removeprefix("0")
