"""HEPS on small pages, after the paper's examples and one page per rule."""

from __future__ import annotations

import pytest

import rubricator
from rubricator.errors import UsageError
from rubricator.limits import Budget
from rubricator.load import load
from rubricator.page.render import render_static
from rubricator.segment.heps import PRESETS, extract
from tests.trees import block_text, headings, read, tree, tree_of

AQUARIUM = """<!DOCTYPE html><title>Kyoto Aquarium</title>
<style>h2 { font-size: 20px } dt { font-weight: bold } .see { font-size: 10px; text-decoration: underline }</style>
<body>
<p>Kyoto Aquarium is an aquarium in Kyoto, Japan.</p>
<h2>Overview</h2>
<p>Kyoto Aquarium is one of the largest inland aquariums. It is exhibiting about 15,000 animals.</p>
<h2>Information</h2>
<p>See also: <span class="see">disclaimers</span></p>
<dt>Holidays</dt>
<dd>Open throughout the year except for occasional holidays.</dd>
<dt>Opening Hours</dt>
<dd>From 9 a.m. to 5 p.m. Reception closes at 4 p.m.</dd>
<h2>History</h2>
<p>See also: <span class="see">History of Kyoto Aquarium</span> for details.</p>
<div>
<b>2010</b><ul><li><b>Jul.</b> Construction started.</li></ul>
<b>2012</b><ul><li><b>Feb.</b> Construction finished.</li><li><b>Mar.</b> Opened just as planned.</li>
<li><b>Jul.</b> Welcomed the one-millionth visitor.</li></ul>
</div>
</body>"""


def test_the_papers_example_page() -> None:
    assert tree_of(AQUARIUM) == (
        None,
        ("Overview",),
        ("Information", ("Holidays",), ("Opening Hours",)),
        ("History", ("2010", ("Jul.",)), ("2012", ("Feb.",), ("Mar.",), ("Jul.",))),
    )


def test_blocks_end_where_the_papers_figures_say() -> None:
    structure = read(AQUARIUM)
    assert structure.title == "Kyoto Aquarium"
    assert block_text(structure, "Opening Hours") == "Opening Hours From 9 a.m. to 5 p.m. Reception closes at 4 p.m."
    assert block_text(structure, "2010") == "2010 Jul. Construction started."
    assert block_text(structure, "Mar.") == "Mar. Opened just as planned."
    assert block_text(structure, "Information").endswith("Reception closes at 4 p.m.")


def test_sentence_breaking_nodes_are_no_headings() -> None:
    page = "<body>" + "".join(
        f"<p><u>Term {n}</u> is a word, and <u>word {n}</u> is a term, says {LONG}</p>" for n in range(3)
    )
    assert tree_of(page) == (None,)
    assert tree_of(page, leave_breaking=True, no_sibling=1.0)[1:] != ()


def test_title_falls_back_to_the_words_of_the_url() -> None:
    structure = rubricator.read(b"<p>text", url="https://example.org/some-page/part_2.html", method="heps")
    assert structure.title == "example org some page part_2 html"


def items(*pairs: tuple[str, str], tag: str = "b") -> str:
    return "<body>" + "".join(f"<div><{tag}>{head}</{tag}><p>{text}</p></div>" for head, text in pairs)


LONG = "A paragraph that is longer than any heading here."


def test_bold_lines_are_headings_and_keep_their_paragraphs() -> None:
    structure = read(items(("Fees", LONG), ("Terms", LONG + " Really.")))
    assert tree(structure.root) == (None, ("Fees",), ("Terms",))
    assert block_text(structure, "Fees") == f"Fees {LONG}"


def test_condition_2_empty_blocks() -> None:
    page = "<body>" + "<div><b>Empty</b></div>" * 3 + "<div><b>Full</b><p>" + LONG + "</p></div>"
    assert tree_of(page) == (None,)
    assert tree_of(page, empty=1.0, non_unique=1.0, too_long=1.0) == (None, ("Full",))


def test_condition_3_single_candidates() -> None:
    page = items(("Only one", LONG))
    assert tree_of(page) == (None,)
    assert tree_of(page, drop=[3]) == (None, ("Only one",))


def test_condition_4_non_unique_contents() -> None:
    page = items(("Reply", LONG), ("Reply", LONG), ("Reply", LONG))
    assert tree_of(page) == (None,)
    assert tree_of(page, drop=[4]) == (None, ("Reply",), ("Reply",), ("Reply",))


def test_condition_5_too_much_content() -> None:
    page = items(("A heading that is longer than its text", "Short."), ("And another of the same kind", "Short."))
    assert tree_of(page) == (None,)
    assert len(tree_of(page, drop=[5])) == 3


def test_condition_1_including_upper_headings() -> None:
    """The span of the second list has a front node that holds a heading found before: it is no heading."""
    page = (
        "<style>h2 { font-size: 30px }</style><body>"
        + "".join(f"<div><h2>Part {n}</h2><p>{LONG}</p><i>Note {n}</i></div>" for n in range(3))
    )  # fmt: skip
    assert tree_of(page) == (None, ("Part 0",), ("Part 1",), ("Part 2",))


