"""Networks against one row after another, and what they say of their reasons."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricator.errors import UsageError
from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.net import Net, Ramps, Round, Sides

NAMES = ("a", "b", "c")
VIEWS = ("look", "page", "-1", "+1", "+3")


def random_net(seed: int, *rounds: tuple[str, ...], width: int = 4) -> Net:
    rng = np.random.default_rng(seed)

    def some(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return rng.normal(size=shape).astype(np.float32)

    knots = np.sort(some(len(NAMES), 5), axis=1)
    made = tuple(Round(views, some((1 + len(views)) * width, width), some(width)) for views in rounds)
    return Net(NAMES, knots, some(len(NAMES), width), some(width), made, some(width + 1, 2))


def by_hand(net: Net, columns: dict[str, Floats], groups: dict[str, Ints]) -> list[list[float]]:
    """Compute one row after another."""
    rows = range(len(columns["a"]))
    place = [
        [
            np.interp(columns[name][row], some, np.linspace(-1, 1, 5))
            for name, some in zip(NAMES, net.knots, strict=True)
        ]
        for row in rows
    ]
    numbers = [np.maximum(np.array(place[row]) @ net.weight + net.bias, 0) for row in rows]
    for views, weight, bias in net.rounds:
        after = []
        for row in rows:
            parts = [numbers[row]]
            for view in views:
                if view[0] in "+-":
                    other = row + int(view)
                    parts.append(numbers[other] if other in rows else 0 * numbers[row])
                else:
                    keys = groups[view]
                    parts.append(np.mean([numbers[other] for other in rows if keys[other] == keys[row]], axis=0))
            after.append(numbers[row] + np.maximum(np.concatenate(parts) @ weight + bias, 0))
        numbers = after
    odds = [numbers[row] @ net.last[:-1] + net.last[-1] for row in rows]
    return [[float(one[output]) for one in odds] for output in range(2)]


@given(st.integers(1, 9), st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_scores_are_those_of_one_row_after_another(size: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    net = random_net(seed, VIEWS, ("-2", "look"))
    columns = {name: rng.normal(size=size) for name in NAMES}
    looks = np.unique(rng.integers(0, 3, size), return_inverse=True)[1].astype(np.int64)
    groups = {"look": looks, "page": np.zeros(size, dtype=np.int64)}
    for found, expected in zip(net.scores(columns, groups), by_hand(net, columns, groups), strict=True):
        assert found.tolist() == pytest.approx(expected, rel=1e-3, abs=1e-3)


def test_no_row_sees_those_of_another_page() -> None:
    sides = Sides({"page": np.array([0, 0, 1, 1, 1])})
    numbers = np.arange(1, 6, dtype=np.float32)[:, None]
    assert sides.view(numbers, "+1").ravel().tolist() == [2, 0, 4, 5, 0]
    assert sides.view(numbers, "-2").ravel().tolist() == [0, 0, 0, 0, 3]
    assert sides.view(numbers, "+9").ravel().tolist() == [0] * 5
    assert sides.view(numbers, "page").ravel().tolist() == [1.5, 1.5, 4, 4, 4]


def test_many_rows_are_the_same_as_few() -> None:
    net = random_net(1, ())
    columns = {name: np.random.default_rng(2).normal(size=5000) for name in NAMES}
    few = {name: column[4990:] for name, column in columns.items()}
    whole = net.scores(columns, {"page": np.zeros(5000, dtype=np.int64)})[0]
    assert whole[4990:].tolist() == pytest.approx(net.scores(few, {"page": np.zeros(10, dtype=np.int64)})[0].tolist())


def test_reasons_add_up_to_what_the_row_changes_while_what_stands_around_stays() -> None:
    net = random_net(3, ("page", "-1"), ("+1",))
    columns = {name: np.random.default_rng(4).normal(size=6) for name in NAMES}
    groups = {"page": np.zeros(6, dtype=np.int64)}
    alone = random_net(3, width=4)
    reasons = alone.reasons(columns, groups, [2, 5])
    average = Ramps(alone.knots).scaled(np.array([columns[name] for name in NAMES], dtype=np.float32)).mean(axis=0)
    start = float(np.maximum(average @ alone.weight + alone.bias, 0) @ alone.last[:-1, 0] + alone.last[-1, 0])
    total = np.sum(list(reasons.values()), axis=0)
    assert (total + start).tolist() == pytest.approx(alone.scores(columns, groups)[0, [2, 5]].tolist(), abs=0.15)
    assert list(net.reasons(columns, groups, [0])) == list(NAMES)


def test_reasons_name_the_feature_that_decided() -> None:
    knots = np.array([[0, 1]] * 3, dtype=np.float32)
    weight = np.array([[0], [2], [0]], dtype=np.float32)
    net = Net(NAMES, knots, weight, np.zeros(1, dtype=np.float32), (), np.array([[3], [-1]], dtype=np.float32))
    reasons = net.reasons(dict.fromkeys(NAMES, np.array([0.0, 1.0])), {"page": np.zeros(2, dtype=np.int64)}, [0, 1])
    assert reasons["a"].tolist() == reasons["c"].tolist() == [0, 0]
    assert reasons["b"].tolist() == pytest.approx([0, 6])


def test_a_feature_that_is_not_there() -> None:
    with pytest.raises(UsageError, match="the model asks for the feature 'c', which this version does not have"):
        random_net(1).scores({"a": np.zeros(1), "b": np.zeros(1)}, {"page": np.zeros(1, dtype=np.int64)})


def test_the_knots_of_a_feature_lie_evenly() -> None:
    knots = np.array([[0, 1, 10, 10], [5, 5, 5, 5]], dtype=np.float32)
    values = np.array([-3, 0, 0.5, 1, 5.5, 10, 99], dtype=np.float32)
    assert Ramps(knots).scaled(np.stack([values, values])).T.tolist() == [[-1, -1, -0.5, 0, 0.5, 1, 1], [-1] * 7]
