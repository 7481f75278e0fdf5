"""Units and the span of the body: the compiled functions against those in Python."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricator.segment.rubric import body
from rubricator.segment.rubric.sight import look, part_of

from ..page.pages import render
from ..random_pages import pages
from .twins import both, some_pages

SETTINGS = (body._REGION_BITS, body._REACHES, body._UP, body._LONG)


def compare_units(html: str) -> None:
    pure, compiled = both("rubric.body.unit_table")
    sight = look(render(html))
    if sight.units:
        np.testing.assert_array_equal(compiled(sight, *SETTINGS), pure(sight, *SETTINGS))


def test_features_of_units() -> None:
    pure, compiled = both("rubric.body.unit_table")
    for page in some_pages():
        sight = look(page)
        middle = len(sight.units) // 2
        for some in (sight, part_of(sight, middle, middle + 3), part_of(sight, 0, middle)):
            np.testing.assert_array_equal(compiled(some, *SETTINGS), pure(some, *SETTINGS))


@given(pages())
@settings(max_examples=60, deadline=None)
def test_features_of_units_of_random_pages(html: str) -> None:
    compare_units(html)


def test_features_of_units_of_deep_pages() -> None:
    compare_units("<div>word " * 3000)


@given(st.lists(st.integers(0, 9), max_size=20), st.lists(st.integers(0, 9), min_size=10, max_size=10))
def test_numbers_of_groups(containers: list[int], parents: list[int]) -> None:
    pure, compiled = both("rubric.body.numbered_groups")
    asked = np.array(containers, dtype=np.int64), np.array(parents, dtype=np.int64)
    for found, expected in zip(compiled(*asked), pure(*asked), strict=True):
        assert found.tolist() == expected.tolist()


NUMBERS = st.integers(-3, 3).map(float)


@given(
    st.integers(1, 8).flatmap(lambda size: st.lists(NUMBERS, min_size=3 * size + 2, max_size=3 * size + 2)),
    st.sampled_from([0, 5]),
    st.integers(0, 10),
)
def test_the_best_run(values: list[float], little: int, least: int) -> None:
    pure, compiled = both("rubric.body.best_run")
    count = (len(values) - 2) // 3
    likely, begins, ends = np.split(np.array(values), [count, 2 * count + 1])
    start = 2 * np.arange(count, dtype=np.int64)
    asked = (start, start + 1, likely, begins, ends, 0.5, least, 2.0, 4.0, little)
    assert compiled(*asked) == pure(*asked)


def test_nodes_that_are_not_there() -> None:
    _, compiled = both("rubric.body.numbered_groups")
    with pytest.raises(IndexError):
        compiled(np.array([3]), np.array([0, 0, 0]))
