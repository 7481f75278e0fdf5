"""Adapting a model to the user's pages: trees are added that correct it on these pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rubricator.learn.boost import TreeSettings, fit
from rubricator.learn.examples import Example
from rubricator.segment.rubric.features import candidate_features
from rubricator.segment.rubric.learned_model import Model
from rubricator.segment.rubric.trees import joined

ADDED = TreeSettings(trees=60, depth=4, leaves=8, rate=0.1, features=0.5, rows=1.0, least=1, smoothing=3.0)
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
        seen = candidate_features(one.view, one.candidates, one.texts, model.in_body(one.view))
        columns = seen.columns
        names = list(columns)
        tables.append(np.stack([columns[name] for name in names], axis=1).astype(np.float32))
        labels.append((one.heading >= 0).astype(np.float64))
        weights.append(one.counts)
        scores.append(model.judge(seen)[0])
    kept = np.concatenate(weights) > 0
    table, truth = np.concatenate(tables)[kept], np.concatenate(labels)[kept]
    added = fit(names, table, truth, np.ones(len(truth)), ADDED, np.concatenate(scores)[kept])
    pages = model.trained_on | {one.view.page.sha256 for one in examples}
    heading = joined(model.forests["heading"], added)
    return replace(model, forests={**model.forests, "heading": heading}, trained_on=pages)
