"""What each signal is worth to `rubric`: `python benchmarks/ablations.py --folds FILE --corpora DIR`.

F1 of headings out of fold (hierarchy plays no part), with all there is and without: each signal family of
`benchmarks/families.py`; heading tags alone; the blend with the group of one look; the threshold by expected F1 (one
for all pages instead, chosen on the other folds); detagged copies of pages; small pages cropped out of others. Content
body is found once, with all features; what tells headings and title is trained anew. Changes have the 95 %
interval of a paired bootstrap over pages. `--only NAME,..` leaves the other rows out, `--pages 20` tries it out on a
few pages of each corpus.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from corpora import add_option, find_corpora
from families import FAMILIES, TAGS, without, without_family
from progress import tell

from rubricator.errors import RubricatorError, UsageError
from rubricator.evaluate.bootstrap import paired_difference
from rubricator.evaluate.folds import read_table
from rubricator.evaluate.gold.model import Gold
from rubricator.evaluate.measures import macro_f1, micro_f1
from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.headings import compare_headings
from rubricator.evaluate.metrics.outline import Entry, compare_outlines
from rubricator.learn.corpora import CORPORA, Job, corpus_jobs, make_examples
from rubricator.learn.examples import Example, small_examples
from rubricator.learn.parallel import in_copies
from rubricator.learn.rubric import (
    DETAGGED_WEIGHT,
    THRESHOLDS,
    Marked,
    candidate_rows,
    detagged,
    fit_headings,
    out_of_fold_body,
)
from rubricator.segment.rubric.body import unit_features
from rubricator.segment.rubric.candidates import Candidates
from rubricator.segment.rubric.choice import choose_headings, with_group, without_overlaps
from rubricator.segment.rubric.columns import Floats, Ints, probabilities
from rubricator.segment.rubric.features import candidate_features
from rubricator.segment.rubric.groups import look_groups
from rubricator.segment.rubric.reading import beside_title, find_title

FIGURES: dict[str, tuple[str, Callable[[Sequence[Counts]], float]]] = {
    "asdus": ("titles, F1 micro", micro_f1),
    "cleaneval": ("headings, F1 micro", micro_f1),
    "outline": ("headings, F1 macro", macro_f1),
}
"""The corpora that are measured, and by what."""
GRID = [step / 20 for step in range(2, 15)]
"""The fixed thresholds that are tried."""
Scores = list[Counts]
"""Per measured page."""


@dataclass(frozen=True, slots=True)
class Variation:
    """What is left of the method."""

    name: str
    features: tuple[str, ...]
    blend: bool = True
    fixed: bool = False
    bare: bool = True
    """Whether it learns from detagged copies."""
    small: bool = True


class Sheet(NamedTuple):
    """An example with its features; `gold` only where it is measured."""

    corpus: str
    fold: int
    small: bool
    gold: Gold | None
    text: str
    candidates: Candidates
    last: int
    """Where the page's text ends."""
    columns: Mapping[str, Floats]
    groups: dict[str, Ints]
    rows: Marked
    bare: Marked | None
    """The same without heading tags."""


class Judged(NamedTuple):
    """How likely each candidate of a page is a heading, and which is the title."""

    likely: Floats
    title: int | None


def make_sheets(jobs: list[Job]) -> list[Sheet]:
    """Render the pages, find out of fold what is content, and compute all features once."""
    examples = make_examples(jobs, lambda done: tell(f"{done} of {len(jobs)} pages"))
    golds = {(corpus, gold.page.resolve()): gold for gold, corpus, _ in jobs if corpus in FIGURES}
    whole = len(examples)
    examples = [*examples, *(small for one in examples for small in small_examples(one))]
    tell("content body")
    in_body = out_of_fold_body(examples, [unit_features(one.sight) for one in examples])
    sheets = []
    for number, (one, likely) in enumerate(zip(examples, in_body, strict=True)):
        tell(f"features of {number} of {len(examples)} examples")
        gold = golds.get((one.corpus, Path(one.sight.page.path or "").resolve())) if number < whole else None
        sheets.append(make_sheet(one, likely, number >= whole, gold))
    return sheets


