"""The compiled Lookup and XPaths answer as those in Python do."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.kernel import TWINS
from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.page.lookup import id_places
from rubricator.page.model import Page
from rubricator.style.static import render_static
from tests.kernel.beside import ODD_PAGES
from tests.random_pages import pages

from .twins import both, some_pages

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))


def render(page: str | Path) -> Page:
    both("page.lookup.Lookup")
    source = load(page if isinstance(page, Path) else f"<!---->{page}")
    return render_static(source, limits=Limits(), budget=Budget())


def check(page: Page, step: int, limits: Limits) -> None:
    """Ask both of every node, and of spans that begin and end at some of them."""
    pure, compiled = (lookup(page) for lookup in TWINS["page.lookup.Lookup"])
    around, twin_around = TWINS["page.lookup.element_around"]
    places = sorted({*page.start, *page.end})[::step]
    nodes = [None, *range(0, len(page.tag), step)]
    for place in range(-1, len(page.text) + 1, step):
        assert pure.leaf_at(place) == compiled.leaf_at(place)
    for start in places:
        for end in places:
            assert around(page, start, end) == twin_around(page, start, end)
            for node in (None, *nodes[1 :: len(places)]):
                if start <= end:
                    assert pure.containing(start, end, node) == compiled.containing(start, end, node)
                    assert pure.opening(start, end, node) == compiled.opening(start, end, node)
    paths, twins = (xpaths(page, limits) for xpaths in TWINS["page.xpaths.XPaths"])
    for node in nodes[1:]:
        assert pure.anchor(node) == compiled.anchor(node)
        assert paths.path(node) == twins.path(node)
    assert [paths.within(text) for text in ("x", None)] == [twins.within(text) for text in ("x", None)]
    assert (paths.too_long, paths.no_room) == (twins.too_long, twins.no_room)


@pytest.mark.parametrize("html", ODD_PAGES)
def test_odd_pages(html: str) -> None:
    page = render(html)
    check(page, 1 + len(page.tag) // 40, Limits())


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_pages(path: Path) -> None:
    page = render(path)
    check(page, 1 + len(page.tag) // 40, Limits())


@given(pages(), st.sampled_from([Limits(), Limits(xpath_steps=4), Limits(xpath_characters=150)]))
def test_random_pages(html: str, limits: Limits) -> None:
    check(render(html), 1, limits)


@pytest.mark.parametrize("name", ["p", "a-b.c_1", "_x", "x:y", "A", "\u00e9", "1x", ".x", "-x", "x\n"])
def test_names_of_elements(name: str) -> None:
    page = render(f"<div><{name}>a</{name}><{name}>b</{name}></div>")
    check(page, 1, Limits())


def test_places_of_ids() -> None:
    pure, compiled = both("page.lookup.id_places")
    odd = "<p id=a>a<p id=a>b<a name=c>c</a><p name=d id>d<a id='' name=e>e</a><i id=f name=g>f</i>"
    for page in (render(odd), *some_pages()):
        given = page.tag, page.start, page.attributes
        assert list(compiled(*given).items()) == list(pure(*given).items())
    assert set(id_places(render(odd))) == {"a", "c", "e", "f"}
