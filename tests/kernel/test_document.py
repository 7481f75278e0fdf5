"""The compiled builder and its company give the same documents as those in Python."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given

from rubricator.kernel import TWINS
from rubricator.limits import Budget, Limits
from rubricator.style import document as module
from rubricator.style.document import Document, parse_document, places_of
from tests.kernel.beside import ODD_PAGES, compared
from tests.random_pages import pages

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))


def parse_twice(html: str, nodes: int = 4_000_000) -> tuple[Document, Document]:
    if "style.document.Builder" not in TWINS:
        pytest.skip("the kernel was not built")
    limits = Limits(nodes=nodes)
    with (
        patch.object(module, "Builder", TWINS["style.document.Builder"][0]),
        patch.object(module, "read_sound", TWINS["style.markup.read_sound"][0]),
    ):
        pure = parse_document(html, limits, Budget())
    return pure, parse_document(html, limits, Budget())


@pytest.mark.parametrize("html", ODD_PAGES)
def test_odd_pages(html: str) -> None:
    pure, compiled = parse_twice(html)
    assert pure == compiled


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_pages(path: Path) -> None:
    pure, compiled = parse_twice(path.read_text(encoding="utf-8"))
    assert pure == compiled
    assert len(compiled.tag) > 10


@given(pages())
def test_random_pages(html: str) -> None:
    pure, compiled = parse_twice(html)
    assert pure == compiled


@pytest.mark.parametrize("nodes", [1, 2, 20])
def test_both_stop_at_the_same_node(nodes: int) -> None:
    pure, compiled = parse_twice("<p>a</p>" * 100, nodes)
    assert pure == compiled
    assert len(compiled.tag) == nodes


def test_names_are_one_object_each() -> None:
    for document in parse_twice("<custom-name>a</custom-name><custom-name>b"):
        first, second = document.nodes("custom-name")
        assert document.tag[first] is document.tag[second]


def test_names_of_attributes_are_one_object_each() -> None:
    _, document = parse_twice("<p class=a data-odd=1>a<p data-odd=2 class=a>b")
    names = [name for held in document.attributes for name, _ in held]
    assert names == ["class", "data-odd", "data-odd", "class"]
    assert names[1] is names[2]
    assert names[0] is names[3]


def test_names_of_every_length() -> None:
    names = [f"{'x' * length}{last}" for length in range(20) for last in ("", "a", "b", "ab", "ba")]
    html = "".join(f"<q{name}>" for name in names) * 2 + "".join(f"<p {name}=1>" for name in names if name) * 2
    pure, compiled = parse_twice(html)
    assert pure == compiled


@given(pages())
def test_columns(html: str) -> None:
    with (
        patch.object(module, "read_sound", return_value=False),
        compared("style.document.subtree_stops", "rubricator.style.document:subtree_stops"),
        compared("style.document.count_of", "rubricator.style.formatting:count_of"),
    ):
        document = parse_document(html, Limits(), Budget())
        assert document.stop == module.subtree_stops(document.parent)
    assert document.places == places_of(document.tag)
    assert document.nodes("missing") == []


def test_values_of_attributes() -> None:
    if "style.document.value_of" not in TWINS:
        pytest.skip("the kernel was not built")
    for value_of in TWINS["style.document.value_of"]:
        attributes = (("id", "a"), ("hidden", None), ("class", ""), ("id", "b"))
        assert [value_of(attributes, name) for name in ("id", "hidden", "class", "title")] == ["a", "", "", None]
        assert value_of((), "id") is None


@pytest.mark.parametrize(("divs", "deep"), [(509, False), (510, True), (3000, True)])
def test_depth(divs: int, deep: bool) -> None:
    for document in parse_twice("<div>" * divs + "<h1>x</h1>"):
        assert [notice.code for notice in document.notices] == ["depth-limit"] * deep


def test_parents_come_first() -> None:
    if "style.document.Builder" not in TWINS:
        pytest.skip("the kernel was not built")
    builder = TWINS["style.document.Builder"][1](lambda _: 1 << 20)
    builder.create_document()
    builder.create_text("a")
    builder.append(0, 1)
    for parent, child in ((1, 1), (-2, 1), (0, 2), (1, 0)):
        with pytest.raises(ValueError, match="before its parent"):
            builder.append(parent, child)


def test_more_nodes_than_numbers_that_are_shared() -> None:
    with compared("style.document.subtree_stops", "rubricator.style.document:subtree_stops"):
        assert module.subtree_stops((-1,) + (0,) * 70_000)[-1] == 70_001


@pytest.mark.parametrize("filler", ["", "a", "\u00e9", "\u2028", "\U0001f600"])
@pytest.mark.parametrize("count", [0, 1, 254, 255, 256, 70_000])
def test_counting(filler: str, count: int) -> None:
    if "style.document.count_of" not in TWINS:
        pytest.skip("the kernel was not built")
    text = filler + "<" * count + filler * 300
    for count_of in TWINS["style.document.count_of"]:
        assert [count_of(text, sign) for sign in ("<", "\u013c", "\u2028")] == [
            text.count(sign) for sign in ("<", "\u013c", "\u2028")
        ]


@pytest.mark.parametrize("filler", ["", "\u00e9", "\u2028", "\U0001f600"])
def test_start_tags_of_formatting_elements(filler: str) -> None:
    if "style.document.start_tags" not in TWINS:
        pytest.skip("the kernel was not built")
    pure, compiled = TWINS["style.document.start_tags"]
    names = "b big code em font i s small strike strong tt u bi stron xxxxxxxxb p \u017f b\u0131g".split()
    for ending in (">", "/>", " a=b>", "\n", "\v", "\x1f", "\u00a0", "<", "", "2>"):
        for name in (*names, *map(str.upper, names), *map(str.title, names), "", "/b"):
            for html in (f"<{name}{ending}", f"<{name}{ending}<{name}{ending} {name}>"):
                assert compiled(filler + html) == pure(filler + html)


@pytest.mark.parametrize("sign", ["a", "\u0101", "\U0001f600"])
def test_words_in_texts(sign: str) -> None:
    if "style.document.contains" not in TWINS:
        pytest.skip("the kernel was not built")
    pure, compiled = TWINS["style.document.contains"]
    for text in ("", "shadow", "shadowrootmode", "a" * 3000 + "shadowrootmode", "shadxwrootmode" * 100, sign * 2000):
        for whole in (text, text + sign, sign + text):
            assert compiled(whole, "shadowrootmode") == pure(whole, "shadowrootmode")
            assert compiled(whole, "") == pure(whole, "")
            assert compiled(whole, sign) == pure(whole, sign)
