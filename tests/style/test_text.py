"""The page's text: white space folded, alternative texts, spans and flags."""

from __future__ import annotations

import pytest

from rubricator.page.model import BLOCK, BREAK, IMAGE, PRE, SKIPPED, TEXT, VISIBLE, Page

from .pages import render

FOLDED = [
    ("<p>a\n  b\t c</p>", "a b c"),
    ("<p>a</p><p>b</p>", "a b"),
    ("a<b>b</b>c", "abc"),
    ("a <b> b</b> c", "a b c"),
    ("a<br>b", "a b"),
    ("a<span style='display:block'>b</span>c", "a b c"),
    ("<div style='display:inline'>a</div>b", "ab"),
    ("a<span style='display:inline-block'>b</span>c", "a b c"),
    ("<td>a</td>b", "ab"),
    ("<table><td>a<td>b</table>", "a b"),
    ("a<img alt='the  sea'>b", "a the sea b"),
    ("a<img alt=''>b<img>c", "abc"),
    ("a<script>x</script><style>y</style>b<iframe>z</iframe>c", "abc"),
    ("a<svg><title>x</title><desc>y</desc><text>b</text></svg>c", "a b c"),
    ("<math><semantics><mi>a</mi><annotation>x</annotation></semantics></math>b", "ab"),
    ("a<noscript>b</noscript>c", "a b c"),
    ("a<p hidden>b</p>c", "a b c"),
    ("a<span style='display:none'>b</span>c", "abc"),
    ("<ul><li>a<li>b</ul>", "a b"),
    ("<select><option>a<option>b</select>", "a b"),
    ("<textarea>a\nb</textarea>", "a b"),
    ("<pre>a\n  b</pre>", "a b"),
    (" <p> </p> ", ""),
    ("", ""),
    ("a<script>s</script><style>t</style>b<!-- c -->c", "abc"),
    ("\u00a0a\u00a0\u2003b ", "a b"),
    (
        "<p>One  <b>two</b>three</p>four<div>five</div><ul><li>a<li>b</ul><img alt='an image'>end",
        "One twothree four five a b an image end",
    ),
]


@pytest.mark.parametrize(("body", "text"), FOLDED)
def test_white_space_is_folded(body: str, text: str) -> None:
    assert render(f"<!doctype html><title>t</title><body>{body}").text == text


def spans(page: Page, tag: str) -> list[str]:
    return [page.text[page.start[node] : page.end[node]] for node, name in enumerate(page.tag) if name == tag]


def test_each_node_spans_its_text() -> None:
    page = render("<div>a <p>b <b>c</b></p> <i></i><img alt=d></div>e")
    assert page.text == "a b c d e"
    assert [spans(page, tag) for tag in ("div", "p", "b", "i", "img", TEXT)] == [
        ["a b c d"],
        ["b c"],
        ["c"],
        [""],
        ["d"],
        ["a", "b", "c", "", "e"],
    ]


def flags(page: Page, tag: str) -> list[int]:
    return [page.flags[node] for node, name in enumerate(page.tag) if name == tag]


def test_flags_say_what_is_seen_and_what_breaks_lines() -> None:
    page = render("<p>a<br><img alt=b><script>c</script><b style='visibility:hidden'>d</b></p><pre>e</pre>")
    assert flags(page, "p") == [VISIBLE | BLOCK]
    assert flags(page, "br") == [VISIBLE | BREAK]
    assert flags(page, "img") == [VISIBLE | IMAGE]
    assert flags(page, "script") == [SKIPPED]
    assert flags(page, "b") == [0]
    assert flags(page, "pre") == [VISIBLE | BLOCK | PRE]


PRESERVED = [
    ("white-space:preserve", True),
    ("white-space:preserve nowrap", True),
    ("white-space:nowrap preserve-breaks", True),
    ("white-space-collapse:preserve", True),
    ("white-space-collapse:break-spaces", True),
    ("white-space:pre;white-space-collapse:collapse", False),
    ("white-space:pre;white-space:wrap", False),
    ("white-space:preserve preserve", False),
    ("white-space:nowrap wrap", False),
    ("white-space-collapse:preserve nowrap", False),
]


@pytest.mark.parametrize(("declaration", "preserved"), PRESERVED)
def test_white_space_that_is_preserved(declaration: str, preserved: bool) -> None:
    page = render(f"<p style='{declaration}'>a")
    assert bool(page.flags[page.tag.index("p")] & PRE) == preserved


def test_what_is_hidden_keeps_its_line_breaks() -> None:
    page = render("<div style='display:none'><p>a</p><b>b</b><p>c</p></div>")
    assert page.text == "a b c"
    assert flags(page, "p") == [BLOCK, BLOCK]


def seen(body: str) -> str:
    page = render(f"<!doctype html><body>{body}")
    nodes = [node for node, tag in enumerate(page.tag) if tag == TEXT and page.flags[node] & VISIBLE]
    return "".join(page.data[node] for node in nodes)


SEEN = [
    ("<div style='visibility:hidden'>a<b style='visibility:visible'>b</b></div>", "b"),
    ("<div style='display:none'>a<b style='display:block!important;visibility:visible'>b</b></div>", ""),
    ("<div style='display:contents'>a<b>b</b></div>", "ab"),
    ("<details><summary>a<i>b</i></summary>c</details>d", "abd"),
    ("<details>a</details><details open>b</details>", "b"),
    ("<details><p>a</p><summary>b</summary><summary>c</summary></details>", "b"),
    ("<noscript>a</noscript><template>b</template>c", "c"),
    ("<details><details open><summary>a</summary>b</details></details>", ""),
]


@pytest.mark.parametrize(("body", "text"), SEEN)
def test_what_a_reader_sees(body: str, text: str) -> None:
    assert seen(body) == text
