"""Boosted trees as arrays against LightGBM's own predictions."""

from __future__ import annotations

from typing import Any

import lightgbm
import numpy as np
import pytest

from rubricator.learn.boost import TreeSettings, fit
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.trees import Forest

NAMES = [f"f{number}" for number in range(6)]
GROWTH = TreeSettings(trees=20, depth=5, leaves=12, least=5, features=0.6)


def table(kind: str) -> tuple[np.ndarray[Any, np.dtype[np.float32]], Floats]:
    """Make rows of one kind, and labels that depend on them."""
    random = np.random.default_rng(3)
    values: Floats = random.normal(size=(600, len(NAMES)))
    if kind == "rounded":
        values = values.round()
    elif kind == "neighbours":  # floats right beside each other: a threshold between two is none of them
        values = 1 + random.integers(0, 4, size=values.shape).astype(np.float64) * 2.0**-23
    labels = values[:, 0] + values[:, 1] * (values[:, 2] > np.median(values[:, 2]))
    return values.astype(np.float32), (labels > np.median(labels)).astype(np.float64)


@pytest.mark.parametrize("kind", ["smooth", "rounded", "neighbours"])
@pytest.mark.parametrize("known", [False, True], ids=["from nothing", "added"])
def test_arrays_say_what_lightgbm_says(monkeypatch: pytest.MonkeyPatch, kind: str, known: bool) -> None:
    boosters: list[Any] = []
    train = lightgbm.train

    def keep(*given: Any) -> Any:
        boosters.append(train(*given))
        return boosters[-1]

    monkeypatch.setattr(lightgbm, "train", keep)
    values, labels = table(kind)
    before = np.linspace(-1, 1, len(labels)) if known else None
    forest = fit(NAMES, values, labels, np.ones(len(labels)), GROWTH, before)
    columns = {name: values[:, place].astype(np.float64) for place, name in enumerate(NAMES)}
    expected = boosters[0].predict(values, raw_score=True)
    assert np.abs(forest.scores(columns) - expected).max() < 1e-5
    assert np.std(expected) > 0.1


def parts(forest: Forest) -> list[object]:
    return [forest.names, *(array.tobytes() for array in (forest.feature, forest.threshold, forest.value))]


def test_the_same_input_gives_the_same_forest() -> None:
    values, labels = table("smooth")
    weights = np.linspace(0.5, 1, len(labels))
    assert parts(fit(NAMES, values, labels, weights, GROWTH)) == parts(fit(NAMES, values, labels, weights, GROWTH))


def test_features_that_no_tree_asks_for_are_left_out() -> None:
    values, labels = table("smooth")
    values[:, 3:] = 0
    assert set(fit(NAMES, values, labels, np.ones(len(labels)), GROWTH).names) <= set(NAMES[:3])


@pytest.mark.parametrize("labels", [np.zeros(40), np.ones(40), np.arange(40) % 2 * 1.0])
def test_nothing_to_learn_is_a_forest_all_the_same(labels: Floats) -> None:
    forest = fit(NAMES, np.zeros((40, len(NAMES)), dtype=np.float32), labels, np.ones(40), GROWTH)
    assert len(forest.names) == 1
    likely = forest.probabilities({name: np.array([0.0, 5.0]) for name in NAMES})
    assert likely.tolist() == pytest.approx([labels.mean()] * 2, abs=0.01)
