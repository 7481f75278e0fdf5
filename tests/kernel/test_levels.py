"""Levels of headings: the compiled functions against those in Python."""

from __future__ import annotations

import numpy as np
import pytest

from rubricator.segment.rubric import levels

from .twins import both


@pytest.mark.parametrize("count", [1, 2, 5, 30])
def test_pairs(count: int) -> None:
    pure, compiled = both("rubric.levels.pair_table")
    rng = np.random.default_rng(count)
    values = rng.integers(0, 4, (len(levels._VALUES), count)).astype(np.float64)
    start = np.cumsum(rng.integers(1, 50, count))
    end = start + rng.integers(1, 60, count)
    given = (values, start, end, *levels.pairs(count), len(levels._COMPARED), len(levels._IDENTITIES), levels._LOOK)
    np.testing.assert_array_equal(compiled(*given), pure(*given))


@pytest.mark.parametrize("seed", range(30))
def test_the_best_levels(seed: int) -> None:
    pure, compiled = both("rubric.levels.best_levels")
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 60))
    pairs = len(levels.pairs(count)[0])
    # Some likelihoods are the same, so that ways have the same score.
    logs = np.log(rng.choice([0.001, 0.1, 0.3, 0.6, 0.999], (pairs, 3)) if seed % 2 else rng.random((pairs, 3)))
    for sizes in ((levels.NEAR, levels._DEEPEST, levels._BEAM), (3, 4, 2), (1, 12, 1)):
        some = logs if sizes[0] == levels.NEAR else logs[: sum(min(place, sizes[0]) for place in range(count))]
        assert compiled(some, count, *sizes) == pure(some, count, *sizes)


def test_pairs_that_are_missing() -> None:
    _, compiled = both("rubric.levels.best_levels")
    with pytest.raises(IndexError):
        compiled(np.zeros((2, 3)), 3, levels.NEAR, levels._DEEPEST, levels._BEAM)
