"""Simplified HTML5, and what must never get into it."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from hypothesis import given, settings

import rubricator
from rubricator.emit.html import html_lines, to_html
from rubricator.structure.model import Structure, Title

from .hostile import structures
from .pages import LINKED, page, structure

BARE = "head title body h1 h2 h3 h4 h5 p ul dl dt dd table tbody caption tr blockquote pre hr br strong em s sub sup"
ALLOWED: dict[str, set[str]] = {
    **{tag: set() for tag in BARE.split()},
    "html": {"lang"},
    "meta": {"charset"},
    "section": {"id"},
    "a": {"href"},
    "img": {"alt", "src"},
    "ol": {"start"},
    "li": {"value"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "code": {"class"},
    "h6": {"data-level", "aria-level"},
}


def body(html: str, *spec: tuple[int, str], anchors: dict[str, str] | None = None, base: str = "http://e.org/") -> str:
    found = to_html(structure(page(html, base=base), spec, anchors=anchors))
    return found.partition("<body>\n")[2].partition("\n</body>")[0]


def test_a_whole_document() -> None:
    html = "<html lang='en-GB'><body>top<h3>One &lt;1&gt;</h3><ul><li>a<li>b</ul><h4>Two</h4><p>x <i>y</i>"
    found = to_html(structure(page(html), [(1, "One <1>"), (2, "Two")], title="T & t", anchors={"Two": "two"}))
    assert found == (
        "<!DOCTYPE html>\n"
        '<html lang="en-GB">\n'
        "<head>\n"
        '<meta charset="utf-8">\n'
        "<title>T &amp; t</title>\n"
        "</head>\n"
        "<body>\n"
        "<h1>T &amp; t</h1>\n"
        "<p>top</p>\n"
        "<section>\n"
        "<h2>One &lt;1&gt;</h2>\n"
        "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"
        '<section id="two">\n'
        "<h3>Two</h3>\n"
        "<p>x <em>y</em></p>\n"
        "</section>\n"
        "</section>\n"
        "</body>\n"
        "</html>\n"
    )


def test_levels_below_six_keep_their_number() -> None:
    spec = [(level, f"Level{level}") for level in range(1, 9)]
    found = body("".join(f"<p>{text}</p>" for _, text in spec), *spec)
    assert '<h6>Level6</h6>\n<section>\n<h6 data-level="7" aria-level="7">Level7</h6>' in found


@pytest.mark.parametrize(
    "href",
    [
        "javascript:x",
        "java\x01script:x",
        "JaVaScRiPt:x",
        "vbscript:x",
        "data:text/html,x",
        "file:///etc/passwd",
        "java\u200bscript:x",
        "blob:x",
    ],
)
def test_unsafe_links_are_their_text(href: str) -> None:
    assert body(f'<a href="{href}">x</a>') == "<p>x</p>"
    assert body(f'<img alt=x src="{href}">') == "<p>x</p>"


@pytest.mark.parametrize(
    ("href", "written"),
    [
        ("https://a.b/?x=1&y='\"", "https://a.b/?x=1&amp;y=&#x27;%22"),
        ("mailto:a@b", "mailto:a@b"),
        ("tel:+1", "tel:+1"),
        ("c/d", "c/d"),
        ("#x", "#x"),
    ],
)
def test_safe_links_are_kept(href: str, written: str) -> None:
    escaped = href.replace("&", "&amp;").replace('"', "&quot;")
    assert body(f'<a href="{escaped}">x</a>', base="about:blank") == f'<p><a href="{written}">x</a></p>'


def test_a_mail_address_is_no_image() -> None:
    assert body("<img alt=x src='mailto:a@b'>") == "<p>x</p>"
    assert body("<img alt=x src='cid:1'>") == '<p><img alt="x" src="cid:1"></p>'


def test_ids_are_unique_valid_and_links_to_them_stay_in_the_document() -> None:
    html = "<p>A</p><a href='#s'>x</a><a href='#t'>y</a><p>B</p>b<p>C</p>c"
    found = body(html, (1, "A"), (1, "B"), (1, "C"), anchors={"A": "s", "B": "s", "C": 'q "r'})
    assert found.count("<section>") == 2
    assert '<section id="s">\n<h1>A</h1>' in found
    assert '<a href="#s">x</a><a href="http://e.org/#t">y</a>' in found


@pytest.mark.parametrize("url", [None, "http://e.org/p"])
def test_links_within_the_page_lead_to_what_they_name(url: str | None) -> None:
    found = to_html(rubricator.read(LINKED, method="tags", url=url))
    ids = re.findall(r' id="(.*?)"', found)
    assert sorted(ids) == sorted({"top", "a", "b", "cé", "d", "e", "f", "g", "n", "own", "r"})
    assert [unquote(name) for name in re.findall(r'href="#(.*?)"', found) if name != "none"] == [
        "a", "b", "cé", "d", "e", "f", "n", "r", "g"
    ]  # fmt: skip
    assert ('href="#none"' in found) == (url is None)
    for written in (
        '<section id="own">\n<h2 id="b">Honey</h2>\n<p id="cé">y <span id="d"></span><strong>z</strong></p>',
        'x<span id="r"></span><sup><a href="#n">1</a></sup>',
        '<th id="e">k</th>',
        '<pre id="f"><code><span id="g"></span>one\ntwo</code></pre>',
        '<li id="n">o <a href="#r">back</a>',
    ):
        assert written in found


def test_ids_that_no_link_asks_for_are_those_of_sections_and_the_title() -> None:
    html = "<title>Bees</title><h1 id=top>All about <i>bees</i></h1><p id=a>x<h2 id=h>Hives</h2><p id=b>y"
    found = to_html(rubricator.read(html))
    assert re.findall(r"<\w+ id=.*?>", found) == ['<h1 id="top">', '<section id="h">']


def test_a_title_on_top_has_the_id_of_the_lines_that_it_stands_for() -> None:
    base = structure(page("<div>top</div><div id=t>The Title</div><h2>One</h2>text"), [(1, "One")])
    titles = (Title("The Title", 4, 13),)
    found = Structure(base.text, base.root, "tags", title="The Title", titles=titles, page=base.page)
    assert '<body>\n<h1 id="t">The Title</h1>\n<p>top</p>' in to_html(found)


def test_links_to_what_is_left_out_lead_to_the_page() -> None:
    html = "<h1>A</h1><p><a href=#x>x</a> <a href=#y>y</a><p id=x hidden>b<p id=y>c"
    rendered = rubricator.read(html, method="tags", url="http://e.org/p")
    found = to_html(rendered, hidden="drop")
    assert '<a href="http://e.org/p#x">x</a> <a href="#y">y</a>' in found
    assert '<a href="#x">x</a>' in to_html(rendered)


def test_lines_for_other_documents_have_the_ids_of_sections_only() -> None:
    lines = html_lines(rubricator.read(LINKED, method="tags"))
    assert {line for line in lines if " id=" in line} == {f'<section id="{name}">' for name in ("top", "a", "own")}


def test_an_id_that_is_none_is_left_out() -> None:
    assert "id=" not in body('<p><a href="#a%20b">x</a></p><p id="a b">y')


def test_lists_tables_and_code() -> None:
    html = (
        "<ol start=2><li>a<li value=5>b<ul><li>c</ul></ol><dl><dt>t<dd>d</dl><pre class=lang-js>\n\n1 &lt; 2</pre>"
        "<table><caption>C</caption><tr><th>h<td colspan=2>x<br>y<tr><td>a<td>b<td>c</table><table><tr><td>one</table>"
    )
    assert body(html) == (
        '<ol start="2">\n<li>a</li>\n<li value="5">b\n<ul>\n<li>c</li>\n</ul></li>\n</ol>\n'
        "<dl>\n<dt>t</dt>\n<dd>d</dd>\n</dl>\n"
        '<pre><code class="language-js">\n1 &lt; 2</code></pre>\n'
        '<table>\n<caption>C</caption>\n<tr>\n<th>h</th>\n<td colspan="2">x<br>y</td>\n</tr>\n'
        "<tr>\n<td>a</td>\n<td>b</td>\n<td>c</td>\n</tr>\n</table>\n"
        "<p>one</p>"
    )


def test_a_language_that_is_none_is_left_out() -> None:
    assert to_html(structure(page("<html lang='\"><script>'>x"))).startswith("<!DOCTYPE html>\n<html>\n")


def test_deep_pages() -> None:
    spec = [(level, f"h{level:03}") for level in range(1, 101)]
    found = body("<div><ul>" * 10_000 + "".join(f"<li>{text}</li>" for _, text in spec), *spec)
    assert found.count("<section>") == found.count("</section>") == 100


@settings(max_examples=200, deadline=None)
@given(structures())
def test_only_allowed_elements_and_attributes(structure: Structure) -> None:
    again = page(to_html(structure, hidden="keep"))
    for tag, attributes in zip(again.tag, again.attributes, strict=True):
        if not tag.startswith("#"):
            assert {name for name, _ in attributes} <= ALLOWED[tag]


def test_a_heading_that_is_an_image_without_text_stands_before_its_text() -> None:
    html = "".join(
        f"<div><img src={name}.gif height=20></div><p>All of the {name} by the lake.</p>" for name in ("a", "b")
    )
    found = rubricator.read(html.encode(), method="heps").to_html()
    assert found.index("<h1>a.gif</h1>") < found.index("All of the a") < found.index("<h1>b.gif</h1>")
