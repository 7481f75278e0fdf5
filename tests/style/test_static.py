"""The static renderer as a whole: what a Page holds besides its styles."""

from __future__ import annotations

import gc

import pytest

from rubricator.errors import PageTimeoutError
from rubricator.limits import Budget
from rubricator.load import Source
from rubricator.page.render import render_static

from .pages import Files, looks, render

TITLES = [
    ("<title> a\n b </title>", "a b"),
    ("<svg><title>a</title></svg><title>b</title>", "b"),
    ("<title>a</title><title>b</title>", "a"),
    ("<p>no title", ""),
    ("<title></title>", ""),
]


@pytest.mark.parametrize(("html", "title"), TITLES)
def test_titles(html: str, title: str) -> None:
    assert render(html).title == title


BODIES = [("<p>x", "body"), ("<frameset><frame></frameset>", "frameset"), ("", "body")]


@pytest.mark.parametrize(("html", "tag"), BODIES)
def test_bodies(html: str, tag: str) -> None:
    page = render(html)
    assert page.tag[page.body] == tag


BASES = [
    ("<p>x", "http://site.test/page.html"),
    ("<base href=/a/b>", "http://site.test/a/b"),
    ("<base><base href=c>", "http://site.test/c"),
    ("<base href='http://[bad'>", "http://[bad"),
]


@pytest.mark.parametrize(("html", "base"), BASES)
def test_bases(html: str, base: str) -> None:
    assert render(html).base == base


def test_heights_of_images_come_from_style_or_attribute() -> None:
    page = render("<img height=10><img height=10 style='height:2em'><img height=50%><img style='height:auto'><p>x")
    assert list(page.heights.values()) == ["10px", "32px"]


def test_styles_are_listed_once() -> None:
    page = render("<!doctype html><p>a<p>b<div>c</div><p style='color:red'>d<p style='color:#f00'>e")
    assert len(set(page.styles)) == len(page.styles)
    assert {page.style[node] for node, tag in enumerate(page.tag) if tag == "p"} == {
        page.style[page.tag.index("p")],
        page.style[-1],
    }


def test_linked_sheets_can_be_left_alone() -> None:
    source = Source(
        "<link rel=stylesheet href=/a><style>@import '/b';b{color:red}</style><b>x",
        "utf-8",
        "",
        resources=(files := Files({})),
    )
    page = render_static(source, linked=False)
    assert (files.asked, page.warnings) == ([], ())
    assert page.styles[page.style[-1]].color == 0xFF0000FF


def test_a_page_knows_where_it_comes_from() -> None:
    source = Source("<p>x", "utf-8", "abc", path="a.html", url="http://a/")
    page = render_static(source)
    assert (page.path, page.url, page.sha256, page.renderer, page.boxes) == (
        "a.html",
        "http://a/",
        "abc",
        "static",
        None,
    )


@pytest.mark.parametrize("enabled", [True, False])
def test_the_garbage_collector_is_left_as_it_was(enabled: bool) -> None:
    was = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        render("<p>x")
        assert gc.isenabled() == enabled
        with pytest.raises(PageTimeoutError):
            render("<p>x", budget=Budget(seconds=-1.0))
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if was else gc.disable)()


def test_odd_pages_have_right_looks() -> None:
    assert looks("\0<p\0>a\0b</p>") == ""
    assert looks("<!doctype html><p>a\0b</p>") == "block"
    assert looks("<!doctype html><style>p{color:red}\0b{color:blue}</style><p>x<b>y") == "#ff0000 block | 700 #ff0000"
