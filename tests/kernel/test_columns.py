"""Probabilities: the compiled function against the one in Python."""

from __future__ import annotations

import numpy as np
import pytest

from .twins import both


@pytest.mark.parametrize("shape", [(0,), (1,), (300,), (2, 40)])
def test_probabilities(shape: tuple[int, ...]) -> None:
    pure, compiled = both("rubric.columns.probabilities")
    odds = np.random.default_rng(0).normal(0, 9, shape)
    odds.flat[:4] = (-np.inf, 1e9, np.nan, -0.0)[: odds.size]
    np.testing.assert_array_equal(compiled(odds, 500.0), pure(odds, 500.0))
