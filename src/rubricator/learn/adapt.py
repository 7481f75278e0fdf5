"""Adapting a model to pages of one's own: trees are added that mend where it is wrong on these pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rubricator.learn.boost import Growth, fit
from rubricator.learn.examples import Example
from rubricator.segment.rubric.features import candidate_features
from rubricator.segment.rubric.model import Model
from rubricator.segment.rubric.trees import Forest

ADDED = Growth(trees=60, depth=4, leaves=8, rate=0.1, features=0.5, rows=1.0, least=1, smoothing=3.0)
"""LightGBM guesses the rows of a leaf from how unsure the model is of them. What the model is sure of counts for almost
nothing, so that with a higher `least` it found no split, and stopped after two trees; smoothing holds leaves back."""
_NEVER = -1000.0


def adapt(model: Model, examples: Sequence[Example]) -> Model:
    """Return a model whose headings are adapted to the examples. Body, title and levels stay."""
    # What the network finds hopeless is what the added trees are to mend: all are asked.
    model = replace(model, thresholds={**model.thresholds, "hopeless": _NEVER})
    tables, labels, weights, scores = [], [], [], []
    names: list[str] = []
    for one in examples:
        if one.heading is None or not one.candidates:
            continue
        seen = candidate_features(one.sight, one.candidates, one.texts, model.in_body(one.sight))
        columns = seen.columns
        names = list(columns)
        tables.append(np.stack([columns[name] for name in names], axis=1).astype(np.float32))
        labels.append((one.heading >= 0).astype(np.float64))
        weights.append(one.counts)
        scores.append(model.judge(seen)[0])
    kept = np.concatenate(weights) > 0
    table, truth = np.concatenate(tables)[kept], np.concatenate(labels)[kept]
    added = fit(names, table, truth, np.ones(len(truth)), ADDED, np.concatenate(scores)[kept])
    pages = model.trained_on | {one.sight.page.sha256 for one in examples}
    heading = _joined(model.forests["heading"], added)
    return replace(model, forests={**model.forests, "heading": heading}, trained_on=pages)


def _joined(left: Forest, right: Forest) -> Forest:
    """Put two forests together; the shallower trees get leaves that say the same on both sides."""
    names = tuple(dict.fromkeys([*left.names, *right.names]))
    depth = max(_depth(left), _depth(right))
    parts = [_deepened(one, names, depth) for one in (left, right)]
    return Forest(
        names, *(np.concatenate([getattr(one, part) for one in parts]) for part in ("feature", "threshold", "value"))
    )


def _depth(forest: Forest) -> int:
    return int(forest.value.shape[1]).bit_length() - 1


def _deepened(forest: Forest, names: tuple[str, ...], depth: int) -> Forest:
    places = np.array([names.index(name) for name in forest.names], dtype=np.int16)
    more = 2**depth - 1 - forest.feature.shape[1]
    feature = np.pad(places[forest.feature], ((0, 0), (0, more)))
    threshold = np.pad(forest.threshold, ((0, 0), (0, more)), constant_values=np.inf)
    return Forest(names, feature, threshold, np.repeat(forest.value, 2 ** (depth - _depth(forest)), axis=1))
