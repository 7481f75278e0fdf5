"""Methods x corpora x measures in one run: each page is parsed and styled once, and all methods are run on it."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from rubricator.errors import RubricatorError, UsageError
from rubricator.evaluate.bootstrap import Interval, interval, paired_difference
from rubricator.evaluate.details import PageDetail, page_detail
from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.measures import MEASURES, Measure
from rubricator.evaluate.models import fitted, with_models
from rubricator.evaluate.scores import PageScores, score, told_body
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of
from rubricator.segment import find_method
from rubricator.segment.parameters import parse_method
from rubricator.segment.registry import LEARNED
from rubricator.structure.model import JsonValue

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
    """What stands behind the scores; empty unless `detailed`."""
    kinds: dict[str, str] = field(default_factory=dict)
    """By corpus, the kind of its gold."""
    in_sample: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    """By corpus and contender: the pages that its model was trained on, where there are any."""


def parse_contender(text: str) -> Contender:
    """Read a method with parameters from the command line."""
    method, params = parse_method(text)
    find_method(method)
    return Contender(text, method, params)


def out_of_fold(contender: Contender, folder: Path) -> Contender:
    """Return a contender that is measured with out-of-fold models, if it is learned and names no model itself."""
    if contender.method not in LEARNED:
        return contender
    return replace(contender, params=with_models(contender.params, folder))


def labels(result: Result, corpus: str) -> list[str]:
    """Return the names of the contenders as they stand above their figures; a model that has seen pages is marked."""
    seen = result.in_sample.get(corpus, {})
    return [f"{one.name} (in sample)" if one.name in seen else one.name for one in result.contenders]


def compare(
    contenders: Sequence[Contender],
    corpora: Path,
    names: Sequence[str],
    *,
    processes: int = 2,
    limit: int | None = None,
    detailed: bool = False,
) -> Result:
    """Score contenders on corpora, or on the first pages of each."""
    sets = {name: read_corpus(corpora, name)[:limit] for name in names}
    return measure(contenders, sets, corpora=corpora, processes=processes, detailed=detailed)


def measure(
    contenders: Sequence[Contender],
    sets: Mapping[str, Sequence[Gold]],
    *,
    corpora: Path | None = None,
    processes: int = 2,
    detailed: bool = False,
) -> Result:
    """Score contenders on named sets of gold, each of one kind; `detailed` keeps both outlines of every page."""
    rows: list[Row] = []
    result = Result(tuple(contenders), (), {}, ())
    failures: list[tuple[str, str]] = []
    work = _Work(contenders, detailed, corpora)
    for name, golds in sets.items():
        if not golds:
            continue
        result.kinds[name] = golds[0].kind
        scored = result.scores[name] = {}
        seen: dict[str, list[str]] = {}
        for gold, page in zip(golds, _run(golds, work, processes, name), strict=True):
            if isinstance(page, str):
                failures.append((gold.id, page))
                continue
            scored[gold.id] = page.scores
            if page.detail:
                result.details.setdefault(name, {})[gold.id] = page.detail
            for contender in page.in_sample:
                seen.setdefault(contender, []).append(gold.id)
        if seen:
            result.in_sample[name] = {contender: tuple(pages) for contender, pages in seen.items()}
        parts = {gold.id: gold.domain for gold in golds}
        pages = [(parts[page], scores) for page, scores in scored.items()]
        rows.extend(_rows(name, golds[0].kind, pages, len(contenders)))
    return replace(result, rows=tuple(rows), failures=tuple(failures))


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


class _Page(NamedTuple):
    """Scores of each contender on a page, what stands behind them, and whose model was trained on it."""

    scores: list[PageScores]
    detail: PageDetail | None
    in_sample: list[str]


_Scored = _Page | str
"""A page, or why it failed."""


class _Work:
    """Scores one page; made once and sent to the worker processes."""

    def __init__(self, contenders: Sequence[Contender], detailed: bool, corpora: Path | None) -> None:
        self.contenders = contenders
        self.detailed = detailed
        self.corpora = corpora

    def __call__(self, gold: Gold) -> _Scored:
        try:
            page = render_static(load(gold.page))
            fits = [fitted(one.method, one.params, page.sha256, gold.page, self.corpora) for one in self.contenders]
            ways = [(one.method, fit.params) for one, fit in zip(self.contenders, fits, strict=True)]
            found = [structure_of(page, Options(method, params)) for method, params in ways]
            body = told_body(page.text, gold)
            told = [structure_of(page, Options(method, params, body)) for method, params in ways] if body else found
            return _Page(
                [score(one, gold, other) for one, other in zip(found, told, strict=True)],
                page_detail(gold, found, structure_of(page, Options("tags"))) if self.detailed else None,
                [one.name for one, fit in zip(self.contenders, fits, strict=True) if fit.in_sample],
            )
        except UsageError:
            raise
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
