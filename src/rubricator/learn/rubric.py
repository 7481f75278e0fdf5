"""Training of `rubric`: body, headings, title and levels, from pages that people marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from rubricator.errors import GoldError
from rubricator.learn.boost import SEED, Growth, fit
from rubricator.learn.detag import detag, has_tags
from rubricator.learn.examples import Example, small_examples
from rubricator.segment.rubric.body import unit_features
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.edges import edge_features
from rubricator.segment.rubric.features import Seen, candidate_features
from rubricator.segment.rubric.levels import heading_columns, pair_features, pairs
from rubricator.segment.rubric.model import Model
from rubricator.segment.rubric.sight import look
from rubricator.segment.rubric.texts import read_texts
from rubricator.segment.rubric.trees import Forest
from rubricator.structure.model import JsonValue
from rubricator.version import __version__

THRESHOLDS = {"body": 0.35, "title": 0.15, "share": 0.42, "floor": 0.12, "sum": 0.4}
"""Chosen by cross-validation over sites; figures hardly change around them."""
_BODY_WEIGHT = {"wcxb": 3.0, "outline": 1.0, "asdus": 0.3, "cleaneval": 0.5, "l3s": 0.2}
_EDGE_WEIGHT = {"outline": 3.0, "l3s": 0.3}
_HEADING_WEIGHT = {"outline": 2.0, "asdus": 1.0, "cleaneval": 0.5}
"""`outline` is marked most consistently. Other gold counts 1."""
_TITLE_WEIGHT = {"wcxb": 0.3}
"""Its titles are those of the `<title>` field, which often say more than the page does."""
DETAGGED_WEIGHT = 0.5
_MOST_PAIRS = 2000
BODY = Growth(trees=100, depth=6, leaves=24, features=0.5, smoothing=5.0)
HEADING = Growth(trees=140)
EDGES = Growth(trees=60, depth=5, leaves=12, least=20)
TITLE = Growth(trees=140)
LEVELS = Growth(trees=50, depth=4, leaves=12, least=50, rate=0.15)

Rows = list[tuple[dict[str, Floats], Floats, Floats]]
"""Columns, labels and weights of a part of the examples."""


def train(examples: Sequence[Example], say: Callable[[str], None] = lambda _: None) -> Model:
    """Train on all examples, and on small pages cropped out of them."""
    examples = [*examples, *(small for one in examples for small in small_examples(one))]
    say("content body")
    unit_columns = [unit_features(one.sight) for one in examples]
    in_body = out_of_fold_body(examples, unit_columns)
    body = _fit_body(examples, unit_columns, range(len(examples)))
    begins, ends = _fit_edges(examples, in_body)
    say("features")
    seen = [
        candidate_features(one.sight, one.candidates, one.texts, likely)
        for one, likely in zip(examples, in_body, strict=True)
    ]
    say("headings")
    rows: Rows = []
    for one, features in zip(examples, seen, strict=True):
        rows.extend(heading_rows(one, features, 1.0))
    for one, likely in zip(examples, in_body, strict=True):
        if one.heading is not None and has_tags(one.sight.page):
            rows.extend(heading_rows(one, detagged(one, likely), DETAGGED_WEIGHT))
    heading = fit_rows(rows, HEADING)
    say("title")
    title = fit_rows(
        [row for one, features in zip(examples, seen, strict=True) for row in title_rows(one, features)], TITLE
    )
    say("levels")
    level_rows = [
        _level_rows(one, features)
        for one, features in zip(examples, seen, strict=True)
        if one.parents and one.heading is not None
    ]
    same = fit_rows(
        [(columns, (relation == 0).astype(np.float64), weight) for columns, relation, weight in level_rows], LEVELS
    )
    deeper = fit_rows(
        [
            (
                {name: column[relation != 0] for name, column in columns.items()},
                (relation[relation != 0] > 0).astype(np.float64),
                weight[relation != 0],
            )
            for columns, relation, weight in level_rows
        ],
        LEVELS,
    )
    forests = {"body": body, "begins": begins, "ends": ends, "heading": heading, "title": title}
    forests |= {"deeper": deeper, "same": same}
    return Model(forests, dict(THRESHOLDS), frozenset(one.sight.page.sha256 for one in examples), _card(examples))


def _card(examples: Sequence[Example]) -> dict[str, JsonValue]:
    """Say what a model was made from."""
    pages: dict[str, JsonValue] = dict(Counter(one.corpus for one in examples))
    headings = sum(int((one.heading >= 0).sum()) for one in examples if one.heading is not None)
    return {"method": "rubric", "version": __version__, "examples": pages, "headings": headings, "seed": SEED}


def out_of_fold_body(examples: Sequence[Example], columns: Sequence[dict[str, Floats]]) -> list[Floats]:
    """Return each unit's probability of being in the body, by models that have not seen its site.

    Headings are learned from what the body's model says of pages that are new to it, as all pages are later.
    """
    found: list[Floats] = [np.zeros(0)] * len(examples)
    for fold in sorted({one.fold for one in examples}):
        inside = [number for number, one in enumerate(examples) if one.fold == fold]
        forest = _fit_body(examples, columns, [number for number, one in enumerate(examples) if one.fold != fold])
        for number in inside:
            found[number] = forest.probabilities(columns[number])
    return found


def _fit_body(examples: Sequence[Example], columns: Sequence[dict[str, Floats]], chosen: Sequence[int]) -> Forest:
    rows: Rows = []
    for number in chosen:
        one = examples[number]
        if one.in_body is not None:
            size = np.sqrt((one.sight.unit_end - one.sight.unit_start).astype(np.float64))
            weight = 30 * _BODY_WEIGHT.get(one.corpus, 1.0) * size / max(float(size.sum()), 1.0)
            rows.append((columns[number], one.in_body, weight))
    return fit_rows(rows, BODY)


def _fit_edges(examples: Sequence[Example], in_body: Sequence[Floats]) -> tuple[Forest, Forest]:
    """Learn where bodies begin and end: before their first unit, and after their last."""
    begins: Rows = []
    ends: Rows = []
    for one, likely in zip(examples, in_body, strict=True):
        inside = np.flatnonzero(one.in_body).tolist() if one.in_body is not None else []
        if not inside:
            continue
        columns = edge_features(one.sight, likely)
        place = np.arange(len(one.sight.units) + 1)
        weight = np.full(len(place), _EDGE_WEIGHT.get(one.corpus, 1.0))
        begins.append((columns, (place == inside[0]).astype(np.float64), weight))
        ends.append((columns, (place == inside[-1] + 1).astype(np.float64), weight))
    return fit_rows(begins, EDGES), fit_rows(ends, EDGES)


def heading_rows(one: Example, seen: Seen, share: float) -> Rows:
    """Pages weigh by the root of their number of headings: ten pages would hold half of all otherwise."""
    if one.heading is None or not len(one.candidates):
        return []
    labels = (one.heading >= 0).astype(np.float64)
    weight = share * _HEADING_WEIGHT.get(one.corpus, 1.0) / np.sqrt(max(float(labels.sum()), 1.0))
    return [(seen.columns, labels, weight * one.counts)]


def title_rows(one: Example, seen: Seen) -> Rows:
    """Pages whose title is marked."""
    if one.title is None:
        return []
    return [(seen.columns, one.title, np.full(len(one.candidates), _TITLE_WEIGHT.get(one.corpus, 1.0)))]


def detagged(one: Example, in_body: Floats) -> Seen:
    """Return the features that the candidates have when no tag gives headings away."""
    page = detag(one.sight.page)
    sight = look(page)
    return candidate_features(sight, one.candidates, read_texts(sight, one.candidates), in_body)


def _level_rows(one: Example, seen: Seen) -> tuple[dict[str, Floats], NDArray[np.int64], Floats]:
    """Compare the gold headings of a page: 0 same level, 1 the later one is deeper, -1 higher."""
    assert one.heading is not None and one.parents is not None
    depth: list[int] = []
    for parent in one.parents:
        depth.append(1 if parent is None else depth[parent] + 1)
    chosen = [number for number in range(len(one.candidates)) if one.heading[number] >= 0]
    chosen.sort(key=lambda number: one.candidates[number].start)
    level = np.array([depth[int(one.heading[number])] for number in chosen], dtype=np.int64)
    upper, lower = pairs(len(chosen))
    if len(upper) > _MOST_PAIRS:
        kept = np.sort(np.random.default_rng(1).choice(len(upper), _MOST_PAIRS, replace=False))
        upper, lower = upper[kept], lower[kept]
    columns = pair_features(heading_columns(one.sight, chosen, seen.table, seen.columns, seen.looks), upper, lower)
    relation = np.sign(level[lower] - level[upper])
    return columns, relation, np.full(len(upper), 10 / np.sqrt(max(len(upper), 1)))


def fit_rows(rows: Rows, growth: Growth) -> Forest:
    """Train a forest on rows that all have the same columns."""
    rows = [one for one in rows if len(one[1])]
    if not rows:
        raise GoldError("the marked pages are too few: body, headings, title and levels must each be marked on some")
    names = list(rows[0][0])
    table = np.concatenate(
        [np.stack([columns[name] for name in names], axis=1).astype(np.float32) for columns, _, _ in rows]
    )
    labels = np.concatenate([labels for _, labels, _ in rows])
    weights = np.concatenate([weights for _, _, weights in rows])
    kept = weights > 0
    return fit(names, table[kept], labels[kept], weights[kept], growth)
