"""Valid nodes, text nodes and virtual text nodes, lines, rectangles (section 4.1)."""

from __future__ import annotations

import pytest

from rubricator.page.model import Page
from rubricator.segment.vips.rectangle import Rectangle
from rubricator.segment.vips.view import PageView

from .boxes import boxed
from .reading import see


def node(page: Page, name: str) -> int:
    """Return the element with that id."""
    return next(number for number, attributes in enumerate(page.attributes) if ("id", name) in attributes)


def children(view: PageView, name: str) -> list[str]:
    return [view.page.tag[child] for child in view.children[node(view.page, name)]]


def test_what_cannot_be_seen_is_dropped() -> None:
    page = boxed("""<div id=all>
        <p box="0 0 100 20">seen</p><p box="0 20 0 20">no width</p><p box="0 20 100 0">no height</p>
        <p box="-500 0 100 20">moved out</p><p>no box</p><p box="0 0 100 20" style="visibility:hidden">hidden</p>
        <div box="0 40 100 20"></div><div><img box="0 60 20 20" src=i.png></div><ul><li></li></ul></div>""")
    assert children(see(page), "all") == ["p", "div"]


@pytest.mark.parametrize(
    ("html", "is_text"),
    [
        ("<a id=n box='0 0 9 9'>text</a>", True),
        ("<p id=n box='0 0 9 9'>text</p>", True),
        ("<p id=n box='0 0 9 9'>text <b box='0 0 9 9'>and <i box='0 0 9 9'>more</i></b></p>", True),
        ("<span id=n box='0 0 9 9'>laid out in a line</span>", True),
        ("<span id=n style='display:block' box='0 0 9 9'>laid out as a block</span>", False),
        ("<div id=n box='0 0 9 9'>text</div>", False),
        ("<a id=n><img box='0 0 9 9' src=i.png></a>", False),
        ("<p id=n box='0 0 9 9'>text <img box='0 0 9 9' src=i.png></p>", False),
    ],
)
def test_virtual_text_nodes(html: str, is_text: bool) -> None:
    view = see(boxed(f"<div>{html}</div>"))
    assert bool(view.is_text[node(view.page, "n")]) == is_text


@pytest.mark.parametrize(
    ("line", "is_line"),
    [
        ("<hr box='0 30 500 2'>", True),
        ("<img src=i.png box='0 30 500 1'>", True),
        ("<img src=i.png box='30 0 3 500'>", True),
        ("<img src=i.png box='0 30 500 40'>", False),
        ("<img src=i.png box='0 30 4 4'>", False),
    ],
)
def test_rules_and_thin_images_are_lines(line: str, is_line: bool) -> None:
    view = see(boxed(f"<div id=all><div box='0 0 9 9'>one</div>{line}<div box='0 50 9 9'>two</div></div>"))
    assert bool(view.has_line[node(view.page, "all")]) == is_line
    assert len(children(view, "all")) == 3 - is_line


def test_a_node_is_seen_as_its_background_or_as_what_is_in_it() -> None:
    page = boxed("""<div id=plain box="0 0 900 100"><p box="10 20 100 20">a</p><p box="10 50 150 20">b</p></div>
        <div id=framed style="background: #eee" box="0 100 900 100"><p box="10 120 100 20">c</p></div>
        <div id=empty box="0 0 900 0"><p box="10 220 100.4 20">float</p></div>""")
    view = see(page)
    assert view.rectangles[node(page, "plain")] == Rectangle(10, 20, 160, 70)
    assert view.rectangles[node(page, "framed")] == Rectangle(0, 100, 900, 200)
    assert view.rectangles[node(page, "empty")] == Rectangle(10, 220, 110, 240)
