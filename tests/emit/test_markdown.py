"""Markdown as a reader of the file sees it."""

from __future__ import annotations

from html import escape

import pytest
from markdown_it import MarkdownIt

import rubricator
from rubricator.emit.json import from_json, to_json
from rubricator.emit.markdown import to_markdown
from rubricator.errors import UsageError
from rubricator.structure.model import Block, Heading, Structure, Title

from .pages import page, structure

ARTICLE = """
<div>Site name</div>
<h1>Cookies</h1>
<p>We <b>bake</b> them <a href="/how?x=(1)">daily</a>.</p>
<img src="/c.png">
<ul><li>flour<li>sugar<ul><li>brown<li>white</ul></ul>
<div><b>Email:</b> write to us</div>
<ol start="4"><li>first<li>second</ol>
<h2>Oven</h2>
<blockquote><p>Hot.<p>Very.</blockquote>
<pre class="lang-py">if hot:
    bake()
</pre>
<dl><dt>Time<dd>9 min</dl>
"""


def markdown(html: str, *spec: tuple[int, str], base: str = "http://e.org/", title: str | None = None) -> str:
    return to_markdown(structure(page(html, base=base), spec, title=title))


def rendered(text: str) -> str:
    return str(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text))


def test_an_article() -> None:
    found = markdown(ARTICLE, (1, "Cookies"), (2, "Email:"), (2, "Oven"), title="All about cookies")
    assert found == (
        "# All about cookies\n\n"
        "Site name\n\n"
        "## Cookies\n\n"
        "We **bake** them [daily](http://e.org/how?x=\\(1\\)).\n\n"
        "![](http://e.org/c.png)\n\n"
        "- flour\n"
        "- sugar\n"
        "  - brown\n"
        "  - white\n\n"
        "### Email:\n\n"
        "write to us\n\n"
        "4. first\n"
        "5. second\n\n"
        "### Oven\n\n"
        "> Hot.\n"
        ">\n"
        "> Very.\n\n"
        "```py\n"
        "if hot:\n"
        "    bake()\n"
        "```\n\n"
        "**Time**\n\n"
        "9 min\n"
    )


@pytest.mark.parametrize(
    ("html", "headings", "start", "expected"),
    [
        ("<div>top</div><div>The Title</div><h2>One</h2>text", [(1, "One")], 4, "top\n\n## One\n\ntext\n"),
        ("<div>Read The Title now</div>", [], 5, "Read The Title now\n"),
    ],
    ids=["as a line of its own", "inside a sentence"],
)
def test_a_title_that_stands_in_the_text(html: str, headings: list[tuple[int, str]], start: int, expected: str) -> None:
    base = structure(page(html), headings, title="The Title")
    titles = (Title("The Title", start, start + 9),)
    found = Structure(base.text, base.root, "tags", title="The Title", titles=titles, page=base.page)
    assert to_markdown(found) == f"# The Title\n\n{expected}"


def test_levels_below_six_keep_their_number() -> None:
    spec = [(level, f"Level{level}") for level in range(1, 10)]
    html = "".join(f"<p>{text}</p>" for _, text in spec)
    assert markdown(html, *spec).split("\n\n")[5:] == [
        "###### Level6",
        '###### Level7 {data-level="7"}',
        '###### Level8 {data-level="8"}',
        '###### Level9 {data-level="9"}\n',
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# no heading", "\\# no heading"),
        ("#hashtag", "#hashtag"),
        ("- no list", "\\- no list"),
        ("+ no list", "\\+ no list"),
        ("-5 degrees", "-5 degrees"),
        ("1. no list", "1\\. no list"),
        ("2) no list", "2\\) no list"),
        ("1.5 litres", "1.5 litres"),
        ("> no quote", "\\> no quote"),
        ("--- -", "\\--- -"),
        ("===", "\\==="),
        ("*a* _b_ c_d", "\\*a\\* \\_b\\_ c_d"),
        ("[x](javascript:alert(1))", "\\[x\\](javascript:alert(1))"),
        ("<script>", "\\<script>"),
        ("AT&T & &lt; &", "AT\\&T & \\&lt; \\&"),
        ("back\\slash", "back\\\\slash"),
        ("`tick`", "\\`tick\\`"),
        ("~~~", "\\~\\~\\~"),
        ("a | b", "a | b"),
    ],
)
def test_text_never_turns_into_markup(text: str, expected: str) -> None:
    found = markdown(f"<p>{escape(text)}</p>")
    assert found == expected + "\n"
    assert page(rendered(found)).text == text


