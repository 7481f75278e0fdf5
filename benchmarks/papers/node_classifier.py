"""The decision tree baseline of Table 5: every node of the body is a heading or not, after Okada and Arakawa (2011).

The tree is learned from all headings and as many random other nodes. A heading is the outermost node with exactly its
range; one that is no node's (a part of a text) cannot be learned or found.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from c45 import Instance, Row, Tree, learn, predict
from judged import JudgedPage, body_nodes, score_nodes
from node_features import FEATURES, node_rows

from rubricator.evaluate.metrics.counts import Counts, total
from rubricator.evaluate.metrics.ranges import PageScore, SetScore, macro

TENTHS = 10


class Nodes(NamedTuple):
    """The nodes of one page's body, what the tree is told about them, and which are headings."""

    judged: JudgedPage
    nodes: list[int]
    rows: list[Row]
    headings: list[bool]


def describe(judged: JudgedPage) -> Nodes:
    """Prepare a page for learning and judging."""
    nodes = body_nodes(judged)
    left = {ranges[0] for block in judged.wanted for ranges in block.headings}
    headings = []
    for node in nodes:
        span = judged.nonspace.ranges([(judged.page.start[node], judged.page.end[node])])[0]
        headings.append(span in left)
        left.discard(span)
    return Nodes(judged, nodes, node_rows(judged.page, nodes), headings)


def balanced_sample(pages: Sequence[Nodes], seed: int) -> list[Instance]:
    """Return all headings and as many random other nodes, mixed."""
    draw = random.Random(seed)
    every = [Instance(row, is_one) for page in pages for row, is_one in zip(page.rows, page.headings, strict=True)]
    headings = [one for one in every if one.positive]
    others = [one for one in every if not one.positive]
    sample = headings + draw.sample(others, min(len(headings), len(others)))
    draw.shuffle(sample)
    return sample


def cross_validate(sample: Sequence[Instance]) -> Counts:
    """Learn from nine tenths of a sample and judge the tenth, in turn."""
    counts = []
    for tenth in range(TENTHS):
        tree = learn([one for number, one in enumerate(sample) if number % TENTHS != tenth], FEATURES)
        judged = [(predict(tree, one.row), one.positive) for one in sample[tenth::TENTHS]]
        found, wanted = sum(ours for ours, _ in judged), sum(gold for _, gold in judged)
        counts.append(Counts(sum(ours and gold for ours, gold in judged), found, wanted))
    return total(counts)


def extract(tree: Tree, page: Nodes) -> Counts:
    """Score what a tree takes for headings among all nodes of a page."""
    found = [node for node, row in zip(page.nodes, page.rows, strict=True) if predict(tree, row)]
    return score_nodes(page.judged, found)


def attempt(pages: Sequence[Nodes], folds: Sequence[int], seed: int) -> SetScore:
    """Judge all nodes of each page by a tree learned from a sample of the other folds."""
    scores: list[PageScore] = []
    for fold in sorted(set(folds)):
        outside = [page for page, other in zip(pages, folds, strict=True) if other != fold]
        inside = [page for page, other in zip(pages, folds, strict=True) if other == fold]
        tree = learn(balanced_sample(outside, seed), FEATURES)
        scores.extend(PageScore(extract(tree, page), Counts()) for page in inside)
    return macro(scores)
