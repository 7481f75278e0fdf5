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


def test_links_to_cite_a_section_by_are_passed_over() -> None:
    page = render(
        "<h2>Fees<a class=headerlink href=#a>¶</a></h2><p>None.</p><h2>Due <span><a href=#b>#</a></span></h2>"
    )
    assert [page.text[unit.start : unit.end] for unit in look(page).units] == ["Fees", "None.", "Due"]
    assert page.text == "Fees¶ None. Due #"
