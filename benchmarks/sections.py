"""Why sections of asdus are wrong whose title is right: `python benchmarks/sections.py --models DIR --corpora DIR`.

Reads the pages with the models of their folds, keeping to the marks that `--like` names. Of each found title that is
right, whose prose does not agree with that of gold (F1 of words below .75), it says why, in this order: gold gives the
title the prose of the section before or after it, or none, or only the beginning of what stands under the last title;
the next heading was missed or is false; or something else.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from corpora import add_option, find_corpora
from progress import tell

from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.metrics.headings import fold_heading, match_in_order, similar
from rubricator.evaluate.metrics.words import Section, compare_words
from rubricator.evaluate.models import fitted, with_models
from rubricator.evaluate.scores import own_sections
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of

LEAST = 0.75
RIGHT = "right"
NEIGHBOUR, NONE, BEGINNING = (
    "gold has the prose of the section before or after",
    "gold has no prose",
    "gold has the beginning of the last section only",
)
MISSED, FALSE, OTHER = "the next heading was missed", "the next heading is false", "something else"


def verdicts(found: list[Section], wanted: list[Section]) -> Iterator[str]:
    """Say of each title that is right what its section is."""
    left, right = ([fold_heading(section.title or "") for section in side] for side in (found, wanted))
    pairs = match_in_order(left, right, similar)
    ours, gold = {one for one, _ in pairs}, {other for _, other in pairs}
    for one, other in pairs:
        prose = found[one].prose
        beside = [wanted[place].prose for place in (other - 1, other + 1) if 0 <= place < len(wanted)]
        if agrees(prose, wanted[other].prose):
            yield RIGHT
        elif prose and any(agrees(prose, neighbour) for neighbour in beside):
            yield NEIGHBOUR
        elif not wanted[other].prose:
            yield NONE
        elif other == len(wanted) - 1 and compare_words(prose, wanted[other].prose).recall >= LEAST:
            yield BEGINNING
        elif other + 1 < len(wanted) and other + 1 not in gold:
            yield MISSED
        else:
            yield FALSE if one + 1 < len(found) and one + 1 not in ours else OTHER


def agrees(found: str, wanted: str) -> bool:
    counts = compare_words(found, wanted)
    return counts.f1 >= LEAST or not (counts.found or counts.wanted)


def sections_of(gold: Gold, models: Path, corpora: Path, like: str | None) -> list[Section]:
    page = render_static(load(gold.page))
    params = with_models({"like": like} if like else {}, models)
    structure = structure_of(page, Options("rubric", fitted("rubric", params, page.sha256, gold.page, corpora).params))
    return [section for section in own_sections(structure) if section.title]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", required=True, type=Path, metavar="DIR", help="out-of-fold models")
    parser.add_argument("--like", metavar="CORPUS", help="keep to the marks of one corpus")
    add_option(parser)
    given = parser.parse_args()
    corpora = find_corpora(given.corpora)
    golds = read_corpus(corpora, "asdus")
    counts: Counter[str] = Counter()
    both = 0
    for number, gold in enumerate(golds):
        tell(f"{number} of {len(golds)} pages")
        found = sections_of(gold, given.models, corpora, given.like)
        wanted = [Section(one.title, " ".join(one.prose)) for one in gold.sections if one.title]
        counts.update(verdicts(found, wanted))
        both += len(found) + len(wanted)
    tell("")
    for verdict, count in counts.most_common():
        print(f"{count:5}  {verdict}")
    print(f"sections, F1 micro: {2 * counts[RIGHT] / both:.3f}")
    print(f"without those whose gold is that of a neighbour: {2 * counts[RIGHT] / (both - 2 * counts[NEIGHBOUR]):.3f}")


if __name__ == "__main__":
    main()
