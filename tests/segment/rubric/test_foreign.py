"""Foreign matter is left out of blocks: gaps in their ranges, shorter ends."""

from __future__ import annotations

import numpy as np

from rubricator.segment.rubric.foreign import find_gaps, without_gaps
from rubricator.segment.rubric.sight import look

from ...page.pages import render

PAGE = "<p>ab<p>share<p>cd<p>more<p>links<p>ef<p>foot"  # "ab share cd more links ef foot"


def test_gaps_reach_from_the_unit_before_to_the_unit_after() -> None:
    sight = look(render(PAGE))
    likely = np.array([1, 0, 1, 0, 0, 1, 0.0])
    assert find_gaps(sight, likely, [], []) == [(2, 9), (11, 23), (25, 30)]
    assert find_gaps(sight, likely, [(12, 16)], []) == [(2, 9), (16, 23), (25, 30)]
    assert find_gaps(sight, 1 - likely, [], []) == [(0, 3), (8, 12), (22, 26)]


def test_doubtful_units_are_gaps_inside_of_sections_alone() -> None:
    sight = look(render(PAGE))
    likely = np.array([1, 0.3, 1, 0.3, 0.05, 1, 1])
    assert find_gaps(sight, likely, [], []) == [(2, 9), (11, 23)]
    assert find_gaps(sight, likely, [], [30]) == [(2, 9), (11, 23)]
    assert find_gaps(sight, likely, [], [16]) == [(2, 9), (16, 23)]  # a section ends with "more"
    assert find_gaps(sight, likely, [(3, 8)], [23]) == [(16, 23)]


def test_on_a_page_where_all_is_doubtful_nothing_is_a_gap() -> None:
    sight = look(render(PAGE))
    assert find_gaps(sight, np.full(7, 0.3), [], []) == []


def test_blocks_leave_gaps_out() -> None:
    gaps = [(2, 9), (17, 23), (25, 30)]
    stops = [stop for _, stop in gaps]
    assert without_gaps(0, 30, gaps, stops) == [(0, 2), (9, 17), (23, 25)]
    assert without_gaps(0, 11, gaps, stops) == [(0, 2), (9, 11)]
    assert without_gaps(12, 30, gaps, stops) == [(12, 17), (23, 25)]
    assert without_gaps(0, 11, [(11, 12)], [12]) == [(0, 11)]
    assert without_gaps(0, 11, [(0, 30)], [30]) == [(0, 11)]  # nothing would be left
