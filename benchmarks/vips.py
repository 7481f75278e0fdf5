"""How well VIPS divides pages: `python benchmarks/vips.py --corpora DIR`.

B-cubed precision, recall and F over the characters that people marked on the pages of kreuzer, at both of their levels,
as means over pages. The blocks of VIPS are the leaves at one PDoC, chosen for each level on the pages of other sites
(5 folds); those of `tags` and `heps` are cut at the depth of the level. Pages are rendered in Chromium. `--curve` adds
the figures of every PDoC; `--vary` those with each constant halved and doubled, and those with constant and PDoC both
chosen on other sites.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple, cast

from corpora import add_option, find_corpora
from progress import tell

from rubricator.errors import RubricatorError
from rubricator.evaluate.folds import assign_folds, group_pages, host_of, shingles
from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.metrics.clusters import GroupingScore, b_cubed
from rubricator.evaluate.metrics.counts import mean
from rubricator.evaluate.scores import innermost_blocks, marked_blocks
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.model import Page
from rubricator.pipeline import render_page, structure_of
from rubricator.segment.vips.parameters import Parameters
from rubricator.structure.model import Block, JsonValue, Structure

LEVELS = (1, 2)
VARIED = (
    "small",
    "deviation",
    "higher",
    "line",
    "distance",
    "by_distance",
    "by_line",
    "by_font",
    "by_larger_font",
    "by_background",
    "by_likeness",
    "in_node",
)
"""The constants that the paper leaves open."""
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


AS_IT_IS: dict[str, JsonValue] = {}


def variations() -> dict[str, dict[str, JsonValue]]:
    """Return the constants halved and doubled, one by one, by name."""
    given = asdict(Parameters())
    return {f"{name} {factor:g}": {name: given[name] * factor} for name in VARIED for factor in (0.5, 2)}


def vips_name(degree: float, variation: str = "") -> str:
    return f"{variation or 'vips'}, PDoC {degree:.1f}"


def judge(gold: Gold, varied: Mapping[str, Mapping[str, JsonValue]]) -> Judged:
    """Divide one page in every way."""
    page = render_page(load(gold.page), Options(render="browser").within(SECONDS))
    wanted = {level: marked_blocks(gold, page.text, level) for level in LEVELS}

    def score(structure: Structure, cut: bool = False) -> dict[int, GroupingScore]:
        labels = {level: innermost_blocks(structure, level if cut else None) for level in LEVELS}
        return {level: compare(count(labels[level], wanted[level])) for level in LEVELS if wanted[level]}

    whole = Block(page.start[page.body], page.end[page.body])
    scores: Scores = {
        "one block": score(Structure(page.text, whole, "one")),
        "top-level elements": score(Structure(page.text, top_level(page), "top")),
        "tags": score(structure_of(page, Options("tags")), cut=True),
        "heps": score(structure_of(page, Options("heps")), cut=True),
    }
    for variation, params in {"": AS_IT_IS, **varied}.items():
        finest = structure_of(page, Options("vips", {"pdoc": 1, **params}))
        for degree, found in score_degrees(finest, wanted).items():
            scores[vips_name(degree, variation)] = found
    return Judged(scores, host_of(gold, page), shingles(page.text))


Pairs = Counter[tuple[int, int]]
"""How many characters are in a found and a gold block, by the numbers of both."""


def count(labels: Sequence[int], wanted: Mapping[int, int]) -> Pairs:
    return Counter(zip([labels[at] for at in wanted], wanted.values(), strict=True))


def compare(pairs: Pairs) -> GroupingScore:
    return b_cubed([found for found, _ in pairs], [gold for _, gold in pairs], list(pairs.values()))


def score_degrees(finest: Structure, wanted: Mapping[int, Mapping[int, int]]) -> dict[float, dict[int, GroupingScore]]:
    """Score what VIPS finds at each PDoC, from what it finds at 1: blocks that are coherent enough are not divided."""
    blocks = list(finest.root.walk())
    docs = [float(str(doc)) for doc in cast(list[JsonValue], finest.details["doc"])]
    parent = {id(child): number for number, block in enumerate(blocks) for child in block.children}
    labels = [0] * len(finest.text)
    for number, block in enumerate(blocks):
        for start, end in block.ranges or ((block.start, block.end),):
            labels[start:end] = [number] * (end - start)
    pairs = {level: count(labels, marked) for level, marked in wanted.items() if marked}
    scores: dict[float, dict[int, GroupingScore]] = {}
    for degree in DEGREES:
        shown = [0]
        for number, block in enumerate(blocks[1:], 1):
            above = parent[id(block)]
            shown.append(number if shown[above] == above and docs[above] <= degree else shown[above])
        scores[degree] = {}
        for level, found in pairs.items():
            merged: Pairs = Counter()
            for (number, gold), characters in found.items():
                merged[shown[number], gold] += characters
            scores[degree][level] = compare(merged)
    return scores


def top_level(page: Page) -> Block:
    """Return each child of the body as a block."""
    body = page.body
    nodes = [node for node in range(body + 1, page.stop[body]) if page.parent[node] == body]
    children = tuple(Block(page.start[node], page.end[node], 1) for node in nodes if page.start[node] < page.end[node])
    return Block(page.start[body], page.end[body], 0, None, children)


def read_pages(corpora: Path, varied: Mapping[str, Mapping[str, JsonValue]]) -> dict[str, Judged]:
    """Divide all pages; one that cannot be read is told and left out."""
    judged: dict[str, Judged] = {}
    golds = read_corpus(corpora, "kreuzer")
    for number, gold in enumerate(golds, 1):
        tell(f"{number} of {len(golds)} pages" if number < len(golds) else "")
        try:
            judged[gold.id] = judge(gold, varied)
        except RubricatorError as error:
            print(f"\nleft out: {gold.id}: {error}", file=sys.stderr)
    return judged


def site_folds(pages: Mapping[str, Judged]) -> dict[str, int]:
    """Give pages of one site, and twins, the same fold."""
    hosts = {name: page.host for name, page in pages.items()}
    return assign_folds(group_pages(hosts, {name: page.shingles for name, page in pages.items()}))


def cross_validate(
    pages: Mapping[str, Judged], folds: Mapping[str, int], level: int, names: Sequence[str]
) -> tuple[Scores, list[str]]:
    """Return each page's scores in the way that is best on the other folds, and the way of each fold."""
    marked = {name: page.scores for name, page in pages.items() if level in page.scores["one block"]}
    chosen: list[str] = []
    scores: Scores = {}
    for fold in sorted({folds[name] for name in marked}):
        others = [found for name, found in marked.items() if folds[name] != fold]
        best = max(names, key=lambda name: mean(one[name][level].f1 for one in others))
        chosen.append(best)
        scores |= {name: one[best] for name, one in marked.items() if folds[name] == fold}
    return scores, chosen