@pytest.mark.parametrize(
    "html",
    [
        "<p>a<b>.x.</b>b</p>",
        "<p><i>a</i>b</p>",
        "<p><b><i>a</i></b><i>b</i></p>",
        "<p><b> a </b>b<s>c</s></p>",
        "<p>wow!<a href='/x'>y</a></p>",
        "<p><code>``</code><code> ` </code></p>",
        "<p>x<sub>2</sub></p>",
        "<p>one<br>- two<br>===<br>:--</p>",
        "<p>a&amp;<b>lt;</b></p>",
        "<p>1<b>.</b> x</p>",
    ],
)
def test_marks_survive_where_words_touch(html: str) -> None:
    assert page(rendered(markdown(html))).text.split() == page(html).text.split()


PARTED = "<kbd>a</kbd><b><code>b</code></b>"
WRITTEN = {
    "an empty page": ("", ""),
    "code with a space between stays apart": (
        "<p>Use <code>a</code> <kbd>b</kbd> <code>c</code><code>d</code>",
        "Use `a` `b` `cd`\n",
    ),
    "code that bold parted is one where bold is left out": (f"<dl><dt>{PARTED}</dt><dd>x</dd></dl>", "**`ab`**\n\nx\n"),
    "a fence is longer than any inside": ("<pre>a\n````\nb</pre>", "`````\na\n````\nb\n`````\n"),
    "a listing by style": (
        '<code style="display:block;white-space:pre">x = 1\n  y = 2</code>',
        "```\nx = 1\n  y = 2\n```\n",
    ),
    "pre-line": ('<p style="white-space:pre-line">roses\nviolets\n\nsugar', "roses\\\nviolets\n\nsugar\n"),
    "pre-wrap": (
        '<p style="white-space:pre-wrap">an <b>oak</b>\n<i>elm</i>\n</p>ash',
        "an **oak**\\\n_elm_\n\nash\n",
    ),
    "a break in code": ("<p>Try <code>a<br>b</code> now", "Try `a`\\\n`b` now\n"),
    "blocks in pre": ('<div style="white-space:pre">\n<p>a</p>\n\n<ul>\n<li>b</li>\n</ul></div>', "a\n\n- b\n"),
    "pre in a cell": (
        '<table><tr><td style="white-space:pre">a\nb<td>c',
        "|  |  |\n| --- | --- |\n| a<br>b | c |\n",
    ),
    "quotation marks": ("<p>She said <q>so <b>it</b> is</q>, <q>a</q><q>b</q>.", "She said “so **it** is”, “a”“b”.\n"),
    "a quotation in a quotation": ("<p><q>a <q>b</q> c</q>", "“a b c”\n"),
    "the space before an image": (
        "<p>see <a href=x><img src=y></a> now",
        "see [![](http://e.org/y)](http://e.org/x) now\n",
    ),
    "no space before an image": ("<p>see<img src=y> now", "see![](http://e.org/y) now\n"),
    "lists in a row stay apart": ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b\n"),
    "numbers stay true": ("<ol><li>a<li value=7>b</ol><ol><li>c</ol>", "1. a\n\n7) b\n\n1. c\n"),
    "items with several blocks are indented": (
        "<ol><li><p>a<p>b<pre>c\n\nd</pre><li>e<ol start=2><li>f</ol></ol>",
        "1. a\n\n   b\n\n   ```\n   c\n\n   d\n   ```\n\n2. e\n\n   2. f\n",
    ),
    "a listing beside its line numbers is code": (
        "<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>",
        "```\n1\n2\n```\n\n```\na\nb\n```\n",
    ),
    "no header cells": ("<table><tr><td>a<td>b</table>", "|  |  |\n| --- | --- |\n| a | b |\n"),
    "layout in one column": ("<table><tr><td>a<tr><td>b</table>", "a\n\nb\n"),
    "layout by tables in tables": ("<table><tr><td><table><tr><td>a</table><td>b</table>", "a\n\nb\n"),
    "layout with paragraphs": ("<table><tr><td>a<td></td><tr><td><p>b</table>", "a\n\nb\n"),
}


@pytest.mark.parametrize(("html", "expected"), WRITTEN.values(), ids=WRITTEN)
def test_what_is_written(html: str, expected: str) -> None:
    assert markdown(html) == expected


def test_headings_are_one_line_without_the_bold_they_are_set_in() -> None:
    html = "<p><b>The <a href='/f'><code>f()</code></a> <i>call</i> #</b></p>x"
    assert markdown(html, (1, "The f() call #")) == "# The [`f()`](http://e.org/f) call \\#\n\nx\n"
    assert markdown(f"<p>{PARTED}</p>x", (1, "ab")) == "# `ab`\n\nx\n"
    assert markdown("<h1>My  Page</h1>text", (1, "My Page"), title="my page") == "# My Page\n\ntext\n"