def make_sheet(one: Example, in_body: Floats, small: bool, gold: Gold | None) -> Sheet:
    seen = candidate_features(one.sight, one.candidates, one.texts, in_body)
    without_tags = detagged(one, in_body) if one.heading is not None else None
    bare = candidate_rows(one, without_tags, share=DETAGGED_WEIGHT) if without_tags else None
    return Sheet(
        one.corpus, one.fold, small, gold if one.candidates else None, one.sight.page.text, one.candidates,
        int(one.sight.unit_end[-1]), seen.columns, look_groups(seen.looks), candidate_rows(one, seen), bare,
    )  # fmt: skip


def variations(features: Sequence[str]) -> Iterator[Variation]:
    """Yield the whole method first."""
    every = tuple(features)
    yield Variation("nothing", every)
    for family in FAMILIES:
        yield Variation(family, tuple(without_family(features, family)))
    yield Variation("heading tags", tuple(without(features, TAGS)))
    yield Variation("blend with the group", every, blend=False)
    yield Variation("threshold by expected F1", every, fixed=True)
    yield Variation("detagged copies", every, bare=False)
    yield Variation("small cropped pages", every, small=False)


def chosen(every: Iterable[Variation], only: Sequence[str] | None) -> list[Variation]:
    """Return the whole method and the variations of these names, or all."""
    whole, *others = every
    names = [one.name for one in others]
    if unknown := set(only or ()) - set(names):
        raise UsageError(f"nothing is called {', '.join(sorted(unknown))}; choose from: {', '.join(names)}")
    return [whole, *(one for one in others if only is None or one.name in only)]


def grown(sheets: Sequence[Sheet], variation: Variation, fold: int) -> dict[int, Judged]:
    """Train without a fold; return what is said of the candidates of the measured pages of that fold."""
    marked: list[Marked] = []
    for one in sheets:
        if one.fold != fold and (variation.small or not one.small):
            marked += [
                row._replace(columns={name: row.columns[name] for name in variation.features})
                for row in (one.rows, one.bare if variation.bare else None)
                if row and row.weights.any()
            ]
    net, forest = fit_headings(marked)
    found = {}
    for number, one in enumerate(sheets):
        if one.gold and one.fold == fold:
            heading, title = net.scores(one.columns, one.groups)
            likely = probabilities(heading + forest.scores(one.columns))
            table = one.candidates.table
            found[number] = Judged(likely, find_title(table, probabilities(title), THRESHOLDS["title"]))
    return found


def counts_of(sheet: Sheet, title: int | None, probability: Floats, fixed: float | None) -> Counts:
    """Choose headings as the method does, or by a fixed threshold, and compare them with gold."""
    assert sheet.gold
    table = sheet.candidates.table
    if fixed is None:
        chosen = choose_headings(table, probability, THRESHOLDS["share"], THRESHOLDS["floor"], THRESHOLDS["sum"])
    else:
        chosen = [number for number in without_overlaps(table, probability) if probability[number] >= fixed]
    chosen = beside_title(table, chosen, title, sheet.last)
    if sheet.corpus == "cleaneval" and title is not None:
        # Its gold has the page's title among the headings.
        chosen.append(title)
    spans = sorted(sheet.candidates[number][:2] for number in chosen)
    found, wanted = [sheet.text[slice(*span)] for span in spans], [one.text for one in sheet.gold.headings]
    if sheet.corpus != "outline":
        return compare_headings(found, wanted)
    return compare_outlines(_entries(found), _entries(wanted), sheet.gold.titles).heading


def _entries(texts: Sequence[str]) -> list[Entry]:
    return [Entry(text, None, "") for text in texts]


def scores_of(sheets: Sequence[Sheet], judged: Mapping[int, Judged], variation: Variation) -> dict[str, Scores]:
    """Return the counts of all measured pages by corpus."""
    measured = sorted(judged)
    likely = {
        number: with_group(one.likely, sheets[number].groups["path"]) if variation.blend else one.likely
        for number, one in judged.items()
    }

    def all_counts(fixed: float | None) -> dict[int, Counts]:
        return {number: counts_of(sheets[number], judged[number].title, likely[number], fixed) for number in measured}

    if variation.fixed:
        counts = by_best_threshold(sheets, {threshold: all_counts(threshold) for threshold in GRID})
    else:
        counts = all_counts(None)
    return _by_corpus(sheets, counts)