def line(name: str, scores: Sequence[Sequence[Mapping[int, GroupingScore]]]) -> str:
    """Return a row of the table: the means over the pages of each level."""
    cells = []
    for level, pages in zip(LEVELS, scores, strict=True):
        marked = [page[level] for page in pages if level in page]
        cells += [f"{mean(one[part] for one in marked):.3f}" for part in range(3)]
    return f"{name:26}" + "".join(f"{cell.removeprefix('0'):>7}" for cell in cells)


def show(pages: Mapping[str, Judged], curve: bool, varied: Sequence[str]) -> None:
    folds = site_folds(pages)
    counts = [sum(level in page.scores["one block"] for page in pages.values()) for level in LEVELS]
    print(f"{len(pages)} pages of kreuzer; {counts[0]} have marked text at level 1, {counts[1]} at level 2")
    print(f"{'':26}" + "".join(f"{f'level {level}':^21}" for level in LEVELS))
    print(f"{'':26}" + "".join(f"{head:>7}" for _ in LEVELS for head in ("P", "R", "F")))
    for name in ("one block", "top-level elements", "tags", "heps"):
        print(line(name, [[page.scores[name] for page in pages.values()]] * 2))
    all_names: list[str] = []
    for variation in ("", *varied):
        names = [vips_name(degree, variation) for degree in DEGREES]
        all_names += names
        show_best(pages, folds, variation or "vips", names, told=not variation)
        if curve and not variation:
            for name in names:
                print(line(name, [[page.scores[name] for page in pages.values()]] * 2))
    if varied:
        show_best(pages, folds, "constant chosen too", all_names, told=True)


def show_best(
    pages: Mapping[str, Judged], folds: Mapping[str, int], name: str, names: Sequence[str], *, told: bool
) -> None:
    """Print the figures of the way that is best on other sites, and which it was if that is to be told."""
    results = [cross_validate(pages, folds, level, names) for level in LEVELS]
    print(line(name, [list(scores.values()) for scores, _ in results]))
    if told:
        for level, (_, chosen) in zip(LEVELS, results, strict=True):
            print(f"  chosen at level {level}, by fold: {'; '.join(chosen)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    parser.add_argument("--curve", action="store_true", help="also print the figures of every PDoC")
    parser.add_argument("--vary", action="store_true", help="also with each constant halved and doubled")
    given = parser.parse_args()
    varied = variations() if given.vary else {}
    pages = read_pages(find_corpora(given.corpora), varied)
    if not pages:
        sys.exit("no page of kreuzer could be read")
    show(pages, given.curve, list(varied))


if __name__ == "__main__":
    main()
