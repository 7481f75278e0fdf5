"""Where blocks end."""

from __future__ import annotations

from rubricator.segment.rubric.ends import nest_headings
from rubricator.segment.rubric.view import build_view

from ...evaluate.pages import render


def ends(html: str, *headings: tuple[int, str]) -> dict[str, str]:
    """Return the last words of each block by its heading."""
    page = render(html)
    spans: list[tuple[int, int]] = []
    for _, heading in headings:
        start = page.text.index(heading, spans[-1][1] if spans else 0)
        spans.append((start, start + len(heading)))
    found = nest_headings(build_view(page), spans, [rank for rank, _ in headings], 0, len(page.text), 100)
    assert [number for number, _, _ in found] == list(range(len(headings)))
    return {
        heading: page.text[start:end].rsplit(". ", 1)[-1]
        for (_, heading), (start, _), (_, _, end) in zip(headings, spans, found, strict=True)
    }


def test_blocks_side_by_side_last_until_the_next_one() -> None:
    page = "<h2>Fees</h2><p>You pay.</p><p>All of it.</p><h2>Rights</h2><p>You have some.</p><p>Really.</p>"
    assert ends(page, (1, "Fees"), (1, "Rights")) == {"Fees": "All of it.", "Rights": "Really."}


def test_blocks_end_with_the_element_that_holds_them() -> None:
    page = """<div><div><h2>Fees</h2><p>First. You pay.</p></div><div><h2>Rights</h2><p>Second. You have some.</p></div>
    </div><footer>No one. Copyright.</footer>"""
    assert ends(page, (1, "Fees"), (1, "Rights")) == {"Fees": "You pay.", "Rights": "You have some."}


def test_two_columns_of_a_table() -> None:
    page = """<table><tr><td><h3>Left</h3><p>One. Left text.</p><td><h3>Right</h3><p>Two. Right text.</p></table>
    <p>Three. Below.</p>"""
    assert ends(page, (1, "Left"), (1, "Right")) == {"Left": "Left text.", "Right": "Right text."}


def test_an_element_that_holds_the_heading_alone_is_not_its_block() -> None:
    page = """<div><div><h2>Fees</h2></div><p>A. You pay.</p><div><h2>Rights</h2></div><p>B. You have some.</p></div>
    <p>A. Not me.</p>"""
    assert ends(page, (1, "Fees"), (1, "Rights")) == {"Fees": "You pay.", "Rights": "You have some."}


def test_a_block_without_siblings_keeps_its_end() -> None:
    page = "<div><h2>Fees</h2><p>You pay.</p></div><p>So. Still here.</p>"
    assert ends(page, (1, "Fees")) == {"Fees": "Still here."}


def test_blocks_under_a_block_hold_it_open() -> None:
    page = """<div><h2>Fees</h2></div><div><div><h3>Late</h3><p>A. More.</p></div>
    <div><h3>Early</h3><p>B. Less.</p></div></div><div><h2>Rights</h2></div><p>C. Some.</p>"""
    found = ends(page, (1, "Fees"), (2, "Late"), (2, "Early"), (1, "Rights"))
    assert found == {"Fees": "Less.", "Late": "More.", "Early": "Less.", "Rights": "Some."}


def test_a_picture_belongs_to_the_heading_that_shares_its_element() -> None:
    page = """<div><h3>Oak</h3><p>A. It grows.</p><div><span><img src=x alt="An elm"></span><h3>Elm</h3></div>
    <p>B. It too.</p></div>"""
    assert ends(page, (1, "Oak"), (1, "Elm")) == {"Oak": "It grows.", "Elm": "It too."}


def test_a_picture_in_the_text_stays_with_it() -> None:
    page = "<h2>Oak</h2><p>A. It grows.</p><img src=x alt='B. An oak'><h2>Elm</h2><p>C. It too.</p>"
    assert ends(page, (1, "Oak"), (1, "Elm")) == {"Oak": "An oak", "Elm": "It too."}


def test_a_block_keeps_its_heading() -> None:
    page = "<h2>Oak</h2><div><img src=x alt='An oak'><h2>Elm</h2><p>A. It too.</p></div>"
    assert ends(page, (1, "Oak"), (1, "Elm")) == {"Oak": "Oak", "Elm": "It too."}


def test_run_in_headings_of_one_paragraph() -> None:
    page = "<div><p><b>Fees.</b> You pay. <b>Rights.</b> You. Have some.</p></div><p>X. Not me.</p>"
    assert ends(page, (1, "Fees."), (1, "Rights."))["Rights."] == "Have some."


