"""Networks: the compiled functions against those in Python."""

from __future__ import annotations

import numpy as np
import pytest

from rubricator.segment.rubric.model import load_model
from rubricator.segment.rubric.net import _ALONE, Net, Ramps, Round, _part

from .twins import both


def close(found: np.ndarray, expected: np.ndarray) -> None:
    """Compare up to the order in which products are added."""
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["body", "heading"])
@pytest.mark.parametrize("rows", [0, 1, 3, 150])
def test_the_networks_that_come_with_the_package(name: str, rows: int) -> None:
    net = load_model().nets[name]
    pure, compiled = both("rubric.net.own_numbers")
    rng = np.random.default_rng(rows)
    knots = net.knots[:, rng.integers(0, net.knots.shape[1], rows + 4)].astype(np.float64)
    table = knots + rng.normal(size=knots.shape) * rng.choice([0, 0.1, 10], knots.shape)
    given = (table, np.arange(len(table)), 2, rows + 2, net._ramps, net.weight, net.bias, _ALONE)
    close(compiled(*given), pure(*given))
    groups = {
        name: np.unique(rng.integers(0, 5, rows), return_inverse=True)[1].astype(np.int64)
        for name in ("path", "look", "up 1", "up 3")
    }
    pure, compiled = both("rubric.net.taken_in")
    numbers = np.ascontiguousarray(pure_numbers(net, table, rows))
    for page in (np.zeros(rows, dtype=np.int64), np.sort(groups["look"])):
        if rows:
            given_rounds = (numbers, net._parts, groups | {"page": page}, _ALONE)
            close(compiled(*given_rounds), pure(*given_rounds))


def pure_numbers(net: Net, table: np.ndarray, rows: int) -> np.ndarray:
    pure, _ = both("rubric.net.own_numbers")
    return pure(table, np.arange(len(table)), 2, rows + 2, net._ramps, net.weight, net.bias, _ALONE)  # type: ignore[no-any-return]


def test_few_rows_at_a_time() -> None:
    pure, compiled = both("rubric.net.own_numbers")
    net = load_model().nets["body"]
    table = np.random.default_rng(1).random((len(net.names), 40))
    given = (table, np.arange(len(table)), 0, 40, net._ramps, net.weight, net.bias)
    close(compiled(*given, 1), pure(*given, _ALONE))


def test_what_does_not_fit_is_refused() -> None:
    _, compiled = both("rubric.net.own_numbers")
    table, weight, bias = np.zeros((1, 3)), np.ones((1, 2), "f"), np.zeros(2, "f")
    ramps = Ramps(np.array([[0, 1]], "f"))
    lines = np.zeros(1, dtype=np.int64)
    assert compiled(table, lines, 0, 3, ramps, weight, bias, _ALONE).tolist() == [[0, 0]] * 3
    for wrong in (
        (table, lines + 1, 0, 3, ramps, weight, bias, _ALONE),
        (table, lines, 0, 4, ramps, weight, bias, _ALONE),
        (table, lines, -1, 3, ramps, weight, bias, _ALONE),
        (table, lines, 0, 3, ramps, weight, bias[:1], _ALONE),
    ):
        with pytest.raises(IndexError):
            compiled(*wrong)
    _, compiled = both("rubric.net.taken_in")
    part = _part(Round(("page", "+1"), np.ones((6, 2), "f"), bias), 2)
    numbers, page = np.ones((3, 2), "f"), np.zeros(3, dtype=np.int64)
    assert compiled(numbers, (part,), {"page": page}, _ALONE).tolist() == [[7, 7], [7, 7], [5, 5]]
    for keys in (page[:2], page - 1):
        with pytest.raises(IndexError):
            compiled(numbers, (part,), {"page": keys}, _ALONE)


@pytest.mark.parametrize("rows", [0, 1, 7])
def test_log_odds(rows: int) -> None:
    pure, compiled = both("rubric.net.odds")
    sums, begins = np.random.default_rng(rows).random((rows, 5), np.float32), np.arange(10, dtype=np.float32)[::2]
    np.testing.assert_array_equal(compiled(sums, begins), pure(sums, begins))


@pytest.mark.parametrize("width", [1, 5, 16, 48, 77, 320])
@pytest.mark.parametrize("rows", [1, 6, 13])
def test_products_of_any_size(rows: int, width: int) -> None:
    pure, compiled = both("rubric.net.taken_in")
    rng = np.random.default_rng(rows + width)
    numbers = np.maximum(rng.normal(size=(rows, width)), 0).astype(np.float32)
    part = _part(Round(("+1", "page"), rng.normal(size=(3 * width, width)).astype("f"), np.zeros(width, "f")), width)
    given = (numbers, (part,), {"page": np.zeros(rows, dtype=np.int64)}, _ALONE)
    np.testing.assert_allclose(compiled(*given), pure(*given), rtol=1e-3, atol=1e-4)