def test_larger_fonts_come_first() -> None:
    page = "<body>" + "".join(
        f"<p style='font-size:24px'>Chapter {n}</p>"
        + "".join(f"<p style='font-size:18px'>Section {n}.{m}</p><p>{LONG}</p>" for m in range(2))
        for n in range(2)
    )
    assert tree_of(page) == (
        None,
        ("Chapter 0", ("Section 0.0",), ("Section 0.1",)),
        ("Chapter 1", ("Section 1.0",), ("Section 1.1",)),
    )


def test_images_are_headings_by_height() -> None:
    page = "<body>" + "".join(f"<p><img src='h{n}.png' height=40 alt='Head {n}'></p><p>{LONG}</p>" for n in range(3))
    assert tree_of(page) == (None, ("Head 0",), ("Head 1",), ("Head 2",))
    other = page.replace("src='h1.png' height=40", "src='h1.png' height=41")
    assert tree_of(other) == (None, ("Head 0",), ("Head 2",))
    assert tree_of(other, image_height=False) == (None, ("Head 0",), ("Head 1",), ("Head 2",))


def test_an_image_without_alternative_text_is_named_by_its_source() -> None:
    page = "<body>" + "".join(f"<p><img src='h{n}.png'></p><p>{LONG}</p>" for n in range(2))
    assert headings(read(page)) == ["h0.png", "h1.png"]
    assert headings(read(page, params={"image_text": "words"})) == ["h0 png", "h1 png"]


def test_hidden_text_counts_only_when_asked() -> None:
    page = "<body>" + "".join(f"<div><b style='display:none'>Hidden {n}</b><p>{LONG}</p></div>" for n in range(2))
    assert tree_of(page) == (None,)
    assert tree_of(page, hidden=True) == (None, ("Hidden 0",), ("Hidden 1",))


def test_tag_path_and_computed_style_tell_lists_apart() -> None:
    page = f"<body><div><b>One</b><p>{LONG}</p></div><div><strong>Two</strong><p>{LONG}</p></div>"
    assert tree_of(page) == (None,)
    assert tree_of(page, tag_path=False) == (None, ("One",), ("Two",))
    styled = f"<body><div><b>One</b><p>{LONG}</p></div><div><b style='color:red'>Two</b><p>{LONG}</p></div>"
    assert tree_of(styled) == (None,)
    assert tree_of(styled, computed_style=False) == (None, ("One",), ("Two",))


def test_document_order_alone_when_sorting_is_off() -> None:
    page = "<body>" + "".join(
        f"<p style='font-size:18px'>Small {n}</p><p style='font-size:24px'>Large {n}</p><p>{LONG}</p>" for n in range(2)
    )
    assert tree_of(page)[1][0] == "Large 0"  # type: ignore[index]
    assert tree_of(page, sort_by_depth=False, empty=1.0, too_long=1.0)[1][0] == "Small 0"  # type: ignore[index]


def test_reference_preset_joins_lines_at_any_element() -> None:
    page = "<body><p>one<br>two <img src=a.png alt=A> three</p><div><br></div><p>four</p>"
    assert leaves(page, "paper") == ["one", "two", "a.png", "three", "four"]
    # A <br> of the same style breaks sentences wherever it stands; one that stands alone becomes a text of one space.
    same_style = page.replace("<div><br></div>", "<p><br></p>")
    assert leaves(same_style, "reference") == ["one two a png A three", " ", "four"]


def leaves(html: str, preset: str) -> list[str]:
    page = render_static(load(html.encode()))
    return [leaf.content for leaf in extract(page, page.body, PRESETS[preset], Budget(), 100).leaves]


def test_comments_do_not_divide_texts() -> None:
    assert leaves("<body><p>one <!-- c --> two</p>", "paper") == ["one two"]


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ({"preset": "best"}, "unknown preset 'best' of heps; choose one of: paper, reference"),
        ({"theta": 1}, "unknown parameter 'theta' of heps"),
        ({"t": "high"}, "heps: t is a number of at least 0, not 'high'"),
        ({"t": float("inf")}, "heps: t is a number of at least 0, not inf"),
        ({"hidden": 1}, "heps: hidden is true or false, not 1"),
        ({"drop": "3"}, "heps: drop is a list of whole numbers, not '3'"),
        ({"image_text": "alt"}, "heps: image_text is one of src, words, not 'alt'"),
    ],
)
def test_wrong_parameters_are_told(params: dict[str, object], told: str) -> None:
    with pytest.raises(UsageError, match=told.replace(",", ",?")):
        read("<p>x", params=params)  # type: ignore[arg-type]


def test_parameters_travel_with_the_result() -> None:
    structure = read("<p>x", params={"preset": "reference", "t": 2})
    assert structure.params["t"] == 2.0
    assert structure.params["empty"] == 0.5
    assert structure.params["drop"] == []