def test_deep_pages_take_no_more_than_their_size() -> None:
    count = 3000
    page = "".join(f"<div><h2>Heading {number}!</h2><p>Text.</p>" for number in range(count))
    assert len(ends(page, *((1, f"Heading {number}!") for number in range(count)))) == count


def test_levels_are_depths_and_what_nests_too_deep_has_no_block() -> None:
    page = render("<h2>A</h2><h4>B</h4><h5>C</h5><h2>D</h2><p>Text.</p>")
    spans = [(at, at + 1) for at in (0, 2, 4, 6)]
    assert nest_headings(build_view(page), spans, [2, 4, 5, 2], 0, 13, 100) == [
        (0, 1, 5),
        (1, 2, 5),
        (2, 3, 5),
        (3, 1, 13),
    ]
    assert nest_headings(build_view(page), spans, [2, 4, 5, 2], 0, 13, 2) == [(0, 1, 5), (1, 2, 5), (3, 1, 13)]
    assert nest_headings(build_view(page), [], [], 0, 13, 2) == []


def test_blocks_above_the_title_end_before_it() -> None:
    page = render("<h2>Menu</h2><p>Home</p><h1>Fees</h1><p>All fees.</p><h3>When</h3><p>Now.</p>")
    spans = [(page.text.index(heading), page.text.index(heading) + 4) for heading in ("Menu", "When")]
    title = page.text.index("Fees")
    assert nest_headings(build_view(page), spans, [1, 2], title, len(page.text), 100) == [
        (0, 1, 9),
        (1, 1, len(page.text)),
    ]
    assert nest_headings(build_view(page), spans, [1, 2], 0, len(page.text), 100) == [
        (0, 1, len(page.text)),
        (1, 2, len(page.text)),
    ]


def test_a_heading_in_a_box_has_no_more_than_the_box() -> None:
    page = """<h2>Fees</h2><p>You pay.</p>{}<h3>News</h3><p>Every Friday.</p>{}<p>Then. You pay again.</p>"""
    headings = (1, "Fees"), (2, "News")
    for box in ("<aside>", "<details open>", "<div>", "<div><p>Ad.</p>"):
        closing = f"</{box[1:].split('>')[0].split()[0]}>"
        assert ends(page.format(box, closing), *headings)["News"].endswith("Every Friday.")
        assert ends(page.format(box, closing), *headings)["Fees"] == "You pay again."
    further = page.format("<aside>", "</aside>") + "<h4>Late</h4><p>Never.</p>"
    assert ends(further, *headings, (3, "Late"))["News"] == "Late Never."


def test_what_follows_a_line_with_a_heading_goes_on_under_it() -> None:
    page = "<div>{}<b>Fees.</b> You pay.{}<p>A. Now.</p>{}<b>Rights.</b> You have some.{}<p>B. Here.</p></div>"
    for line in ("p", "dt", "h4", "div"):
        found = ends(page.format(f"<{line}>", f"</{line}>", f"<{line}>", f"</{line}>"), (1, "Fees."), (1, "Rights."))
        assert found == {"Fees.": "Now.", "Rights.": "Here."}


def test_a_single_heading_has_no_more_than_what_it_does_not_share_with_the_title() -> None:
    page = render("<main><h1>Kilns</h1><p>Hot.</p><div><h3>Note</h3><p>Mind.</p></div><p>They are hot.</p></main>")
    start = page.text.index("Note")
    ((_, _, end),) = nest_headings(build_view(page), [(start, start + 4)], [1], 0, len(page.text), 100)
    assert page.text[start:end] == "Note Mind."


def test_several_headings_in_one_line_of_text_have_what_follows_it() -> None:
    page = (
        "<h1>Rules</h1>{0}ARTICLE I<br>Name{1}<p>One.</p><p>Here.</p>{0}ARTICLE II<br>Seat{1}<p>Two.</p><p>There.</p>"
    )
    headings = (1, "ARTICLE I"), (1, "Name"), (1, "ARTICLE II"), (1, "Seat")
    for opening, closing in (("<p><b>", "</b></p>"), ("<div><b>", "</b></div>"), ("<p>", "</p>")):
        found = ends(page.format(opening, closing), *headings)
        assert (found["Name"], found["Seat"]) == ("Here.", "There.")
