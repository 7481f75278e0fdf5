"""What is seen of a page."""

from __future__ import annotations

from hypothesis import given, settings

from rubricator.page.units import units
from rubricator.segment.rubric.sight import look, part_of

from ...page.pages import render
from ...random_pages import pages


@given(pages())
@settings(max_examples=50)
def test_the_units_are_those_of_the_page(html: str) -> None:
    page = render(html)
    sight, expected = look(page), units(page)
    assert sight.units == expected
    if len(expected) > 2:
        assert part_of(sight, 1, 3).units == expected[1:3]
