"""Boilerplate is left out of blocks: gaps in their ranges, shorter ends."""

from __future__ import annotations

import numpy as np

from rubricator.segment.rubric.boilerplate import cut_out, find_boilerplate
from rubricator.segment.rubric.view import build_view

from ...page.pages import render

PAGE = "<p>ab<p>share<p>cd<p>more<p>links<p>ef<p>foot"  # "ab share cd more links ef foot"


def test_spans_reach_from_the_unit_before_to_the_unit_after() -> None:
    view = build_view(render(PAGE))
    likely = np.array([1, 0, 1, 0, 0, 1, 0.0])
    assert find_boilerplate(view, likely, [], []) == [(2, 9), (11, 23), (25, 30)]
    assert find_boilerplate(view, likely, [(12, 16)], []) == [(2, 9), (16, 23), (25, 30)]
    assert find_boilerplate(view, 1 - likely, [], []) == [(0, 3), (8, 12), (22, 26)]


def test_doubtful_units_are_boilerplate_inside_of_sections_alone() -> None:
    view = build_view(render(PAGE))
    likely = np.array([1, 0.3, 1, 0.3, 0.05, 1, 1])
    assert find_boilerplate(view, likely, [], []) == [(2, 9), (11, 23)]
    assert find_boilerplate(view, likely, [], [30]) == [(2, 9), (11, 23)]
    assert find_boilerplate(view, likely, [], [16]) == [(2, 9), (16, 23)]  # a section ends with "more"
    assert find_boilerplate(view, likely, [(3, 8)], [23]) == [(16, 23)]


def test_nothing_is_boilerplate_where_all_is_doubtful() -> None:
    view = build_view(render(PAGE))
    assert find_boilerplate(view, np.full(7, 0.3), [], []) == []


def test_what_spans_leave_of_blocks() -> None:
    spans = [(2, 9), (17, 23), (25, 30)]
    stops = [stop for _, stop in spans]
    assert cut_out(0, 30, spans, stops) == [(0, 2), (9, 17), (23, 25)]
    assert cut_out(0, 11, spans, stops) == [(0, 2), (9, 11)]
    assert cut_out(12, 30, spans, stops) == [(12, 17), (23, 25)]
    assert cut_out(0, 11, [(11, 12)], [12]) == [(0, 11)]
    assert cut_out(0, 11, [(0, 30)], [30]) == [(0, 11)]  # nothing would be left
