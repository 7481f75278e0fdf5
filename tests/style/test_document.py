"""The flat document: nodes in document order, with what the parser makes of odd markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.limits import Budget, Limits
from rubricator.page.model import DOCUMENT, TEXT
from rubricator.style.document import Document, parse_document

Tree = str | tuple["Tree", ...]


def parse(html: str, nodes: int = 4_000_000) -> Document:
    return parse_document(html, Limits(nodes=nodes), Budget())


def tree(document: Document, node: int = 0) -> Tree:
    """Return a document as nested tuples, for pages that are not deep."""
    if document.tag[node] == TEXT:
        return document.data[node]
    children = [child for child in range(node + 1, document.stop[node]) if document.parent[child] == node]
    return (document.tag[node], *[tree(document, child) for child in children])


def body(html: str) -> Tree:
    document = parse(html)
    return tree(document, document.tag.index("body"))


TREES: list[tuple[str, Tree]] = [
    ("<p>a<p>b", ("body", ("p", "a"), ("p", "b"))),
    ("a<!-- c -->b", ("body", "a", "b")),
    ("<b>a<p>b</b>c", ("body", ("b", "a"), ("p", ("b", "b"), "c"))),
    ("<table>a<tr><td>b", ("body", "a", ("table", ("tbody", ("tr", ("td", "b")))))),
    ("<i><table><b>a<td>b", ("body", ("i", ("b", "a"), ("table", ("tbody", ("tr", ("td", "b"))))))),
    ("<body><template><p>a</template>b", ("body", ("template", ("p", "a")), "b")),
    ("<svg><foreignObject><p>a</svg>", ("body", ("svg", ("foreignObject", ("p", "a"))))),
    ("<textarea><b>a</textarea>", ("body", ("textarea", "<b>a"))),
    ("", ("body",)),
]


@pytest.mark.parametrize(("html", "expected"), TREES)
def test_trees(html: str, expected: Tree) -> None:
    assert body(html) == expected


def test_attributes_without_a_value_are_empty_and_missing_ones_none() -> None:
    document = parse("<p hidden title='a&amp;b' TITLE=c>")
    paragraph = document.tag.index("p")
    assert [document.attribute(paragraph, name) for name in ("hidden", "title", "id")] == ["", "a&b", None]


SHADOWS: list[tuple[str, Tree]] = [
    (
        "<x-y><template shadowrootmode=open>a<slot></slot></template>b</x-y>",
        ("body", ("x-y", ("shadow-root", "a", ("slot",)), "b")),
    ),
    (
        "<div><TEMPLATE class='>' shadowrootmode='closed'>a<template>b</template>c</TEMPLATE>d</div>",
        ("body", ("div", ("shadow-root", "a", ("template", "b"), "c"), "d")),
    ),
    ("<template shadowrootmode=other>a</template>b", ("body", ("template", "a"), "b")),
    (
        "<style>/*<template shadowrootmode=open>*/</style><p><template>a</template>b",
        ("body", ("style", "/*<template shadowrootmode=open>*/"), ("p", ("template", "a"), "b")),
    ),
    ("<p><template shadowrootmode=open>a", ("body", ("p", ("shadow-root", "a")))),
]


@pytest.mark.parametrize(("html", "expected"), SHADOWS)
def test_shadow_roots_are_elements(html: str, expected: Tree) -> None:
    assert body("<body>" + html) == expected


def test_elements_that_are_too_deep_are_said() -> None:
    assert not parse("<div>" * 509 + "<h1>a").notices
    assert [notice.code for notice in parse("<div>" * 510 + "<h1>a").notices] == ["depth-limit"]


def test_nodes_beyond_the_limit_are_left_out_and_said() -> None:
    document = parse("<p>a</p>" * 100, nodes=20)
    assert len(document.tag) == 20
    assert [notice.code for notice in document.notices] == ["nodes-left-out"]
    assert document.notices[0].message == "the page has more than 20 nodes; the rest was left out"


PIECES = ["<p>", "</p>", "<b>", "</b>", "<table>", "<tr>", "<td>", "</table>", "<i>", "</i>", "<select>", "<option>",
          "<svg>", "</svg>",
          "<template>", "</template>", "<a>", "<li>", "<ul>", "text", "<!--c-->", "<frameset>", "<math>", "<mi>",
          "\0", "<br>"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.integers(1, 30))
def test_every_node_stands_after_its_parent_and_inside_of_it(html: str, cap: int) -> None:
    document = parse(html, nodes=cap)
    assert document.tag[0] == DOCUMENT
    for node in range(1, len(document.tag)):
        above = document.parent[node]
        assert 0 <= above < node < document.stop[node] <= document.stop[above]


def test_a_hundred_thousand_nested_elements() -> None:
    document = parse("<div>" * 100_000 + "x")
    assert document.stop[1] == len(document.tag) == 100_005
