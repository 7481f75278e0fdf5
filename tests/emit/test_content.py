"""The content of a passage as a tree."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricator.emit.content import content
from rubricator.emit.elements import CONTAINER_DEPTH
from rubricator.emit.leaves import find_leaves
from rubricator.emit.nodes import Break, Code, Container, Image, Inline, Node, Paragraph, Rule, Text, plain

from .hostile import MARKUP
from .pages import page


def whole(html: str, **keywords: str) -> list[Node]:
    rendered = page(html, **keywords)
    return content(find_leaves(rendered), 0, len(rendered.text))


def par(text: str) -> Paragraph:
    return Paragraph((Text(text),))


def item(text: str, number: int | None = None) -> Container:
    return Container("item", (par(text),), number)


def part(html: str, first: str, last: str) -> list[Node]:
    """Return the content from the first of two words to the end of the other."""
    rendered = page(html)
    start = rendered.text.index(first)
    return content(find_leaves(rendered), start, rendered.text.index(last, start) + len(last))


def text_of(nodes: list[Node]) -> str:
    parts: list[str] = []
    stack = list(reversed(nodes))
    while stack:
        node = stack.pop()
        match node:
            case Paragraph():
                parts.append(plain(node.children))
            case Code():
                parts.append(node.text)
            case Container():
                stack.extend(reversed(node.children))
            case Rule():
                pass
    return " ".join(parts)


def test_blocks_separate_paragraphs_and_other_elements_are_transparent() -> None:
    assert whole("<div>one <span>two</span><section>three</section>four</div>") == [
        Paragraph((Text("one"), Text(" "), Text("two"))),
        par("three"),
        par("four"),
    ]


TREES: dict[str, tuple[str, list[Node]]] = {
    "two breaks": ("<div>one<br><br>two<br></div>", [par("one"), par("two")]),
    "images without an address": (
        "<p><img alt='A cat' src=c.png></p><p><img alt='A dog' src='data:image/png,x'>",
        [Paragraph((Image("A cat", "c.png"),)), par("A dog")],
    ),
    "definition lists": (
        "<dl><div><dt>t<dd>d</div></dl>",
        [Container("definitions", (Container("term", (par("t"),)), Container("description", (par("d"),))))],
    ),
    "listings": (
        "<pre><code class='x language-py'>def f():\n\n    <b>return</b> 1<br>x\n</code></pre>",
        [Code("def f():\n\n    return 1\nx", "py")],
    ),
    "quotations and rules": (
        "<blockquote>q<hr>r</blockquote><hr>",
        [Container("quote", (par("q"), Rule(), par("r"))), Rule()],
    ),
}


@pytest.mark.parametrize(("html", "tree"), TREES.values(), ids=TREES)
def test_trees(html: str, tree: list[Node]) -> None:
    assert whole(html) == tree


def test_inline_marks() -> None:
    html = "<p><b>b</b> <em>e</em> <kbd>k</kbd> <del>d</del> x<sub>1</sub><sup>2</sup><br>y"
    marks = (("strong", "b"), ("emphasis", "e"), ("code", "k"), ("strike", "d"))
    apart = [node for kind, text in marks for node in (Inline(kind, (Text(text),)), Text(" "))]  # type: ignore[arg-type]
    script = (Text("x"), Inline("sub", (Text("1"),)), Inline("sup", (Text("2"),)))
    assert whole(html) == [Paragraph((*apart, *script, Break(), Text("y")))]


def test_equal_marks_side_by_side_are_one_and_code_is_innermost() -> None:
    html = "<p><b>a</b><strong>b</strong> <code>f<a href='http://e.org/'>g</a></code>"
    assert whole(html) == [
        Paragraph(
            (
                Inline("strong", (Text("a"), Text("b"))),
                Text(" "),
                Inline("code", (Text("f"),)),
                Inline("link", (Inline("code", (Text("g"),)),), "http://e.org/"),
            )
        )
    ]


def test_what_is_left_of_a_listing_has_no_blank_lines_on_top() -> None:
    rendered = page("<pre>one\n\n \n  two\n\n  three</pre>")
    assert content(find_leaves(rendered), 3, len(rendered.text)) == [Code("  two\n\n  three", None)]


def test_hidden_text_left_out_leaves_no_space_behind() -> None:
    rendered = page("<p>one<span hidden>x</span>two <i hidden>y</i> three")
    nodes = content(find_leaves(rendered), 0, len(rendered.text), hidden="drop")
    assert text_of(nodes) == "onetwo three"
    assert text_of(content(find_leaves(rendered), 0, len(rendered.text), hidden="keep")) == "onextwo y three"


@pytest.mark.parametrize(
    ("base", "href", "expected"),
    [
        ("http://e.org/a/", "b", "http://e.org/a/b"),
        ("http://e.org/a/", " b\n", "http://e.org/a/b"),
        ("file:///home/x/", "b", "b"),
        ("about:blank", "b", "b"),
        ("cid:page", "b", "b"),
        ("http://e.org/", "http://[bad", "http://[bad"),
    ],
)
def test_links_are_resolved_where_the_base_allows_it(base: str, href: str, expected: str) -> None:
    assert whole(f"<a href='{href}'>x</a>", base=base) == [Paragraph((Inline("link", (Text("x"),), expected),))]


@pytest.mark.parametrize(
    "href", ["javascript:f()", " JAVA\tSCRIPT:f()", "java\x01script:f()", "data:text/html,x", "vbscript:x", ""]
)
def test_links_to_scripts_are_their_text(href: str) -> None:
    assert whole(f'<a href="{href}">x</a>') == [par("x")]


def test_numbered_lists_keep_their_numbers() -> None:
    html = "<ol start=3><li>a<li value=7>b<li>c</ol><ol reversed><li>d<li>e</ol>"
    assert whole(html) == [
        Container("numbers", (item("a", 3), item("b", 7), item("c", 8))),
        Container("numbers", (item("d", 2), item("e", 1))),
    ]


def test_a_part_of_a_numbered_list_keeps_its_numbers() -> None:
    html = "<ol><li>one<li>two<li>three<li>four</ol>"
    assert part(html, "two", "three") == [Container("numbers", (item("two", 2), item("three", 3)))]


def test_an_item_entered_in_its_middle_has_no_bullet() -> None:
    html = "<ul><li><b>Head</b> rest<li>next</ul>"
    assert part(html, "rest", "next") == [par("rest"), Container("bullets", (item("next"),))]


def test_nested_lists_and_strays() -> None:
    html = "<ul><li>a<ul><li>b</ul><ul><li>c</ul><li>d</ul>"
    inner = Container("bullets", (item("b"),)), Container("bullets", (item("c"),))
    assert whole(html) == [Container("bullets", (Container("item", (par("a"), *inner)), item("d")))]
    assert whole("<ul>x<li>y</li>z</ul>") == [
        par("x"),
        Container("bullets", (Container("item", (par("y"), par("z"))),)),
    ]


def test_tables_keep_empty_cells_spans_and_captions() -> None:
    html = "<table><caption>C</caption><thead><tr><td colspan=2>h</thead><tr><td><td rowspan=3>x<tr><td></table>"
    assert whole(html) == [
        Container(
            "table",
            (
                Container("caption", (par("C"),)),
                Container("row", (Container("header", (par("h"),), colspan=2),)),
                Container("row", (Container("cell", ()), Container("cell", (par("x"),), rowspan=3))),
            ),
        )
    ]


def test_preformatted_text_is_cut_where_the_passage_is() -> None:
    assert part("<pre>one  two\n\n  three   four</pre>", "two", "three") == [Code("two\n\n  three")]


def test_what_has_no_text_belongs_to_the_text_before_it() -> None:
    rendered = page("<p>one<p><img src=a.png><p>two")
    picture = Paragraph((Image("", "a.png"),))
    assert content(find_leaves(rendered), 0, 3) == [par("one"), picture]
    assert content(find_leaves(rendered), 0, 3, tail=False) == [par("one")]
    assert content(find_leaves(rendered), 4, 7) == [par("two")]
    assert content(find_leaves(rendered), 3, 7, lead=True) == [picture, par("two")]


@settings(max_examples=200, deadline=None)
@given(MARKUP, st.data())
def test_passages_that_cover_a_page_hold_every_character_once(html: str, data: st.DataObject) -> None:
    rendered = page(html)
    cuts = data.draw(st.lists(st.integers(0, len(rendered.text)), max_size=4).map(sorted))
    edges = [0, *cuts, len(rendered.text)]
    texts = [text_of(content(find_leaves(rendered), a, b)) for a, b in pairwise(edges)]
    wanted = [rendered.text[a:b] for a, b in pairwise(edges)]
    assert ["".join(sorted("".join(text.split()))) for text in texts] == [
        "".join(sorted("".join(text.split()))) for text in wanted
    ]


def depth(nodes: list[Node]) -> int:
    level, deepest = [*nodes], 0
    while level:
        deepest += 1
        level = [child for node in level if isinstance(node, Container) for child in node.children]
    return deepest


@pytest.mark.parametrize("tag", ["div", "blockquote", "ul", "b", "table"])
def test_deep_nesting_is_capped_and_nothing_is_lost(tag: str) -> None:
    opening = "<table><tr><td>" if tag == "table" else f"<{tag}>"
    nodes = whole("before " + opening * 20_000 + "deep <i>text</i>")
    assert "".join(text_of(nodes).split()) == "beforedeeptext"
    assert depth(nodes) <= CONTAINER_DEPTH + 1


def test_many_passages_of_a_deep_page_cost_no_more_than_one() -> None:
    count = 20_000
    rendered = page("<div>" * count + "".join(f"<p>w{i}</p>" for i in range(count)))
    began = time.process_time()
    seen = 0
    for start in range(0, len(rendered.text), 20):
        seen += len("".join(text_of(content(find_leaves(rendered), start, start + 20)).split()))
    assert seen == len("".join(rendered.text.split()))
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<pre class=shiki data-language=JS>x</pre>", "js"),
        ("<pre data-lang='two words'>x</pre>", None),
        ("<div class='highlight-python notranslate'><div class=highlight><pre>x</pre></div></div>", "python"),
        ("<div class='highlight highlight-source-shell'><pre>x</pre></div>", "shell"),
        ("<div class=highlight-default><div class=highlight><pre>x</pre></div></div>", None),
        ("<div class=language-c><p>y</p></div><pre>x</pre>", None),
    ],
)
def test_the_language_of_code_may_stand_around_it(html: str, language: str | None) -> None:
    rendered = page(html)
    (code,) = (node for node in content(find_leaves(rendered), 0, len(rendered.text)) if isinstance(node, Code))
    assert code.language == language
