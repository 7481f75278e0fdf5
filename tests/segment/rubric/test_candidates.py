"""Which pieces of a page could be headings, and their exact spans."""

from __future__ import annotations

from rubricator.page.units import units
from rubricator.segment.rubric.candidates import INNER, JOINED, LABEL, NUMBERED, OPENING, WHOLE, find_candidates
from rubricator.segment.rubric.view import build_view

from ...page.pages import render

PROSE = "We may send you letters about the service, and about changes to it, as long as you use it."


def found(html: str, *kinds: int) -> list[str]:
    """List the texts of the candidates of some kinds, of all without any."""
    page = render(html)
    candidates = find_candidates(build_view(page))
    return [page.text[one.start : one.end] for one in candidates if not kinds or one.kind in kinds]


def test_each_short_unit_is_one() -> None:
    assert found(f"<h2>Fees</h2><p>{PROSE}</p>", WHOLE) == ["Fees", PROSE]


def test_an_opening_in_a_style_of_its_own() -> None:
    assert found(f"<p><b>Email communications.</b> {PROSE}</p>", OPENING) == ["Email communications."]
    assert found(f"<p><span style='color:red'>Email</span> {PROSE}</p>", OPENING) == ["Email"]
    assert found(f"<p><i>Email</i> {PROSE}</p>", OPENING) == ["Email"]


def test_an_opening_of_several_texts_in_one_style() -> None:
    assert found(f"<p><b>Email</b> <b>communications</b> {PROSE}</p>", OPENING) == ["Email", "Email communications"]


def test_emphasis_that_the_sheet_makes_plain_still_counts() -> None:
    page = f"<style>b {{ font-weight: normal }}</style><p><b>Email.</b> {PROSE}</p>"
    assert found(page, OPENING) == ["Email."]


def test_the_element_that_is_the_unit_sets_nothing_off() -> None:
    assert found("<h2><span>1.1. </span>Fees</h2>") == ["1.1. Fees"]
    assert found(f"<div><h3 style='display:inline'>Fees</h3> <span>{PROSE}</span></div>", OPENING) == ["Fees"]


def test_plain_prose_has_no_opening() -> None:
    assert found(f"<p>{PROSE} <span>{PROSE}</span></p>", OPENING, INNER, NUMBERED) == []


def test_openings_are_looked_for_at_the_first_changes_of_style_only() -> None:
    page = "<p>" + "".join(f"<b>b{n}</b> <i>i{n}</i> " for n in range(9)) + PROSE
    assert found(page, OPENING) == ["b0", "b0 i0", "b0 i0 b1"]


def test_a_number_and_its_text_in_elements_of_their_own() -> None:
    assert "1. Definitions" in found(f"<div>1.</div><div>Definitions</div><p>{PROSE}</p>", JOINED)
    assert "§ 2 Fees" in found(f"<table><tr><td>§ 2<td>Fees</table><p>{PROSE}</p>", JOINED)
    assert "Chapter IV Fees" in found(f"<p>Chapter IV</p><p>Fees</p><p>{PROSE}</p>", JOINED)


def test_words_are_no_number() -> None:
    assert found(f"<div>Fees</div><div>Definitions</div><p>{PROSE}</p>", JOINED) == []


def test_what_follows_its_number() -> None:
    assert found(f"<p>1.2 <b>Fees.</b> {PROSE}</p>", NUMBERED) == ["Fees."]
    assert found(f"<p>All of <b>Fees.</b> {PROSE}</p>", NUMBERED) == []


def test_lines_parted_by_breaks() -> None:
    assert found(f"<p><b>Fees</b><br>{PROSE}</p>", WHOLE) == ["Fees", PROSE]


def test_the_lines_of_one_element_are_one_together() -> None:
    page = f"<h2>Terms and<br>conditions</h2><p>{PROSE}</p>"
    assert found(page, JOINED) == ["Terms and conditions"]
    assert found(page, WHOLE)[:2] == ["Terms and", "conditions"]


def test_many_lines_are_no_heading_together() -> None:
    assert found("<p>" + "<br>".join(f"line {letter}" for letter in "bcdefgh"), JOINED) == []


def test_a_label_with_a_colon() -> None:
    assert found(f"<p>Email: {PROSE}</p>", LABEL) == ["Email:"]
    assert found("<p>At 10:30 we meet.</p>", LABEL) == []
    assert found("<p>Email:</p>", LABEL) == []
    assert found(f"<p>{'word ' * 20}: {PROSE}</p>", LABEL) == []


def test_an_emphasised_run_after_a_sentence() -> None:
    page = f"<p>Some sentence first. <b>Fees.</b> {PROSE} <b>Taxes.</b> {PROSE}</p>"
    assert found(page, INNER) == ["Fees.", "Taxes."]
    assert found(f"<p>Some words with <b>stress</b> in them. {PROSE}</p>", INNER) == []


def test_alternative_text_of_images() -> None:
    assert found(f"<p><img src=fees.png alt='Our fees'></p><p>{PROSE}</p>", WHOLE) == ["Our fees", PROSE]
    assert found("<p><img src=line.png></p><img src=x.png alt=''>") == []


def test_list_items_and_table_cells() -> None:
    items = "<ul><li><b>First</b><li><b>Second</b> and more</ul><table><tr><td><b>Cell</b><td>Value</table>"
    assert found(items, WHOLE) == ["First", "Second and more", "Cell", "Value"]
    assert found(items, OPENING) == ["Second"]


def test_spans_are_exact_and_inside_of_their_units() -> None:
    page = render(f"<p> <b> Fees: </b>\n{PROSE}</p><p>2</p><p>Next<br>one</p><p>a <i>b</i>. <b>C.</b> d")
    all_units = units(page)
    candidates = find_candidates(build_view(page))
    assert {one.kind for one in candidates} == {WHOLE, OPENING, NUMBERED, LABEL, JOINED, INNER}
    for one in candidates:
        text = page.text[one.start : one.end]
        assert text and text == text.strip()
        assert all_units[one.unit].start <= one.start < one.end <= all_units[one.last].end
        assert all_units[one.unit].runs[one.run].start == one.start


def test_long_units_are_none_but_their_openings_are() -> None:
    long = "word " * 300
    assert found(f"<p>{long}</p>") == []
    assert found(f"<p><b>Fees.</b> {long}</p>") == ["Fees."]
    assert found(f"<p><b>{long}</b> and more</p>") == []


def test_a_page_without_text_has_none() -> None:
    assert found("") == []
