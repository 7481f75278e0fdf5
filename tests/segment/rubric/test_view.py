"""What is seen of a page."""

from __future__ import annotations

from hypothesis import given, settings

from rubricator.page.units import Run, Unit, units
from rubricator.segment.rubric.view import PageView, build_view

from ...page.pages import render
from ...random_pages import pages


def lines(view: PageView) -> list[Unit]:
    """Return the units with their runs."""
    runs = [Run(*run) for run in view.runs[["start", "end", "node"]].tolist()]
    units = view.units[["start", "end", "container", "visible", "first_run", "stop_run"]]
    return [
        Unit(start, end, container, visible > 0, tuple(runs[first:stop]))
        for start, end, container, visible, first, stop in units.tolist()
    ]


@given(pages())
@settings(max_examples=50)
def test_the_units_are_those_of_the_page(html: str) -> None:
    page = render(html)
    view, expected = build_view(page), units(page)
    assert lines(view) == expected
    if len(expected) > 2:
        assert lines(view.part(1, 3)) == expected[1:3]


def test_links_to_cite_a_section_by_are_passed_over() -> None:
    page = render(
        "<h2>Fees<a class=headerlink href=#a>¶</a></h2><p>None.</p><h2>Due <span><a href=#b>#</a></span></h2>"
    )
    assert [page.text[unit.start : unit.end] for unit in lines(build_view(page))] == ["Fees", "None.", "Due"]
    assert page.text == "Fees¶ None. Due #"
