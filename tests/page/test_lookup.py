"""Finding nodes by their place in the text."""

from __future__ import annotations

import pytest

from rubricator.page.lookup import Lookup
from tests.page.pages import find, render, shown, span


def containing(html: str, words: str) -> str:
    page = render(html)
    return shown(page, Lookup(page).containing(*span(page, words)))


def opening(html: str, words: str) -> str:
    page = render(html)
    return shown(page, Lookup(page).opening(*span(page, words)))


@pytest.mark.parametrize(
    ("html", "words", "node"),
    [
        ("<h2>Foo</h2><p>x", "Foo", "h2 Foo"),
        ("<h2><b>Foo</b></h2><p>x", "Foo", "h2 Foo"),
        ("<h2><a href=x><span>Foo</span></a></h2><p>x", "Foo", "h2 Foo"),
        ("<div><h2>Foo</h2></div><p>x", "Foo", "h2 Foo"),
        ("<p><b>Foo.</b> More</p>", "Foo.", "b Foo."),
        ("<p><i><b>Foo.</b></i> More</p>", "Foo.", "i Foo."),
        ("<p>Foo. More</p>", "Foo.", "#text Foo. More"),
        ("<p>Foo<br>More</p>", "Foo", "#text Foo"),
        ("<p><b>Foo</b> <i>bar</i> More</p>", "Foo bar", "p Foo bar More"),
        ("<h2>Foo <i>bar</i></h2><p>More</p>", "Foo bar", "h2 Foo bar"),
        ("<div><h2>Foo</h2><h3>bar</h3></div><p>More</p>", "Foo bar", "div Foo bar"),
        ("<h2><img src=a alt=Foo></h2><p>More</p>", "Foo", "h2 Foo"),
        ("<p><img src=a alt=Foo> More</p>", "Foo", "img Foo"),
    ],
)
def test_a_heading_is_the_deepest_node_or_what_holds_nothing_else(html: str, words: str, node: str) -> None:
    assert containing(html, words) == node


@pytest.mark.parametrize(
    ("html", "words", "node"),
    [
        ("<p>Before</p><h2>Foo</h2><p>text</p>", "Foo text", "h2 Foo"),
        ("<p>Before</p><section><h2>Foo</h2><p>text</p></section>", "Foo text", "section Foo text"),
        ("<p>Before</p><div><section><h2>Foo</h2><p>text</p></section></div>", "Foo text", "div Foo text"),
        ("<p>Before</p><section><h2>Foo</h2><p>text</p></section>", "Foo", "h2 Foo"),
        ("<h2>Foo</h2><p>text</p>", "Foo text", "body Foo text"),
        ("<p>Before</p><p><b>Foo</b> text</p>", "Foo text", "p Foo text"),
        ("<p>Before <b>Foo</b> text</p>", "Foo text", "b Foo"),
        ("<p>Before</p><div><img src=a><h2>Foo</h2>text</div>", "Foo text", "h2 Foo"),
    ],
)
def test_a_block_opens_with_the_highest_node_that_begins_there(html: str, words: str, node: str) -> None:
    assert opening(html, words) == node


IMAGES = "<p>Before</p><div><a href=x><img src=a></a></div><div><img src=b><img src=c></div><p>After</p>"


def test_images_without_text_are_found_by_their_node() -> None:
    page = render(IMAGES)
    lookup = Lookup(page)
    first, second, third = (node for node, tag in enumerate(page.tag) if tag == "img")
    place = page.start[first]
    div = page.parent[page.parent[first]]
    assert lookup.containing(place, place, first) == div
    assert lookup.opening(place, place, first) == div
    assert lookup.opening(place, len(page.text), first) == div
    for image in (second, third):
        assert lookup.containing(place, place, image) == image
    assert lookup.opening(place, place, second) == second
    assert lookup.opening(place, len(page.text), second) == page.parent[second]
    assert lookup.opening(place, len(page.text), third) == third


def test_a_page_without_text_has_only_its_body() -> None:
    page = render("<hr>")
    lookup = Lookup(page)
    assert lookup.leaf_at(0) is None
    assert lookup.containing(0, 0) == lookup.opening(0, 0) == page.body


def test_leaves_begin_at_or_before_a_place() -> None:
    page = render("<p>one</p><p>two <img alt=three></p>")
    leaves = [Lookup(page).leaf_at(place) for place in range(len(page.text))]
    assert [shown(page, node or 0) for node in leaves] == ["#text one"] * 4 + ["#text two"] * 4 + ["img three"] * 5


@pytest.mark.parametrize(
    ("html", "anchor"),
    [
        ("<h2 id=x>Foo</h2>", "x"),
        ("<div id=y><h2>Foo</h2></div>", "y"),
        ("<div id=y><h2 id=x>Foo</h2></div>", "x"),
        ("<h2><a name=x>Foo</a></h2>", "x"),
        ("<div id=y><h2><a id=x></a>Foo</h2></div>", "x"),
        ("<div id=y><a name=x></a> <h2>Foo</h2></div>", "x"),
        ("<div id=y><a name=x>Before</a> <h2>Foo</h2></div>", "y"),
        ("<div id=y><p id=x></p><h2>Foo</h2></div>", "y"),
        ("<a name=x><h2>Foo</h2></a>", "x"),
        ("<a id=x name=y><h2>Foo</h2></a>", "x"),
        ("<div name=x><h2>Foo</h2></div>", None),
        ("<div id=''><h2>Foo</h2></div>", None),
        ("<div id><h2>Foo</h2></div>", None),
        ("<body id=x><h2>Foo</h2>", None),
        ("<div id=y><p>Before</p></div><h2>Foo</h2>", None),
    ],
)
def test_the_anchor_is_the_id_at_a_heading_or_above_it_below_the_body(html: str, anchor: str | None) -> None:
    page = render(html)
    assert Lookup(page).anchor(find(page, "h2 Foo")) == anchor
