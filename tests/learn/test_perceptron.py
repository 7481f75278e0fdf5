"""The perceptron with uneven margins."""

from __future__ import annotations

import numpy as np

from rubricator.learn.perceptron import Margins, Plane, fit_perceptron

ROWS = np.array([[1, 0, 1], [1, 1, 0], [0, 1, 1], [0, 0, 1], [0, 1, 0]], dtype=bool)
LABELS = np.array([True, True, False, False, False])


def one_by_one(rows: np.ndarray, labels: np.ndarray, margins: Margins) -> Plane | None:
    """Algorithm 1 of the paper, a row at a time; None when it does not end."""
    weights, bias, reach = np.zeros(rows.shape[1]), 0.0, float(rows.sum(axis=1).max())
    for turn in range(margins.rounds):
        changed = False
        for number in np.random.default_rng(turn).permutation(len(rows)):
            side = 1.0 if labels[number] else -1.0
            least = margins.positive if labels[number] else margins.negative
            if side * (rows[number] @ weights + bias) <= least:
                weights = weights + margins.rate * side * rows[number]
                bias += margins.rate * side * reach
                changed = True
        if not changed:
            return Plane(weights, bias)
    return None


def test_separable_rows_are_parted_with_their_margins() -> None:
    margins = Margins(positive=5, negative=1, rounds=200)
    scores = fit_perceptron(ROWS, LABELS, margins).scores(ROWS)
    assert (scores[LABELS] > 5).all()
    assert (scores[~LABELS] < -1).all()


def test_blocks_change_nothing() -> None:
    random = np.random.default_rng(3)
    rows = random.random((1500, 12)) < 0.4
    labels = rows[:, 0] & ~rows[:, 1]
    margins = Margins(positive=3, negative=1, rounds=2000)
    found, wanted = fit_perceptron(rows, labels, margins), one_by_one(rows, labels, margins)
    assert wanted is not None
    assert np.allclose(found.weights, wanted.weights)
    assert found.bias == wanted.bias


def test_a_wide_positive_margin_finds_more() -> None:
    random = np.random.default_rng(4)
    rows = random.random((2000, 8)) < 0.5
    labels = rows[:, 0] & rows[:, 1] & (random.random(2000) < 0.3)
    found = [
        int((fit_perceptron(rows, labels, Margins(positive=wide, negative=0, rounds=20)).scores(rows) > 0).sum())
        for wide in (0.0, 100.0)
    ]
    assert found[0] < found[1]


def test_the_same_rows_give_the_same_plane_and_none_give_zero() -> None:
    first, second = (fit_perceptron(ROWS, ~LABELS) for _ in range(2))
    assert np.array_equal(first.weights, second.weights) and first.bias == second.bias
    none = fit_perceptron(np.zeros((0, 3), dtype=bool), np.zeros(0, dtype=bool))
    assert none.weights.tolist() == [0, 0, 0]
