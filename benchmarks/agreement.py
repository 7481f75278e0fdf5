"""How far people agree on the same pages: `python benchmarks/agreement.py --corpora DIR [--models DIR]`.

Some pages of asdus and cleaneval are marked in outline, too. What its people marked is held against the other gold as
if a method had found it, by that corpus's own measure (micro). With `--models`, what `rubric` finds on these pages is
held against both, by the models of their folds: as it is, and when it is told which marks to keep to.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from corpora import add_option, find_corpora
from progress import tell

from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.metrics.counts import Counts, total
from rubricator.evaluate.metrics.headings import compare_headings
from rubricator.evaluate.models import fitted, with_models
from rubricator.evaluate.scores import score
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of

OTHERS = {"asdus": "titles", "cleaneval": "headings"}
"""Corpora that share pages with outline, and what their measure is called."""


def shared(left: Iterable[Gold], right: Iterable[Gold]) -> Iterator[tuple[Gold, Gold]]:
    """Pair what two corpora say of the same page."""
    known = {gold.page.resolve(): gold for gold in left}
    for gold in right:
        if gold.page.resolve() in known:
            yield known[gold.page.resolve()], gold


def agreement(outline: Gold, other: Gold) -> Counts:
    """Hold the headings of outline against those of another gold, which may count the page's title as one."""
    titles = outline.titles[:1] if other.kind == "lines" else ()
    found = [*titles, *(heading.text for heading in outline.headings)]
    return compare_headings(found, [heading.text for heading in other.headings])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, metavar="DIR", help="out-of-fold models of rubric")
    add_option(parser)
    given = parser.parse_args()
    corpora = find_corpora(given.corpora)
    outline = read_corpus(corpora, "outline")
    for name, measure in OTHERS.items():
        pairs = list(shared(outline, read_corpus(corpora, name)))
        print(f"{name}: {len(pairs)} pages that outline marks, too; precision, recall, F1")
        _print("people of outline", [agreement(*pair) for pair in pairs])
        for like in (None, name, "outline") if given.models else ():
            scores = []
            for number, (_, gold) in enumerate(pairs):
                tell(f"{name}, page {number + 1} of {len(pairs)}")
                scores.append(_score(gold, given.models, corpora, like)[measure])
            tell("")
            _print(f"rubric, like={like}" if like else "rubric", scores)


def _score(gold: Gold, models: Path, corpora: Path, like: str | None) -> dict[str, Counts]:
    page = render_static(load(gold.page))
    params = with_models({"like": like} if like else {}, models)
    chosen = fitted("rubric", params, page.sha256, gold.page, corpora).params
    return score(structure_of(page, Options("rubric", chosen)), gold)


def _print(who: str, scores: list[Counts]) -> None:
    counts = total(scores)
    print(f"  {who:24} {counts.precision:.3f} {counts.recall:.3f} {counts.f1:.3f}")


if __name__ == "__main__":
    main()