def by_best_threshold(sheets: Sequence[Sheet], tried: Mapping[float, dict[int, Counts]]) -> dict[int, Counts]:
    """Take for each fold the threshold that is best on the pages of the others."""
    measured = next(iter(tried.values()))
    found: dict[int, Counts] = {}
    for fold in sorted({sheets[number].fold for number in measured}):

        def elsewhere(threshold: float, fold: int = fold) -> float:
            others = {number: one for number, one in tried[threshold].items() if sheets[number].fold != fold}
            return sum(FIGURES[corpus][1](some) for corpus, some in _by_corpus(sheets, others).items())

        best = max(tried, key=elsewhere)
        found |= {number: one for number, one in tried[best].items() if sheets[number].fold == fold}
    return found


def _by_corpus(sheets: Sequence[Sheet], counts: Mapping[int, Counts]) -> dict[str, Scores]:
    found: dict[str, Scores] = {}
    for number in sorted(counts):
        found.setdefault(sheets[number].corpus, []).append(counts[number])
    return found


def table_row(variation: Variation, scores: dict[str, Scores], whole: dict[str, Scores]) -> str:
    """Write a row of the table: each figure with its change."""
    cells = [variation.name, str(len(variation.features))]
    for corpus, (_, figure) in FIGURES.items():
        if corpus not in scores:
            cells.append("")
            continue
        cell = _short(figure(scores[corpus]))
        if scores is not whole:
            change, _ = paired_difference(scores[corpus], whole[corpus], figure)
            cell += f", {_short(change.value, '+')} ({_short(change.low, '+')} to {_short(change.high, '+')})"
        cells.append(cell)
    return f"| {' | '.join(cells)} |"


def _short(value: float, sign: str = "") -> str:
    """Write a figure without the zero before its point."""
    return f"{value:{sign}.3f}".replace("0.", ".", 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folds", required=True, type=Path, metavar="FILE", help="fold table, from `rubricator folds`")
    parser.add_argument(
        "--workers", type=int, metavar="N", help="models trained at a time (default: as there are cores)"
    )
    parser.add_argument("--only", metavar="NAME,...", help="what is left out, in place of all")
    parser.add_argument("--pages", type=int, metavar="N", help="only the first pages of each corpus")
    add_option(parser)
    given = parser.parse_args()
    corpora = find_corpora(given.corpora)
    try:
        jobs = corpus_jobs(corpora, read_table(given.folds))
        if given.pages:
            jobs = [one for name in CORPORA for one in [job for job in jobs if job[1] == name][: given.pages]]
        _run(make_sheets(jobs), given.workers, given.only.split(",") if given.only else None)
    except RubricatorError as error:
        sys.exit(str(error))


def _run(sheets: list[Sheet], workers: int | None, only: list[str] | None) -> None:
    tried = chosen(variations(list(sheets[0].columns)), only)
    folds = sorted({one.fold for one in sheets})
    heads = [f"{corpus}, {measure}" for corpus, (measure, _) in FIGURES.items()]
    print(f"| without | features | {' | '.join(heads)} |\n|{'---|' * (len(heads) + 2)}", flush=True)
    known: dict[tuple[tuple[str, ...], bool, bool], dict[int, Judged]] = {}
    whole: dict[str, Scores] = {}
    for variation in tried:
        tell(f"without {variation.name}")
        learned = variation.features, variation.bare, variation.small
        if learned not in known:
            known[learned] = {}
            for part in in_copies(partial(grown, sheets, variation), folds, workers):
                known[learned] |= part
        scores = scores_of(sheets, known[learned], variation)
        whole = whole or scores
        row = table_row(variation, scores, whole)
        tell("")
        print(row, flush=True)


if __name__ == "__main__":
    main()
