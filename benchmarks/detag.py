"""What heading tags are worth to `rubric`: `python benchmarks/detag.py --models DIR --corpora DIR`.

Each page of outline and asdus is read by the model of its fold, as it is and with its heading tags taken away (computed
looks stay). The figure is the F1 of headings after, over that before.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

from corpora import add_option, find_corpora

from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.metrics.counts import total
from rubricator.evaluate.models import fitted
from rubricator.evaluate.scores import score
from rubricator.learn.detag import detag
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of

MEASURES = {"outline": "heading, whole page", "asdus": "titles"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", required=True, type=Path, metavar="DIR", help="out-of-fold models")
    add_option(parser)
    given = parser.parse_args()
    corpora = find_corpora(given.corpora)
    for corpus, measure in MEASURES.items():
        before, after = [], []
        for gold in read_corpus(corpora, corpus):
            if not gold.headings:
                continue
            page = render_static(load(gold.page))
            params = fitted("rubric", {"model": str(given.models)}, page.sha256, gold.page, corpora).params
            before.append(score(structure_of(page, Options("rubric", params)), gold)[measure])
            after.append(score(structure_of(detag(page), Options("rubric", params)), gold)[measure])
        for name, figures in {
            "macro": [statistics.mean(one.f1 for one in counts) for counts in (before, after)],
            "micro": [total(counts).f1 for counts in (before, after)],
        }.items():
            print(f"{corpus}, {name}: {figures[0]:.3f} -> {figures[1]:.3f} ({figures[1] / figures[0]:.3f})")


if __name__ == "__main__":
    main()
