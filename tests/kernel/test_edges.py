"""Edges of the body: the compiled function against the one in Python."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from rubricator.page.model import Page
from rubricator.segment.rubric import edges
from rubricator.segment.rubric.sight import BOLD, look

from ..page.pages import render
from ..random_pages import pages
from .twins import both, some_pages

SETTINGS = (edges._REGION_BITS, edges._REACHES, edges._LONG, edges._HIGHEST, BOLD, edges._LINKS)


def compare(page: Page) -> None:
    pure, compiled = both("rubric.edges.edge_table")
    sight = look(page)
    likely = np.random.default_rng(1).random(len(sight.units))
    if len(likely):
        np.testing.assert_array_equal(compiled(sight, likely, *SETTINGS), pure(sight, likely, *SETTINGS))


def test_what_changes_between_units() -> None:
    for page in some_pages():
        compare(page)


@given(pages())
@settings(max_examples=60, deadline=None)
def test_what_changes_between_units_of_random_pages(html: str) -> None:
    compare(render(html))


def test_what_changes_between_units_of_deep_pages() -> None:
    compare(render("<div>word " * 3000))
    compare(render(("<div>" + "<div>word " * 100) * 5))
