"""Table 1 of the paper of `bayes` (PAKDD 2014): purity, inverse purity and F of the lists that methods find.

On pages of our own with gold lists beside them, and on `outline`, where at least two sibling headings are a gold list.
A subdocument is known by its rows: the one it starts with and the one the next one starts with, so that a bullet before
a heading makes no difference.
"""

from __future__ import annotations

import json
import os
from bisect import bisect_right
from collections.abc import Hashable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from outline_spans import place_outline
from paper_table import Figures, Row, Table
from purity import macro_purity, micro_purity, subdocuments

from rubricator.errors import GoldError
from rubricator.evaluate.compare import Contender, parse_contender
from rubricator.evaluate.gold.gold import Gold, Span
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.model import Page
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of
from rubricator.segment.bayes.rows import read_rows
from rubricator.structure.model import Structure

COLUMNS = ("P", "IP", "F", "all P", "all IP", "all F", "mac P", "mac IP", "mac F")
PUBLISHED: dict[str, Figures] = {
    "bayes": (None, None, 0.5023, None, None, 0.4768, None, None, 0.4963),
    "rows": (None, None, 0.4693, None, None, 0.4242, None, None, 0.4205),
}
"""Table 1, by method: micro on pages with lists, micro on all pages, macro."""
LISTS = "lists.json"
Lists = list[set[Hashable]]


class Marked(NamedTuple):
    """A page of our own, and its lists: of each member the text that it starts with."""

    path: Path
    lists: list[list[str]]


class Scored(NamedTuple):
    """The lists of one page: what each contender found, and what is wanted; and whether the page has a table."""

    found: list[Lists]
    wanted: Lists
    table: bool


def read_marked(folder: Path) -> list[Marked]:
    """Read the pages of a folder with their lists."""
    try:
        lists = json.loads((folder / LISTS).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise GoldError(f"{folder / LISTS}: {error}") from error
    return [Marked(folder / f"{name}.html", lists[name]) for name in sorted(lists)]


def starts_of(marked: Marked, text: str) -> list[list[int]]:
    """Place the members of each list in the page's text, each after the one before it."""
    found = []
    for members in marked.lists:
        at, starts = 0, []
        for member in members:
            at = text.find(member, at)
            if at < 0:
                raise GoldError(f"{marked.path}: the page does not have the text {member!r} where it should")
            starts.append(at)
            at += len(member)
        found.append(starts)
    return found


def sibling_starts(gold: Gold, text: str) -> tuple[list[list[int]], Span | None]:
    """Return where the headings of each set of at least two siblings start, and the body."""
    spans = place_outline(gold, text)
    siblings: dict[int | None, list[int]] = {}
    for heading, span in zip(gold.headings, spans.headings, strict=True):
        if span:
            siblings.setdefault(heading.parent, []).append(span[0])
    return [sorted(starts) for starts in siblings.values() if len(starts) > 1], spans.body


def found_starts(structure: Structure) -> list[list[int]]:
    """Return where the members of each list start: blocks with headings under the same block."""
    sisters = ([child.heading.start for child in block.children if child.heading] for block in structure.root.walk())
    return [sorted(starts) for starts in sisters if len(starts) > 1]


def as_lists(starts: Sequence[Sequence[int]], rows: Sequence[int], span: Span) -> Lists:
    """Return lists as sets of subdocuments by rows, of the members that start in a span."""
    found: Lists = []
    end = bisect_right(rows, span[1])
    for members in starts:
        places = sorted({bisect_right(rows, one) for one in members if span[0] <= one < span[1]})
        if len(places) > 1:
            found.append(subdocuments(places, end))
    return found


class Readings(NamedTuple):
    """The lists of one page: of the whole page, and of its body, where gold says what that is."""

    whole: Scored
    body: Scored


@dataclass(frozen=True, slots=True)
class _Work:
    """Reads one page with all contenders; sent to the worker processes."""

    contenders: tuple[Contender, ...]

    def __call__(self, gold: Gold | Marked) -> Readings:
        path = gold.page if isinstance(gold, Gold) else gold.path
        page = render_static(load(path))
        rows = [row.start for row in read_rows(page, page.body)]
        wanted, body = _wanted(gold, page)
        found = [found_starts(structure_of(page, Options(one.method, one.params))) for one in self.contenders]
        whole = 0, len(page.text) + 1
        return Readings(*(_within(found, wanted, rows, span, "table" in page.tag) for span in (whole, body or whole)))


def _within(
    found: Sequence[list[list[int]]], wanted: list[list[int]], rows: list[int], span: Span, table: bool
) -> Scored:
    return Scored([as_lists(starts, rows, span) for starts in found], as_lists(wanted, rows, span), table)


def _wanted(gold: Gold | Marked, page: Page) -> tuple[list[list[int]], Span | None]:
    return sibling_starts(gold, page.text) if isinstance(gold, Gold) else (starts_of(gold, page.text), None)


def score(contenders: Sequence[Contender], golds: Sequence[Gold] | Sequence[Marked]) -> list[Readings]:
    """Read all pages with all contenders."""
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        return list(workers.map(_Work(tuple(contenders)), golds, chunksize=2))


def figures(pages: Sequence[tuple[Lists, Lists]]) -> Figures:
    """Return the figures of COLUMNS for (found, wanted) lists of pages."""
    with_lists = [one for one in pages if one[1]]
    return (*micro_purity(with_lists), *micro_purity(pages), *macro_purity(pages))


def list_table(
    title: str, contenders: Sequence[Contender], pages: Sequence[Scored], notes: Sequence[str] = ()
) -> Table:
    """Make a table; contenders of one name, which differ in their seeds, are one line: the mean of their figures."""
    rows: dict[str, list[Figures]] = {}
    for number, one in enumerate(contenders):
        rows.setdefault(one.name, []).append(figures([(page.found[number], page.wanted) for page in pages]))
    listed = [Row(name, _means(runs), PUBLISHED.get(name.partition(":")[0])) for name, runs in rows.items()]
    return Table(title, COLUMNS, tuple(listed), tuple(notes))


def _means(runs: Sequence[Figures]) -> Figures:
    return [sum(one or 0.0 for one in column) / len(runs) for column in zip(*runs, strict=True)]


def counted(pages: Sequence[Scored]) -> str:
    """Say how many pages there are, and how many of them have lists."""
    return f"{len(pages)} pages, {sum(bool(page.wanted) for page in pages)} with lists"


def seeded(text: str, seeds: int) -> list[Contender]:
    """Return a contender once for each seed, or once when it has none."""
    one = parse_contender(text)
    if one.method != "bayes":
        return [one]
    return [Contender(one.name, one.method, {**one.params, "seed": seed}) for seed in range(1, seeds + 1)]
