"""Ranking by hand: every figure here was computed on paper."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rubricator.search.ranking import bm25, ceiling, expansion, idf, new_terms, query_weight, selection_value


def floats(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(values, np.float64)


def test_idf() -> None:
    assert idf(10, 1) == pytest.approx(math.log(1 + 9.5 / 1.5))
    assert idf(10, 1, smooth=False) == pytest.approx(math.log(9.5 / 1.5))


def test_idf_of_a_term_in_most_documents_is_not_negative() -> None:
    assert math.log((10 - 9 + 0.5) / 9.5) < 0
    assert idf(10, 9, smooth=False) == 0
    assert idf(10, 9) == pytest.approx(math.log(1 + 1.5 / 9.5))
    values = [idf(10, count) for count in range(11)]
    assert values == sorted(values, reverse=True)
    assert values[-1] > 0


def test_bm25() -> None:
    # k1 1.1, b .7, a document of 20 words where 10 are the average: 1.1 * (.3 + .7 * 2) = 1.87
    found = bm25(floats(2, 1), floats(20, 10), 10.0, 3.0, 1.1, 0.7)
    assert found == pytest.approx([3 * 2.1 * 2 / (1.87 + 2), 3 * 2.1 * 1 / (1.1 + 1)])
    assert bm25(floats(1), floats(0), 0.0, 1.0, 1.1, 0.7) == pytest.approx([2.1 / (1.1 * 0.3 + 1)])


def test_no_score_passes_the_ceiling() -> None:
    assert ceiling([2.0, 0.5], 1.1) == pytest.approx(2.1 * 2.5)
    endless = bm25(floats(1e12), floats(10), 10.0, 2.0, 1.1, 0.7)
    assert endless == pytest.approx([ceiling([2.0], 1.1)])
    assert ceiling([], 1.1) == 0


def test_query_weight() -> None:
    assert query_weight(1.0) == pytest.approx(1.0)
    assert query_weight(2.0) == pytest.approx(1001 * 2 / 1002)


def test_selection_value() -> None:
    # In 3 of 4 relevant documents, in 5 of all 100: 3 * ln(3.5 * 94.5 / (2.5 * 1.5))
    assert selection_value(3, 4, 100, 5) == pytest.approx(3 * math.log(3.5 * 94.5 / (2.5 * 1.5)))
    assert selection_value(1, 4, 100, 90) < 0


def test_expansion() -> None:
    inside = {"old": 4, "best": 4, "good": 3, "bad": 2, "well": 3}
    values = {"old": 9.0, "best": 5.0, "good": 3.0, "bad": -1.0, "well": 3.0}
    assert new_terms({"old": 1.0}, inside, values) == ["best", "good", "well"]
    assert expansion({"old": 1.0}, ["best", "good"]) == {"old": 2.0, "best": 1.0, "good": 0.5}
    assert expansion({"old": 1.0}, []) == {"old": 2.0}
