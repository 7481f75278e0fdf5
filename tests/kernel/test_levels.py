"""Levels of headings: the compiled functions against those in Python."""

from __future__ import annotations

import numpy as np
import pytest

from rubricator.segment.rubric import levels
from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.sight import BOLD, look
from rubricator.segment.rubric.texts import SECTIONS

from .twins import both, some_pages


def test_headings() -> None:
    pure, compiled = both("rubric.levels.heading_table")
    rng = np.random.default_rng(0)
    for page in some_pages():
        sight = look(page)
        table = find_candidates(sight).table
        looks = rng.integers(0, 2**40, (3, len(table)))
        for step in (1, 3, len(table) + 1):
            rows = np.arange(0, len(table), step)
            given = (sight, rows, table, rng.random((4, len(rows))), *looks, BOLD)
            for found, expected in zip(compiled(*given), pure(*given), strict=True):
                np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("count", [0, 1, 2, 8, 9, 40])
def test_which_are_near(count: int) -> None:
    pure, compiled = both("rubric.levels.pairs")
    np.testing.assert_array_equal(compiled(count, levels.NEAR), pure(count, levels.NEAR))


def test_numbers() -> None:
    pure, compiled = both("rubric.levels.numbered")
    kinds, depths = np.random.default_rng(0).integers(0, 7, (2, 60)).astype(np.float64)
    for some in (0, 1, 60):
        given = (kinds[:some], depths[:some], SECTIONS)
        np.testing.assert_array_equal(compiled(*given), pure(*given))


def test_relations() -> None:
    pure, compiled = both("rubric.levels.relations")
    rng = np.random.default_rng(0)
    same, deeper = rng.normal(0, 4, (2, 200))
    same[:4] = -900, 900, 0, -0.0
    tags, alike = rng.integers(0, 4, (2, 200)).astype(np.float64), rng.integers(0, 2, 200).astype(np.float64)
    upper, lower = rng.integers(0, 30, (2, 200))
    numbered = rng.choice([np.nan, 1.01, 1.02, 3.01], 30)
    given = (same, deeper, *tags, alike, upper, lower)
    rest = (numbered, 1e-3, 4.0, 3.0)
    np.testing.assert_allclose(compiled(*given, *rest), pure(*given, *rest), rtol=1e-13)
    none = [column[:0] for column in given]
    assert compiled(*none, *rest).shape == (0, 3)
    with pytest.raises(IndexError):
        compiled(*given, numbered[:2], *rest[1:])


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
