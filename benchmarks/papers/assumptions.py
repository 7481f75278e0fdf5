"""Section 5.4.5 of the HEPS paper: do its assumptions about headings hold on marked pages?

A visual style is what section 4.2 takes for one: tag path, font size, style, weight, decoration, colour, and the height
of images. That of a heading is the set of styles of the texts and images it consists of. A text that a heading is only
a part of is no heading, so a run-in heading without markup has no style of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judged import JudgedPage

from rubricator.evaluate.gold.gold import Span
from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.headings import fold_heading, similar
from rubricator.page.lookup import Lookup
from rubricator.page.model import Page
from rubricator.segment.heps import Parameters, look_at

Styles = frozenset[int]


class Checks(NamedTuple):
    """Counts of one page: how many hold, of how many."""

    opens: Counts
    """Blocks whose smallest node sequence begins with their heading."""
    sequence: Counts
    """Blocks that are a node sequence: nothing else in it before or after them."""
    own_style: Counts
    """Headings with a style that nothing else has."""
    lists: Counts
    """Lists of siblings, two or more, with one style."""
    all_lists: Counts
    """The same with lists of one heading, which have one style anyway."""


def check(judged: JudgedPage) -> Checks:
    """Check the assumptions on one page."""
    headings, others = _styles(judged)
    placed = [styles for styles in headings if styles is not None]
    own = sum(not styles & others for styles in placed)
    lists: dict[int | None, list[Styles]] = {}
    for block, styles in zip(judged.wanted, headings, strict=True):
        if styles is not None:
            lists.setdefault(block.parent, []).append(styles)
    long = [row for row in lists.values() if len(row) > 1]
    edges = _edges(judged)
    return Checks(
        _share([before for before, _ in edges]),
        _share([before and after for before, after in edges]),
        Counts(own, len(placed), len(placed)),
        _share([len(set(row)) == 1 for row in long]),
        _share([len(set(row)) == 1 for row in lists.values()]),
    )


def _share(holds: Sequence[bool]) -> Counts:
    return Counts(sum(holds), len(holds), len(holds))


def _styles(judged: JudgedPage) -> tuple[list[Styles | None], Styles]:
    """Return the styles of each gold heading, and those of everything else in the body but its title."""
    page = judged.page
    seen = look_at(page, judged.root, Parameters())
    nodes = [node for node in seen.contents if judged.body[0] <= page.start[node] < judged.body[1]]
    headings: list[Styles | None] = []
    whole: set[int] = set()
    for span in judged.headings:
        if span is None:
            headings.append(None)
            continue
        touched = [node for node in nodes if page.start[node] < span[1] and page.end[node] > span[0]]
        headings.append(frozenset(seen.looks[node] for node in touched) or None)
        whole.update(node for node in touched if _is_inside(page, node, span))
    titles = [fold_heading(title) for title in judged.gold.titles]
    return headings, frozenset(
        seen.looks[node] for node in nodes if node not in whole and not _is_title(seen.contents[node], titles)
    )


def _is_inside(page: Page, node: int, span: Span) -> bool:
    """Say whether a heading has all characters of a node, spaces at its ends apart."""
    outside = page.text[page.start[node] : span[0]] + page.text[span[1] : page.end[node]]
    return not outside.strip()


def _is_title(text: str, titles: Sequence[str]) -> bool:
    return any(len(text) < 2 * len(title) + 9 and similar(fold_heading(text), title) for title in titles)


def _edges(judged: JudgedPage) -> list[tuple[bool, bool]]:
    """Say of each block whether the smallest sequence of siblings around it begins, and ends, with it.

    The sequence is cut at the body, whose edges a block may share.
    """
    page, lookup, edges = judged.page, Lookup(judged.page), []
    for block in judged.blocks:
        if block is None:
            continue
        first, last = lookup.leaf_at(block[0]), lookup.leaf_at(block[1] - 1)
        if first is not None and last is not None:
            first, last = _siblings(page, first, last)
            around = max(page.start[first], judged.body[0]), min(page.end[last], judged.body[1])
            sequence, own = judged.nonspace.ranges([around, block])
            edges.append((sequence[0] == own[0], sequence[1] == own[1]))
    return edges


def _siblings(page: Page, first: int, last: int) -> tuple[int, int]:
    """Climb from two nodes to the two siblings that they are, or are in; they may be one node."""
    while page.stop[page.parent[first]] <= last:
        first = page.parent[first]
    while page.parent[last] != page.parent[first]:
        last = page.parent[last]
    return first, last