def test_a_data_table() -> None:
    html = (
        "<table><caption>Prices</caption><tr><th>Thing<th>Price|VAT<tr><td rowspan=2>Tea<td><code>a|b</code>"
        "<tr><td><ul><li>1<li>2</ul><tr><td colspan=2>End</table>"
    )
    found = markdown(html)
    assert found == ("Prices\n\n| Thing | Price\\|VAT |\n| --- | --- |\n| Tea | `a\\|b` |\n|  | 1<br>2 |\n| End |  |\n")
    assert "<code>a|b</code>" in rendered(found)


def test_a_listing_in_a_cell_of_a_data_table_stays_there() -> None:
    html = "<table><tr><th>Name<th>Use<tr><td>pipe<td><p>So:</p><pre>a | b\n\n  c`d</pre><tr><td>e<td>f</table>"
    found = markdown(html)
    assert found.splitlines()[2:] == ["| pipe | So:<br>`a \\| b`<br><br>``  c`d`` |", "| e | f |"]
    assert "<code>a | b</code>" in rendered(found)


def test_a_table_cut_by_headings_gives_its_parts() -> None:
    html = "<table><tr><td>Day one<td>x<td>y<tr><td>Day two<td>z<td>w</table>"
    assert markdown(html, (1, "Day one"), (1, "Day two")) == (
        "# Day one\n\n|  |  |\n| --- | --- |\n| x | y |\n\n# Day two\n\n|  |  |\n| --- | --- |\n| z | w |\n"
    )


def test_spans_of_a_hostile_table_cost_no_more_than_its_cells() -> None:
    wide = "".join("<td rowspan=65534>x" for _ in range(2000))
    found = markdown("<table><tr>" + wide + "<tr><td colspan=1000>y" * 2000 + "</table>")
    assert len(found) < 100_000


def test_rows_under_many_spans_are_no_wider_than_the_table() -> None:
    found = markdown("<table>" + "<tr><td rowspan=9999>a<td>b" * 500 + "</table>")
    assert found.count("|") < 4000
    assert found.count("a |") == found.count("b |") == 500


def test_a_cell_spans_all_of_its_columns_in_the_rows_below() -> None:
    rows = "<tr><th colspan=2 rowspan=2>X<th>A<th>B<tr><th>C<th>D<tr><td>1<td>2<td>3<td>4"
    assert markdown(f"<table>{rows}</table>").splitlines() == [
        "| X |  | A | B |",
        "| --- | --- | --- | --- |",
        "|  |  | C | D |",
        "| 1 | 2 | 3 | 4 |",
    ]


def test_text_before_a_heading_stays_in_its_block() -> None:
    text = "kicker Head body"
    block = Block(0, 16, 1, Heading("Head", 7, 11))
    found = Structure(text, Block(0, 16, children=(block,)), "heps", page=page("<p>kicker</p><p>Head</p><p>body</p>"))
    assert to_markdown(found) == "kicker\n\n# Head\n\nbody\n"


def test_a_block_of_several_ranges() -> None:
    rendered_page = page("<table><tr><td>A<td>B<tr><td>a1<td>b1<tr><td>a2<td>b2</table>")
    text = rendered_page.text
    assert text == "A B a1 b1 a2 b2"
    one = Block(0, 12, 1, Heading("A", 0, 1), ranges=((0, 1), (4, 6), (10, 12)))
    two = Block(2, 15, 1, Heading("B", 2, 3), ranges=((2, 3), (7, 9), (13, 15)))
    found = Structure(text, Block(0, 15, children=(one, two)), "vips", page=rendered_page)
    assert to_markdown(found) == "# A\n\na1\n\na2\n\n# B\n\nb1\n\nb2\n"


def test_a_structure_read_from_json_gives_plain_paragraphs() -> None:
    found = from_json(to_json(structure(page("top<h1>A</h1><p>b <b>c</b>"), [(1, "A")], title="T")))
    assert to_markdown(found) == "# T\n\ntop\n\n## A\n\nb c\n"


def test_a_wrong_choice_for_hidden_text_is_an_error() -> None:
    with pytest.raises(UsageError, match="'auto', 'keep' or 'drop'"):
        to_markdown(structure(page("x")), hidden="maybe")  # type: ignore[arg-type]


def test_a_hundred_levels() -> None:
    spec = [(level, f"h{level:03}") for level in range(1, 101)]
    html = "<div>" * 20_000 + "".join(f"<p>{text}</p><p>t{text}</p>" for _, text in spec)
    lines = markdown(html, *spec).split("\n\n")
    assert lines[0] == "# h001"
    assert lines[-2:] == ['###### h100 {data-level="100"}', "th100\n"]


def test_links_to_one_address_stay_apart() -> None:
    html = "<p>Share: <a href=#>Mail</a> <a href=#>Print</a> <a href=#>a <b>b</b> c</a></p>"
    assert to_markdown(rubricator.read(html, method="tags")) == "Share: [Mail](#) [Print](#) [a **b** c](#)\n"
