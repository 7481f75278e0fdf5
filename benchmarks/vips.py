"""How well VIPS divides pages: `python benchmarks/vips.py --corpora DIR`.

B-cubed precision, recall and F over the characters that people marked on the pages of kreuzer, at both of their levels,
as means over pages. The blocks of VIPS are the leaves at one PDoC, chosen for each level on the pages of other sites
(5 folds); those of `tags` and `heps` are cut at the depth of the level. Pages are rendered in Chromium. `--curve` adds
the figures of every PDoC.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from corpora import add_option, find_corpora

from rubricator.errors import RubricatorError
from rubricator.evaluate.folds import assign_folds, group_pages, host_of, shingles
from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.gold.model import Gold
from rubricator.evaluate.metrics.clusters import GroupingScore, b_cubed
from rubricator.evaluate.metrics.counts import mean
from rubricator.evaluate.scores import innermost_blocks, marked_blocks
from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.page.model import Page
from rubricator.pipeline import render_page, structure_of
from rubricator.structure.model import Block, Structure

LEVELS = (1, 2)
DEGREES = tuple(tenths / 10 for tenths in range(11))
SECONDS = 60.0
"""What a page may take in the browser."""

Scores = dict[str, dict[int, GroupingScore]]
"""By the name of a way to divide a page, and level; a level without marks is left out."""


class Judged(NamedTuple):
    """A page's scores, and what tells its site."""

    scores: Scores
    host: str | None
    shingles: set[int]


def vips_name(degree: float) -> str:
    return f"vips, PDoC {degree:.1f}"


def judge(gold: Gold) -> Judged:
    """Divide one page in every way."""
    page = render_page(load(gold.page), "browser", Limits(), Budget(SECONDS))
    wanted = {level: marked_blocks(gold, page.text, level) for level in LEVELS}

    def score(structure: Structure, cut: bool = False) -> dict[int, GroupingScore]:
        found = {level: innermost_blocks(structure, level if cut else None) for level in LEVELS if wanted[level]}
        return {
            level: b_cubed([labels[at] for at in wanted[level]], list(wanted[level].values()))
            for level, labels in found.items()
        }

    whole = Block(page.start[page.body], page.end[page.body])
    scores: Scores = {
        "one block": score(Structure(page.text, whole, "one")),
        "top-level elements": score(Structure(page.text, top_level(page), "top")),
        "tags": score(structure_of(page, "tags"), cut=True),
        "heps": score(structure_of(page, "heps"), cut=True),
    }
    for degree in DEGREES:
        scores[vips_name(degree)] = score(structure_of(page, "vips", params={"pdoc": degree}))
    return Judged(scores, host_of(gold, page), shingles(page.text))


def top_level(page: Page) -> Block:
    """Return each child of the body as a block."""
    body = page.body
    nodes = [node for node in range(body + 1, page.stop[body]) if page.parent[node] == body]
    children = tuple(Block(page.start[node], page.end[node], 1) for node in nodes if page.start[node] < page.end[node])
    return Block(page.start[body], page.end[body], 0, None, children)


def read_pages(corpora: Path) -> dict[str, Judged]:
    """Divide all pages; one that cannot be read is told and left out."""
    judged: dict[str, Judged] = {}
    golds = read_corpus(corpora, "kreuzer")
    for number, gold in enumerate(golds, 1):
        print(f"\r{number} of {len(golds)} pages", end="" if number < len(golds) else "\n", file=sys.stderr, flush=True)
        try:
            judged[gold.id] = judge(gold)
        except RubricatorError as error:
            print(f"\nleft out: {gold.id}: {error}", file=sys.stderr)
    return judged


def site_folds(pages: Mapping[str, Judged]) -> dict[str, int]:
    """Give pages of one site, and twins, the same fold."""
    hosts = {name: page.host for name, page in pages.items()}
    return assign_folds(group_pages(hosts, {name: page.shingles for name, page in pages.items()}))


def cross_validate(pages: Mapping[str, Judged], folds: Mapping[str, int], level: int) -> tuple[Scores, list[float]]:
    """Return each page's scores at the PDoC that is best on the other folds, and the PDoC of each fold."""
    marked = {name: page.scores for name, page in pages.items() if level in page.scores["one block"]}
    chosen: list[float] = []
    scores: Scores = {}
    for fold in sorted({folds[name] for name in marked}):
        others = [found for name, found in marked.items() if folds[name] != fold]
        best = max(DEGREES, key=lambda degree: mean(one[vips_name(degree)][level].f1 for one in others))
        chosen.append(best)
        scores |= {name: one[vips_name(best)] for name, one in marked.items() if folds[name] == fold}
    return scores, chosen


def line(name: str, scores: Sequence[Sequence[Mapping[int, GroupingScore]]]) -> str:
    """Return a row of the table: the means over the pages of each level."""
    cells = []
    for level, pages in zip(LEVELS, scores, strict=True):
        marked = [page[level] for page in pages if level in page]
        cells += [f"{mean(one[part] for one in marked):.3f}" for part in range(3)]
    return f"{name:22}" + "".join(f"{cell.removeprefix('0'):>7}" for cell in cells)


def show(pages: Mapping[str, Judged], curve: bool) -> None:
    folds = site_folds(pages)
    counts = [sum(level in page.scores["one block"] for page in pages.values()) for level in LEVELS]
    print(f"{len(pages)} pages of kreuzer; {counts[0]} have marked text at level 1, {counts[1]} at level 2")
    print(f"{'':22}" + "".join(f"{f'level {level}':^21}" for level in LEVELS))
    print(f"{'':22}" + "".join(f"{head:>7}" for _ in LEVELS for head in ("P", "R", "F")))
    for name in ("one block", "top-level elements", "tags", "heps"):
        print(line(name, [[page.scores[name] for page in pages.values()]] * 2))
    results = [cross_validate(pages, folds, level) for level in LEVELS]
    print(line("vips", [list(scores.values()) for scores, _ in results]))
    if curve:
        for degree in DEGREES:
            print(line(vips_name(degree), [[page.scores[vips_name(degree)] for page in pages.values()]] * 2))
    for level, (_, chosen) in zip(LEVELS, results, strict=True):
        print(f"PDoC at level {level}, by fold: {', '.join(f'{degree:.1f}' for degree in chosen)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    parser.add_argument("--curve", action="store_true", help="also print the figures of every PDoC")
    given = parser.parse_args()
    pages = read_pages(find_corpora(given.corpora))
    if not pages:
        sys.exit("no page of kreuzer could be read")
    show(pages, given.curve)


if __name__ == "__main__":
    main()
