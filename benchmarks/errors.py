"""What `rubric` gets wrong, and why: `python benchmarks/errors.py --models DIR --corpora DIR`.

Reads the pages of asdus and outline with the models of their folds. Prints the causes of all errors by kind
(`benchmarks/causes.py` says which causes there are and in which order they are tried), the ten pages with the most
errors, and a sheet of some errors, at most three a page, with what people need to judge them.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from causes import KINDS
from corpora import add_option, find_corpora
from mistakes import Mistake, describe, find_mistakes, mark, match, most_common
from progress import tell

from rubricator.errors import RubricatorError
from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.models import fitted
from rubricator.load import load
from rubricator.page.render import render_static
from rubricator.segment.rubric.learned_model import load_model

CORPORA = ("asdus", "outline")
MOST_A_PAGE = 3
WORST = 10


class PageErrors(NamedTuple):
    """The errors of a page, and some of them described."""

    corpus: str
    page: str
    wanted: int
    found: int
    right: int
    mistakes: list[Mistake]
    described: list[list[str]]


def read_pages(corpora: Path, models: Path, seed: int, most: int | None) -> Iterator[PageErrors]:
    """Read the pages of all corpora."""
    for corpus in CORPORA:
        golds = read_corpus(corpora, corpus)[:most]
        for number, gold in enumerate(golds):
            tell(f"{corpus}: {number} of {len(golds)} pages")
            page = render_static(load(gold.page))
            params = fitted("rubric", {"model": str(models)}, page.sha256, gold.page, corpora).params
            marked = mark(page, gold, load_model(str(params["model"])))
            matched = match(marked)
            mistakes = find_mistakes(marked, matched)
            chosen = random.Random(f"{seed} {corpus} {gold.id}").sample(mistakes, min(MOST_A_PAGE, len(mistakes)))
            described = [describe(marked, one) for one in mistakes if one in chosen]
            found = matched.right + len(matched.false)
            yield PageErrors(corpus, gold.id, len(gold.headings), found, matched.right, mistakes, described)
    tell("")


def cause_table(pages: Sequence[PageErrors]) -> str:
    """Count all errors by cause, kind and corpus."""
    counts = Counter((one.cause, one.facts.kind) for page in pages for one in page.mistakes)
    by_corpus = Counter((one.cause, page.corpus) for page in pages for one in page.mistakes)
    causes = Counter(one.cause for page in pages for one in page.mistakes)
    rows = [f"| cause | {' | '.join((*KINDS, *CORPORA))} | all |", f"|{'---|' * (len(KINDS) + len(CORPORA) + 2)}"]
    for cause, count in causes.most_common():
        cells = [counts[cause, kind] for kind in KINDS] + [by_corpus[cause, corpus] for corpus in CORPORA]
        rows.append(f"| {cause} | {' | '.join(map(str, cells))} | {count} ({count / causes.total():.0%}) |")
    kinds = Counter(one.facts.kind for page in pages for one in page.mistakes)
    corpora = Counter(page.corpus for page in pages for _ in page.mistakes)
    cells = [kinds[kind] for kind in KINDS] + [corpora[corpus] for corpus in CORPORA]
    rows.append(f"| all | {' | '.join(map(str, cells))} | {causes.total()} |")
    return "\n".join(rows)


def worst_table(pages: Sequence[PageErrors]) -> str:
    """List the pages with the most errors."""
    rows = ["| page | gold | found | right | errors | mostly |", "|---|---|---|---|---|---|"]
    ordered = sorted(pages, key=lambda page: (-len(page.mistakes), page.corpus, page.page))
    for page in ordered[:WORST]:
        if page.mistakes:
            cause, count = most_common([f"{one.facts.kind}, {one.cause}" for one in page.mistakes])
            errors = len(page.mistakes)
            rows.append(f"| {page.page} | {page.wanted} | {page.found} | {page.right} | {errors} | {cause} ({count}) |")
    return "\n".join(rows)


def sheet(pages: Sequence[PageErrors], count: int, seed: int) -> str:
    """Write a sample of the described errors down, those of a page together."""
    pool = [(page, number) for page in range(len(pages)) for number in range(len(pages[page].described))]
    lines = []
    last = -1
    for page, number in sorted(random.Random(seed).sample(pool, min(count, len(pool)))):
        if page != last:
            lines.append(f"\n{pages[page].page}")
            last = page
        head, *rest = pages[page].described[number]
        lines += [f"- {head}", *(f"  {line}" for line in rest)]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", required=True, type=Path, metavar="DIR", help="out-of-fold models")
    parser.add_argument("--count", type=int, default=80, metavar="N", help="errors on the sheet")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which errors are on the sheet")
    parser.add_argument("--pages", type=int, metavar="N", help="only the first pages of each corpus")
    add_option(parser)
    given = parser.parse_args()
    corpora = find_corpora(given.corpora)
    try:
        pages = list(read_pages(corpora, given.models, given.seed, given.pages))
    except RubricatorError as error:
        sys.exit(str(error))
    wrong = sum(bool(page.mistakes) for page in pages)
    print(f"{sum(len(page.mistakes) for page in pages)} errors on {wrong} of {len(pages)} pages\n")
    print(cause_table(pages))
    print(f"\nThe {WORST} pages with the most errors\n\n{worst_table(pages)}")
    print(f"\nA sample of the errors\n{sheet(pages, given.count, given.seed)}")


if __name__ == "__main__":
    main()
