"""Links by which sections are cited or edited are no part of headings, and of no text output."""

from __future__ import annotations

import pytest

import rubricator

LONG = "and what we ask for them, in all the words that nobody needs to copy or to cite a section by"
EDIT = "<span class=mw-editsection>[<a href=e>edit</a>]</span>"


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ("<h2>Fees<a class=headerlink href=#a>¶</a></h2>", "Fees"),
        ("<h2><a href=#a>#</a> Fees</h2>", "Fees"),
        ("<h2>Fees <a href=#a>§</a> <a class=anchor href=#a>🔗</a></h2>", "Fees"),
        (f"<h2>Fees{EDIT}</h2>", "Fees"),
        ("<h2>Fees <span><a class=mark href=#a>#</a></span></h2>", "Fees"),
        ("<h2>Fees <a class=header-anchor href=#a>\u200b</a></h2>", "Fees"),
        ("<h2>Fees<a class=copiable-link href=#a> ¶</a></h2>", "Fees"),
        ("<h2>Fees <button>Copy link</button></h2>", "Fees"),
        ("<h2>Fees <span class=tools><button>Copy</button></span></h2>", "Fees"),
        ("<h2><button>Fees</button></h2>", "Fees"),
        ("<h2>Fees <button><svg></svg></button></h2>", "Fees"),
        (f"<h2>Fees <button>{LONG}</button></h2>", f"Fees {LONG}"),
        ("<h2>Fees <a href=#a>#1</a></h2>", "Fees #1"),
        ("<h2>Fees<span class=edit>[<a href=e>edit</a>]</span></h2>", "Fees[edit]"),
        ("<h2>§ Fees</h2>", "§ Fees"),
    ],
)
def test_headings_are_without_them(heading: str, text: str) -> None:
    structure = rubricator.read(f"<h1>All</h1><p>Some.</p>{heading}<p>None.</p>", method="tags")
    found = structure.root.children[0].children[0]
    assert found.heading and found.heading.text == text
    assert structure.text[found.heading.start : found.heading.end] == text
    assert structure.to_markdown().replace("\\", "") == f"# All\n\nSome.\n\n## {_linked(text)}\n\nNone.\n"
    assert [chunk.text for chunk in structure.chunks()] == ["All\nSome.", f"{text}\nNone."]


def _linked(text: str) -> str:
    return text.replace("#1", "[#1](#a)").replace("[edit]", "[[edit](e)]")


def test_a_heading_that_is_nothing_else_stays() -> None:
    structure = rubricator.read("<h2><a href=#a>#</a></h2><p>None.", method="tags")
    (block,) = structure.root.children
    assert block.heading and block.heading.text == "#"


def test_a_title_is_without_them() -> None:
    html = """<h1>How sourdough works<a class=headerlink href=#x>¶</a></h1>
    <p>Bakers have kept sourdough alive for thousands of years, feeding it flour and water every day.
    <p>When you feed the jar, the yeasts breathe out gas, and the loaf rises."""
    structure = rubricator.read(html)
    assert structure.title == structure.titles[0].text == "How sourdough works"
    assert structure.text.startswith("How sourdough works¶ Bakers")


def test_signs_elsewhere_are_text() -> None:
    structure = rubricator.read("<p>see <a href=#a>§</a> and <a href=#b>#</a>", method="tags")
    assert structure.page and structure.page.permalinks == ()
    assert structure.to_markdown() == "see [§](#a) and [#](#b)\n"
