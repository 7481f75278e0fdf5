"""The report of `rubricator evaluate retrieval`: ways to index and rank the same pages, on queries not chosen on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial

from rubricator.evaluate.compare import Contender
from rubricator.evaluate.metrics.retrieval import randomization_test
from rubricator.evaluate.retrieval import (
    FEEDBACK_TERMS,
    FIELDS,
    MEASURES,
    PLAIN,
    Collection,
    Feedback,
    Maker,
    Scores,
    anchor_texts,
    blocks,
    candidates,
    choose,
    detagged_blocks,
    indexed,
    measure,
    sweep,
    titled,
    whole_pages,
    windows_only,
)
from rubricator.search.index import BlockIndex
from rubricator.search.ranking import DEFAULT, Ranking
from rubricator.structure.model import JsonValue

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Row:
    """One way to search, and its scores on the queries that are reported."""

    name: str
    scores: Scores
    ranking: Ranking
    p_value: float | None = None
    """That its page MRR is that of windows without headings, or of no feedback, by a paired randomization test."""


def main_rows(collection: Collection, methods: Sequence[Contender], progress: Progress) -> Iterator[Row]:
    """Yield the ways that differ in what is indexed."""
    with indexed(collection, whole_pages, progress) as index:
        yield _row("whole pages", index, collection, PLAIN, progress)
    with indexed(collection, windows_only, progress) as index:
        base = _row("windows without headings", index, collection, PLAIN, progress)
    yield base
    for method in methods:
        ways = {method.name: blocks}
        if method.method != "tags":
            ways[f"{method.name}, detagged"] = detagged_blocks
        for label, way in ways.items():
            maker: Maker = partial(way, method)
            with indexed(collection, maker, progress) as index:
                yield _against(_row(f"{label}, default", index, collection, DEFAULT, progress), base)
                progress(f"choosing for {label}")
                best = choose(index, collection, candidates(), "J")
                yield _against(_row(f"{label}, chosen: {_described(best)}", index, collection, best, progress), base)


def title_rows(collection: Collection, method: Contender, progress: Progress) -> Iterator[Row]:
    """Yield whole pages with the title fields of the paper; alpha is chosen on the other queries."""
    anchors = anchor_texts(collection.pages)
    for kind in FIELDS:
        with indexed(collection, partial(titled, kind, method, anchors), progress) as index:
            progress(f"choosing alpha for {kind}")
            best = choose(index, collection, list(sweep(("path",)).values()), "page MRR")
            yield _row(f"BasicField+{kind}, {_alpha(best)}", index, collection, best, progress)


def alpha_rows(collection: Collection, method: Contender, progress: Progress) -> Iterator[Row]:
    """Yield blocks ranked with each alpha: the curve of the paper's Figures 5 to 7."""
    with indexed(collection, partial(blocks, method), progress) as index:
        for alpha, ranking in sweep(("heading", "path")).items():
            yield _row(f"{method.name}, alpha {alpha:g}", index, collection, ranking, progress)


def feedback_rows(collection: Collection, methods: Sequence[Contender], progress: Progress) -> Iterator[Row]:
    """Yield pages searched with terms added to the queries, from pages or from blocks (VIPS, Figure 7); then blocks.

    In the first rows only the source of the terms differs. In the others blocks are searched, with terms of their own.
    """
    with indexed(collection, whole_pages, progress) as index:
        base = _row("pages, no feedback", index, collection, PLAIN, progress)
        yield base
        yield from _expanded_rows("pages, {} terms from pages", base, index, collection, index, progress)
        for method in methods:
            with indexed(collection, partial(blocks, method), progress) as source:
                yield from _expanded_rows(
                    f"pages, {{}} terms from {method.name}", base, index, collection, source, progress
                )
    for method in methods:
        with indexed(collection, partial(blocks, method), progress) as index:
            base = _row(f"{method.name}, no feedback", index, collection, DEFAULT, progress)
            yield base
            yield from _expanded_rows(f"{method.name}, {{}} terms", base, index, collection, index, progress)


def _expanded_rows(
    name: str, base: Row, index: BlockIndex, collection: Collection, source: BlockIndex, progress: Progress
) -> Iterator[Row]:
    found: dict[str, list[str]] = {}
    for terms in FEEDBACK_TERMS:
        # Whole pages give terms by the ranking of pages, blocks by that of blocks.
        feedback = Feedback(terms, source, base.ranking if source is index else DEFAULT, found)
        yield _against(_row(name.format(terms), index, collection, base.ranking, progress, feedback), base)


def table(rows: Sequence[Row]) -> str:
    """Return the rows as text."""
    width = max(len(row.name) for row in rows)
    lines = [f"{'':{width}}  {'  '.join(f'{name:>9}' for name in MEASURES)}  {'p':>6}"]
    for row in rows:
        cells = "  ".join(f"{row.scores.mean(name):9.3f}" for name in MEASURES)
        lines.append(f"{row.name:{width}}  {cells}  {'' if row.p_value is None else f'{row.p_value:6.4f}'}".rstrip())
    return "\n".join(lines)


def as_json(rows: Sequence[Row]) -> list[JsonValue]:
    """Return the rows with their rankings."""
    return [
        {
            "name": row.name,
            "measures": {name: row.scores.mean(name) for name in MEASURES},
            "p": row.p_value,
            "ranking": _ranking_json(row.ranking),
        }
        for row in rows
    ]


def _ranking_json(ranking: Ranking) -> JsonValue:
    fields: list[JsonValue] = [{**asdict(field), "parts": list(field.parts)} for field in ranking.fields]
    return {"fields": fields, "normalised": ranking.normalised}


def _row(
    name: str,
    index: BlockIndex,
    collection: Collection,
    ranking: Ranking,
    progress: Progress,
    feedback: Feedback | None = None,
) -> Row:
    progress(f"measuring {name}")
    scores = measure(index, collection, ranking, held_out=True, feedback=feedback)
    progress("")
    return Row(name, scores, ranking)


def _against(row: Row, base: Row) -> Row:
    one, other = row.scores.values["page MRR"], base.scores.values["page MRR"]
    return Row(row.name, row.scores, row.ranking, randomization_test(one, other, rounds=2000))


def _described(ranking: Ranking) -> str:
    return f"k1 {ranking.fields[0].k1:g}, b {ranking.fields[0].b:g}, share {ranking.share:g}"


def _alpha(ranking: Ranking) -> str:
    return f"alpha {ranking.fields[0].weight:g}"
