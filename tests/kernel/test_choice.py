"""Overlapping candidates: the compiled function against the one in Python."""

from __future__ import annotations

import numpy as np
import pytest

from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.choice import LEAST
from rubricator.segment.rubric.context import BITS
from rubricator.segment.rubric.sight import look

from .twins import both, some_pages


@pytest.mark.parametrize("seed", range(5))
def test_the_most_probable_stay(seed: int) -> None:
    pure, compiled = both("rubric.choice.without_overlaps")
    rng = np.random.default_rng(seed)
    left_out = 0
    for page in some_pages():
        table = find_candidates(look(page)).table
        # Some are as probable as others.
        probability = np.round(rng.random(len(table)) * rng.choice([0.1, 1]), 2)
        found = compiled(table, probability, LEAST)
        assert found == pure(table, probability, LEAST)
        left_out += int((probability >= LEAST).sum()) - len(found)
    assert left_out > 10


@pytest.mark.parametrize("seed", range(20))
def test_the_chosen(seed: int) -> None:
    pure, compiled = both("rubric.choice.chosen")
    rng = np.random.default_rng(seed)
    table = np.zeros((int(rng.integers(0, 30)), 6), dtype=np.int64)
    table[:, 0] = rng.permutation(len(table)) * 10
    table[:, 1] = table[:, 0] + rng.integers(1, 15, len(table))
    table[:, 2] = table[:, 3] = table[:, 0] // 20
    probability = rng.random(len(table)) * rng.choice([0.3, 1])
    given = (table, probability, 0.42, 0.12, 0.4, LEAST)
    assert compiled(*given) == pure(*given)


def test_no_candidates() -> None:
    _, compiled = both("rubric.choice.without_overlaps")
    assert compiled(np.zeros((0, 6), dtype=np.int64), np.zeros(0), LEAST) == []


@pytest.mark.parametrize("count", [0, 1, 7, 300])
def test_groups_are_blended_in(count: int) -> None:
    pure, compiled = both("rubric.choice.with_group")
    rng = np.random.default_rng(count)
    probability, keys = rng.random(count), np.unique(rng.integers(0, 9, count), return_inverse=True)[1]
    found = compiled(probability, keys)
    np.testing.assert_array_equal(found, pure(probability, keys))
    assert count < 2 or not np.array_equal(found, probability)


@pytest.mark.parametrize("seed", range(9))
def test_the_likeliest(seed: int) -> None:
    pure, compiled = both("rubric.choice.likeliest")
    rng = np.random.default_rng(seed)
    kind, likely = rng.integers(0, 6, seed), np.round(rng.random(seed), 1)
    for threshold in (0.0, 0.5, 2.0):
        assert compiled(kind, likely, threshold, 0, 5) == pure(kind, likely, threshold, 0, 5)


def test_a_line_through_knots() -> None:
    pure, compiled = both("rubric.choice.on_line")
    knots, heights = (0.1, 0.3, 0.8, 0.95, 1.0), (0.3, 0.5, 0.72, 0.86, 0.97)
    values = np.array([*knots, 0.0, 2.0, np.nan, *np.random.default_rng(1).random(99)])
    np.testing.assert_array_equal(compiled(values, knots, heights), pure(values, knots, heights))
    assert not len(compiled(values[:0], knots, heights))


@pytest.mark.parametrize("span", [(0, 0), (50, 120), (10**6, 10**6)])
def test_those_beside_a_span(span: tuple[int, int]) -> None:
    pure, compiled = both("rubric.choice.apart")
    for page in some_pages():
        table = find_candidates(look(page)).table
        given = table, list(range(0, len(table), 2)), *span, len(page.text)
        assert compiled(*given) == pure(*given)


def test_whether_one_is_inside() -> None:
    pure, compiled = both("rubric.choice.any_inside")
    answers = set()
    for page in some_pages():
        sight = look(page)
        table = find_candidates(sight).table
        for bit in BITS.values():
            given = sight, table, list(range(len(table))), bit
            answers.add(compiled(*given))
            assert compiled(*given) == pure(*given)
        assert not compiled(sight, table, [], -1)
    assert answers == {False, True}


@pytest.mark.parametrize("seed", range(5))
def test_those_of_the_body_that_are_seen(seed: int) -> None:
    heard, until, stray = (both(f"rubric.choice.{name}") for name in ("without_heard", "units_until", "without_stray"))
    rng = np.random.default_rng(seed)
    left_out, counts = [0, 0], set()
    for page in some_pages():
        sight = look(page)
        table = find_candidates(sight).table
        chosen = np.flatnonzero(rng.random(len(table)) > 0.5).tolist()
        likely, body, visible = rng.random(len(table)), *rng.random((2, len(sight.unit_start)))
        given = visible, table, chosen, 0.5
        assert heard[1](*given) == heard[0](*given)
        left_out[0] += len(chosen) - len(heard[0](*given))
        for least in (0.5, 0.9, 2.0):
            asked = sight.unit_end, table, chosen, likely, body, least
            assert until[1](*asked) == until[0](*asked)
            counts.add(until[0](*asked))
        span = table, chosen, body, len(page.text) // 3, len(page.text) // 2, len(page.text) // 4, 0.35
        assert stray[1](*span) == stray[0](*span)
        left_out[1] += len(chosen) - len(stray[0](*span))
    assert min(left_out) > 10
    assert len(counts) > 5
