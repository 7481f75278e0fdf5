"""Is a confidence what it says? `python benchmarks/calibration.py --models DIR --corpora DIR [--plot FILE.svg]`.

The headings that `rubric` finds on the pages of outline and asdus, and the titles on those of outline, l3s and
wcxb, with the model of each page's fold, by confidence: how many there are, what they say of themselves on average,
and how many are right. `--plot` draws it for headings.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from corpora import add_option, find_corpora
from progress import tell
from reliability import STEPS, bins, reliability_plot

from rubricator.errors import RubricatorError
from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.metrics.headings import fold_heading, match_in_order, similar
from rubricator.evaluate.metrics.titles import compare_titles
from rubricator.evaluate.models import fitted
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of

MARKED = {"outline": ("headings", "titles"), "asdus": ("headings",), "l3s": ("titles",), "wcxb": ("titles",)}
"""What each corpus has marked."""
Judged = list[tuple[float, bool]]
"""Confidence, and whether it is right."""


def judged(gold: Gold, models: Path, corpora: Path) -> dict[str, Judged]:
    """Return the headings and the title that are found on a page."""
    page = render_static(load(gold.page))
    params = fitted("rubric", {"model": str(models)}, page.sha256, gold.page, corpora).params
    structure = structure_of(page, Options("rubric", params))
    found = [block.heading for block in structure.root.walk() if block.heading and block.level]
    wanted = [fold_heading(one.text) for one in gold.headings]
    right = {place for place, _ in match_in_order([fold_heading(one.text) for one in found], wanted, similar)}
    return {
        "headings": [(one.confidence or 0.0, place in right) for place, one in enumerate(found)],
        "titles": [
            (title.score or 0.0, bool(compare_titles([title.text], gold.titles).right)) for title in structure.titles
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", required=True, type=Path, metavar="DIR", help="out-of-fold models")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write a reliability plot as SVG")
    parser.add_argument("--pages", type=int, metavar="N", help="only the first pages of each corpus")
    add_option(parser)
    given = parser.parse_args()
    if given.plot and not given.plot.parent.is_dir():
        parser.error(f"--plot {given.plot}: its folder is not there")
    corpora = find_corpora(given.corpora)
    series = {}
    for corpus, marked in MARKED.items():
        found: dict[str, Judged] = {what: [] for what in marked}
        try:
            for number, gold in enumerate(read_corpus(corpora, corpus)[: given.pages]):
                tell(f"{corpus}: page {number}")
                one = judged(gold, given.models, corpora)
                for what in marked:
                    found[what] += one[what]
        except RubricatorError as error:
            sys.exit(str(error))
        tell("")
        for what in marked:
            shares = bins(found[what])
            if what == "headings":
                series[corpus] = shares
            print(f"{corpus}: confidence, {what}, mean confidence, share right")
            for low, count, mean, share in shares:
                print(f"  {low:.1f}-{low + 1 / STEPS:.1f} {count:6d}  {mean:.2f}  {share:.2f}")
    if given.plot:
        given.plot.write_text(reliability_plot(series), "utf-8")


if __name__ == "__main__":
    main()
