"""Is a confidence what it says? `python benchmarks/calibration.py --models DIR --corpora DIR`.

The headings that `rubric` finds on the pages of outline and asdus, with the model of each page's fold, by confidence:
how many there are, what they say of themselves on average, and how many are right.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from corpora import add_option, find_corpora

from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.metrics.headings import fold_heading, match_in_order, similar
from rubricator.evaluate.models import fitted
from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.pipeline import structure_of
from rubricator.style.static import render_static

STEPS = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", required=True, type=Path, metavar="DIR", help="out-of-fold models")
    add_option(parser)
    given = parser.parse_args()
    corpora = find_corpora(given.corpora)
    for corpus in ("outline", "asdus"):
        judged: list[list[tuple[float, bool]]] = [[] for _ in range(STEPS)]
        for gold in read_corpus(corpora, corpus):
            page = render_static(load(gold.page), limits=Limits(), budget=Budget())
            params = fitted("rubric", {"model": str(given.models)}, page.sha256, gold.page, corpora).params
            blocks = structure_of(page, "rubric", params=params).root.walk()
            found = [block.heading for block in blocks if block.heading and block.level]
            wanted = [fold_heading(one.text) for one in gold.headings]
            right = {place for place, _ in match_in_order([fold_heading(one.text) for one in found], wanted, similar)}
            for place, one in enumerate(found):
                confidence = one.confidence or 0.0
                judged[min(int(confidence * STEPS), STEPS - 1)].append((confidence, place in right))
        print(f"{corpus}: confidence, headings, mean confidence, share right")
        for step, some in enumerate(judged):
            if some:
                mean, share = (sum(column) / len(some) for column in zip(*some, strict=True))
                print(f"  {step / STEPS:.1f}-{(step + 1) / STEPS:.1f} {len(some):6d}  {mean:.2f}  {share:.2f}")


if __name__ == "__main__":
    main()
