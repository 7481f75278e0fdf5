"""Methods x corpora x measures in one run: each page is parsed and styled once, and all methods are run on it."""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rubricator.errors import RubricatorError, UsageError
from rubricator.evaluate.bootstrap import Interval, interval, paired_difference
from rubricator.evaluate.details import PageDetail, page_detail
from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.gold.model import Gold
from rubricator.evaluate.measures import MEASURES, Measure
from rubricator.evaluate.scores import PageScores, score
from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.pipeline import structure_of
from rubricator.segment import find_method
from rubricator.structure.model import JsonValue
from rubricator.style.static import render_static

Details = dict[str, dict[str, PageDetail]]
"""By corpus and page."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A method with its parameters, as `heps` or `heps:preset=reference:t=2`."""

    name: str
    method: str
    params: dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Row:
    """One measure of one corpus for all contenders."""

    corpus: str
    pages: int
    measure: Measure
    figures: tuple[Interval, ...]
    difference: tuple[Interval, float] | None
    """Second contender minus the first, and the share of samples that turn its sign."""


@dataclass(frozen=True, slots=True)
class Result:
    """All rows, the scores behind them, and the pages that failed."""

    contenders: tuple[Contender, ...]
    rows: tuple[Row, ...]
    scores: dict[str, dict[str, list[PageScores]]]
    """By corpus: for each page, in the order of the corpus, the scores of each contender."""
    failures: tuple[tuple[str, str], ...]
    details: Details = field(default_factory=dict)
    """What stands behind the scores; empty unless asked for."""


def parse_contender(text: str) -> Contender:
    """Read a method with parameters from the command line."""
    method, *pairs = text.split(":")
    find_method(method)
    params: dict[str, JsonValue] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"{text!r}: write METHOD:NAME=VALUE, such as heps:preset=reference")
        try:
            params[name] = json.loads(value)
        except ValueError:
            params[name] = value
    return Contender(text, method, params)


def compare(
    contenders: Sequence[Contender],
    corpora: Path,
    names: Sequence[str],
    *,
    processes: int = 2,
    limit: int | None = None,
    detailed: bool = False,
) -> Result:
    """Score contenders on corpora; `detailed` keeps both outlines of every page, for a report."""
    rows: list[Row] = []
    scores: dict[str, dict[str, list[PageScores]]] = {}
    details: Details = {}
    failures: list[tuple[str, str]] = []
    work = _Work(contenders, detailed)
    for name in names:
        every = read_corpus(corpora, name)
        golds = every[:limit]
        scored = scores[name] = {}
        for gold, result in zip(golds, _run(golds, work, processes, name), strict=True):
            if isinstance(result, str):
                failures.append((gold.id, result))
                continue
            scored[gold.id], detail = result
            if detail:
                details.setdefault(name, {})[gold.id] = detail
        parts = {gold.id: gold.domain for gold in golds}
        rows.extend(_rows(name, every[0].kind, [(parts[page], one) for page, one in scored.items()], len(contenders)))
    return Result(tuple(contenders), tuple(rows), scores, tuple(failures), details)


def _rows(corpus: str, kind: str, pages: Sequence[tuple[str | None, list[PageScores]]], count: int) -> Iterator[Row]:
    """Yield the rows of a corpus, each measure that is given by part followed by those of the parts."""
    parts = sorted({part for part, _ in pages if part})
    for measure in MEASURES[kind]:
        yield _row(corpus, measure, measure.name, [scores for _, scores in pages], count)
        for part in parts if measure.by_part else ():
            inside = [scores for of, scores in pages if of == part]
            yield _row(corpus, measure._replace(name=f"{measure.name}, {part}"), measure.name, inside, count)


def _row(corpus: str, measure: Measure, name: str, pages: Sequence[list[PageScores]], count: int) -> Row:
    columns = [[page[number][name] for page in pages] for number in range(count)]
    figures = tuple(interval(column, measure.figure) for column in columns)
    difference = paired_difference(columns[1], columns[0], measure.figure) if count > 1 else None
    return Row(corpus, len(pages), measure, figures, difference)


_Scored = tuple[list[PageScores], PageDetail | None] | str
"""Scores of each contender and what stands behind them; or why the page failed."""


class _Work:
    """Scores one page; made once and sent to the worker processes."""

    def __init__(self, contenders: Sequence[Contender], detailed: bool) -> None:
        self.contenders = contenders
        self.detailed = detailed

    def __call__(self, gold: Gold) -> _Scored:
        try:
            page = render_static(load(gold.page), limits=Limits(), budget=Budget())
            found = [structure_of(page, one.method, params=one.params) for one in self.contenders]
            scores = [score(structure, gold) for structure in found]
            return scores, page_detail(gold, found, structure_of(page, "tags")) if self.detailed else None
        except RubricatorError as error:
            return str(error)


def _run(golds: Sequence[Gold], work: Callable[[Gold], _Scored], processes: int, name: str) -> Iterator[_Scored]:
    if processes <= 1:
        yield from _with_progress(map(work, golds), len(golds), name)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from _with_progress(pool.imap(work, golds, chunksize=4), len(golds), name)


def _with_progress(results: Iterator[_Scored], count: int, name: str) -> Iterator[_Scored]:
    """Show a bar on a terminal's stderr while results come in."""
    shown = sys.stderr.isatty()
    for number, result in enumerate(results, 1):
        if shown:
            filled = 30 * number // count
            print(f"\r{name:10} [{'#' * filled}{'.' * (30 - filled)}] {number}/{count}", end="", file=sys.stderr)
        yield result
    if shown:
        print(file=sys.stderr)
