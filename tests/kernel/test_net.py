"""Networks: the compiled class against the one in Python."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rubricator.segment.rubric.model import load_model
from rubricator.segment.rubric.net import _ALONE, Net, Ramps, Round, _part

from .twins import both


def reckonings(net: Net) -> list[Callable[..., Any]]:
    """Return the ways in which a network is asked: in Python, and compiled."""
    width = len(net.bias)
    parts = tuple(_part(one, width) for one in net.rounds)
    return [
        kind(Ramps(net.knots), net.weight, net.bias, parts, net.last, _ALONE).odds
        for kind in both("rubric.net.Reckoning")
    ]


def close(found: np.ndarray, expected: np.ndarray, tolerance: float = 1e-4) -> None:
    """Compare up to the order in which products are added."""
    assert found.shape == expected.shape
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


def numbered(rng: np.random.Generator, rows: int) -> np.ndarray:
    return np.unique(rng.integers(0, 5, rows), return_inverse=True)[1].astype(np.int64)


@pytest.mark.parametrize("name", ["body", "heading"])
@pytest.mark.parametrize("rows", [1, 3, 16, 48, 150])
def test_the_networks_that_come_with_the_package(name: str, rows: int) -> None:
    net = load_model().nets[name]
    rng = np.random.default_rng(rows)
    knots = net.knots[:, rng.integers(0, net.knots.shape[1], rows + 4)].astype(np.float64)
    table = knots + rng.normal(size=knots.shape) * rng.choice([0, 0.1, 10], knots.shape)
    groups = {name: numbered(rng, rows) for name in ("path", "look", "up 1", "up 3")}
    pure, compiled = reckonings(net)
    lines = np.arange(len(table))
    for page in (np.zeros(rows, dtype=np.int64), np.sort(groups["look"])):
        given = [(table, lines, 2, rows + 2)], groups | {"page": page}
        close(compiled(*given), pure(*given), 1e-3)
        parted = [(table, lines, 2, rows // 2 + 2), (table, lines, rows // 2 + 2, rows + 2)], given[1]
        np.testing.assert_array_equal(compiled(*parted), compiled(*given))


def test_no_rows() -> None:
    net = load_model().nets["heading"]
    _, compiled = reckonings(net)
    none = np.zeros(0, dtype=np.int64)
    table = [(np.zeros((len(net.names), 4)), np.arange(len(net.names)), 2, 2)]
    assert compiled(table, dict.fromkeys(("page", "path", "look"), none)).shape == (net.last.shape[1], 0)


@pytest.mark.parametrize("width", [1, 5, 16, 48, 77, 320])
@pytest.mark.parametrize("rows", [1, 6, 13])
def test_networks_of_any_size(rows: int, width: int) -> None:
    rng = np.random.default_rng(rows + width)

    def some(*shape: int) -> np.ndarray:
        return np.asarray(rng.normal(size=shape) / shape[0] ** 0.5, dtype=np.float32)

    knots = np.sort(rng.normal(size=(3, 4)).astype(np.float32))
    rounds = tuple(Round(views, some((1 + len(views)) * width, width), some(width)) for views in (("+1", "page"), ()))
    net = Net(("a", "b", "c"), knots, some(3, width), some(width), rounds, some(width + 1, 2))
    pure, compiled = reckonings(net)
    given = [(rng.normal(size=(5, rows)), np.array([4, 0, 2]), 0, rows)], {"page": np.zeros(rows, dtype=np.int64)}
    close(compiled(*given), pure(*given))


def test_a_feature_with_one_knot_tells_nothing() -> None:
    knots, weight, bias = np.zeros((1, 1), "f"), np.ones((1, 2), "f"), np.array([3, -4], "f")
    pure, compiled = reckonings(Net(("a",), knots, weight, bias, (), np.array([[1], [1], [0]], "f")))
    given = [(np.ones((2, 3)), np.zeros(1, dtype=np.int64), 0, 3)], {"page": np.zeros(3, dtype=np.int64)}
    assert compiled(*given).tolist() == pure(*given).tolist() == [[2] * 3]


def small() -> tuple[Any, ...]:
    """Return the parts of a network of one feature and two numbers, which it gives back."""
    part = _part(Round(("page", "+1"), np.ones((6, 2), "f"), np.zeros(2, "f")), 2)
    last = np.array([[1, 0], [0, 1], [0, 0]], "f")
    return Ramps(np.array([[0, 1]], "f")), np.ones((1, 2), "f"), np.zeros(2, "f"), (part,), last, _ALONE


def test_what_does_not_fit_is_refused() -> None:
    _, kind = both("rubric.net.Reckoning")
    ramps, weight, bias, parts, last, alone = small()
    table, lines, page = np.ones((1, 3)), np.zeros(1, dtype=np.int64), {"page": np.zeros(3, dtype=np.int64)}
    compiled = kind(*small()).odds
    assert compiled([(table, lines, 0, 3)], page).tolist() == [[7, 7, 5]] * 2
    for tables, groups in (
        ([(table, lines + 1, 0, 3)], page),
        ([(table, lines[:0], 0, 3)], page),
        ([(table, lines, 0, 4)], page),
        ([(table, lines, -1, 2)], page),
        ([(table, lines, 0, 3)], {"page": page["page"][:2]}),
        ([(table, lines, 0, 3)], {"page": page["page"] - 1}),
        ([(table, lines, 0, 3)], {"page": page["page"] + 3}),
    ):
        with pytest.raises(IndexError):
            compiled(tables, groups)
    (part,) = parts
    for wrong in (
        (ramps, weight, bias[:1], parts, last, alone),
        (ramps, weight[:, :1], bias, parts, last, alone),
        (ramps, weight, bias, parts, last[:2], alone),
        (Ramps(np.zeros((2, 2), "f")), weight, bias, parts, last, alone),
        (ramps, weight, bias, (part._replace(beside=part.beside[:, :2].copy()),), last, alone),
        (ramps, weight, bias, (part._replace(of_groups=()),), last, alone),
        (ramps, weight, bias, (part._replace(bias=bias[:1]),), last, alone),
        (ramps, weight, bias, (part._replace(views=("page", "+1", "+2")),), last, alone),
    ):
        with pytest.raises(IndexError):
            kind(*wrong)


def test_a_network_can_be_sent_to_another_process() -> None:
    net = load_model().nets["body"]
    columns = {name: np.ones(2) for name in net.names}
    groups = dict.fromkeys(("page", "up 1", "up 3"), np.zeros(2, dtype=np.int64))
    again = pickle.loads(pickle.dumps(net))
    assert again.scores(columns, groups).tolist() == net.scores(columns, groups).tolist()
