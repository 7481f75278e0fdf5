"""Headings of the further pages that `rubric` learns from: `python benchmarks/further.py --models DIR...`.

Each page is read with the model of its fold, which has not seen its site. Prints the F1 of headings, the mean over the
pages that have some, by the corpus that the page is from, for `tags` and for each folder of models; with two folders,
the difference between them and its 95 % interval by a paired bootstrap over pages. Before that, how well pages of
`outline` that were marked in the same way (`second_reading.jsonl`) agree with its own marks.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from corpora import add_option, find_corpora
from progress import tell

from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.metrics.headings import compare_headings
from rubricator.evaluate.models import fitted, with_models
from rubricator.learn.marks import Marks, read_marks
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.model import Page
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of

SAMPLES = 2000
_SECOND_READING = Path(__file__).with_name("second_reading.jsonl")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    parser.add_argument("--models", type=Path, nargs="+", required=True, metavar="DIR", help="out-of-fold models")
    given = parser.parse_args()
    corpora = find_corpora(given.corpora)
    print(_agreement(corpora))
    pages = [(page, gold) for page, gold in map(_rendered, read_marks(corpora)) if gold.headings]
    names = [gold.id.partition("/")[0] for _, gold in pages]
    found: list[np.ndarray] = []
    for folder in (None, *given.models):
        scores = []
        for number, (page, gold) in enumerate(pages):
            tell(f"{folder or 'tags'}: {number} of {len(pages)} pages")
            scores.append(_f1(_read(page, gold, folder, corpora), gold))
        found.append(np.array(scores))
        tell("")
        by_name = [f"{name} {found[-1][np.array(names) == name].mean():.3f}" for name in sorted(set(names))]
        print(f"{folder or 'tags'}: {found[-1].mean():.3f} on {len(pages)} pages ({', '.join(by_name)})")
    if len(given.models) == 2:
        change = found[2] - found[1]
        samples = np.random.default_rng(1).integers(0, len(change), (SAMPLES, len(change)))
        low, high = np.quantile(change[samples].mean(axis=1), (0.025, 0.975))
        print(f"difference {change.mean():+.3f} ({low:+.3f} to {high:+.3f})")


def _agreement(corpora: Path) -> str:
    golds = {gold.page.resolve(): gold for gold in read_corpus(corpora, "outline")}
    scores = []
    for marks in read_marks(corpora, _SECOND_READING):
        _, again = _rendered(marks)
        scores.append(_f1([one.text for one in again.headings], golds[marks.page.resolve()]))
    return f"second reading of outline: {np.mean(scores):.3f} on {len(scores)} pages"


def _rendered(marks: Gold) -> tuple[Page, Gold]:
    assert isinstance(marks, Marks)
    page = render_static(load(marks.page))
    return page, marks.on(page)


def _read(page: Page, gold: Gold, models: Path | None, corpora: Path) -> list[str]:
    """Return the headings that are found."""
    params = {} if models is None else fitted("rubric", with_models({}, models), page.sha256, gold.page, corpora).params
    structure = structure_of(page, Options("tags" if models is None else "rubric", params))
    return [block.heading.text for block in structure.root.walk() if block.heading and block.level]


def _f1(headings: list[str], gold: Gold) -> float:
    return compare_headings(headings, [heading.text for heading in gold.headings]).f1


if __name__ == "__main__":
    main()
