"""Boosted trees by LightGBM, turned into the arrays that prediction needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricator.errors import MissingExtraError
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.trees import Forest

try:
    import lightgbm
except ImportError as error:
    raise MissingExtraError("training", "train") from error


SEED = 1


@dataclass(frozen=True, slots=True)
class TreeSettings:
    """How trees are grown. Values were chosen by cross-validation over sites; larger trees brought nothing."""

    trees: int = 120
    depth: int = 6
    leaves: int = 20
    rate: float = 0.1
    features: float = 0.3
    """Share of the features that each tree looks at."""
    rows: float = 0.7
    least: int = 30
    """Rows of the smallest leaf."""
    smoothing: float = 10.0


def fit(
    names: Sequence[str],
    table: NDArray[np.float32],
    labels: Floats,
    weights: Floats,
    growth: TreeSettings,
    before: Floats | None = None,
) -> Forest:
    """Train a forest that gives the log odds of a label, or what is to be added to the log odds known `before`.

    The same input gives the same forest.
    """
    data = lightgbm.Dataset(table, labels, weight=weights, init_score=before, params={"verbose": -1})
    settings = {
        "objective": "binary", "learning_rate": growth.rate, "num_leaves": growth.leaves, "max_depth": growth.depth,
        "min_data_in_leaf": growth.least, "feature_fraction": growth.features, "bagging_fraction": growth.rows,
        "bagging_freq": 1, "lambda_l2": growth.smoothing, "seed": SEED, "deterministic": True, "force_col_wise": True,
        "num_threads": 1, "verbose": -1,
    }  # fmt: skip
    booster = lightgbm.train(settings, data, growth.trees)
    trees = [tree["tree_structure"] for tree in booster.dump_model()["tree_info"]]
    return _without_unused(_as_arrays(names, trees, growth.depth))


def _as_arrays(names: Sequence[str], trees: list[dict[str, Any]], depth: int) -> Forest:
    inner, leaves = 2**depth - 1, 2**depth
    feature = np.zeros((len(trees), inner), dtype=np.int16)
    threshold = np.full((len(trees), inner), np.inf, dtype=np.float32)
    value = np.zeros((len(trees), leaves), dtype=np.float32)
    for number, tree in enumerate(trees):
        waiting = [(tree, 0, 0)]
        while waiting:
            node, place, level = waiting.pop()
            if "leaf_value" in node:
                # A leaf above the lowest level says the same for all places below it.
                width = 2 ** (depth - level)
                first = (place + 1) * width - 1 - inner
                value[number, first : first + width] = node["leaf_value"]
                continue
            feature[number, place] = node["split_feature"]
            threshold[number, place] = _rounded_down(node["threshold"])
            waiting += [(node["left_child"], 2 * place + 1, level + 1), (node["right_child"], 2 * place + 2, level + 1)]
    return Forest(tuple(names), feature, threshold, value)


def _rounded_down(threshold: float) -> np.float32:
    """Return the greatest short float that is not above a threshold: no value changes its side."""
    short = np.float32(threshold)
    return np.nextafter(short, np.float32(-np.inf)) if float(short) > threshold else short


def _without_unused(forest: Forest) -> Forest:
    """Keep the features that some tree asks for, and one where none does: a tree always names a feature."""
    asked = np.unique(forest.feature[np.isfinite(forest.threshold)])
    if not len(asked):
        asked = np.zeros(1, dtype=np.int16)
    places = np.zeros(len(forest.names), dtype=np.int16)
    places[asked] = np.arange(len(asked))
    names = tuple(forest.names[number] for number in asked.tolist())
    return Forest(names, places[forest.feature], forest.threshold, forest.value)
