"""Pages without heading tags that look the same."""

from __future__ import annotations

from rubricator.learn.detag import detag, has_tags
from rubricator.page.units import units

from ..evaluate.pages import render
from ..page.pages import find

PAGE = """<style>h2 { color: red } .section-title b { font-size: 30px }</style>
<h2 class=section-title id=fees>Our <b class=big title=t>fees</b></h2><p class=intro id=p>You pay.</p>
<dl><dt role=heading aria-level=3>Late</dt><dd>You pay more.</dd></dl>"""


def test_tags_become_neutral() -> None:
    page = detag(render(PAGE))
    assert not {"h2", "dt"} & set(page.tag)
    heading = find(page, "div Our fees")
    assert dict(page.attributes[heading]) == {"class": "x", "id": "x"}
    assert dict(page.attributes[find(page, "b fees")]) == {"class": "x", "title": "t"}
    assert dict(page.attributes[find(page, "div Late")]) == {"role": "x", "aria-level": "x"}


def test_what_is_no_heading_stays_as_it_was() -> None:
    page = detag(render(PAGE))
    assert dict(page.attributes[find(page, "p You pay.")]) == {"class": "intro", "id": "p"}
    assert find(page, "dd You pay more.")


def test_looks_text_and_units_stay() -> None:
    before = render(PAGE)
    after = detag(before)
    assert after.text == before.text
    assert (after.styles, after.style, after.flags) == (before.styles, before.style, before.flags)
    assert units(after) == units(before)


def test_a_heading_in_a_line_becomes_a_span() -> None:
    page = detag(render("<p><h3 style='display:inline'>Fees.</h3> You pay.</p>"))
    assert find(page, "span Fees.")


def test_pages_without_tags_are_not_changed() -> None:
    page = render("<p><b>Fees</b></p><p>You pay.</p>")
    assert not has_tags(page)
    assert detag(page) == page
    assert has_tags(render(PAGE))
    assert not has_tags(detag(render(PAGE)))
