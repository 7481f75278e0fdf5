"""Leaves of a page, units of its passages and what a reader sees of it: the compiled functions against Python's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.emit import chunks, content, hidden_notice, to_html, to_markdown
from rubricator.emit.fragments import Fragments
from rubricator.emit.leaves import Kind, Leaf, Opening, find_leaves
from rubricator.emit.reading import Hidden
from rubricator.page.model import Page
from rubricator.pipeline import read
from rubricator.structure.model import Structure
from tests.emit.pages import LINKED
from tests.kernel.beside import ODD_PAGES, compared
from tests.kernel.twins import both
from tests.random_pages import styled_pages

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))
ODD = (
    "<ol start=3><li>a<li value=9>b<li value=x>c</ol><ol reversed><li>a<li>b<ul><li>c</ul></ol><li>stray",
    "<table><caption>c</caption><thead><tr><td>h<td colspan=2>i</thead><tr><td rowspan=0>a<td colspan=9999>b<th>",
    "<table><tr><td>a<td>b<tr><td><pre>x\n y</pre><table><tr><td>i<td>j</table>k<td>c</table><td>d",
    "<pre class=language-py>  a\n\n\tb<br>c<img alt=d> <i>e</i></pre><code style='display:block;white-space:pre'>f\ng",
    "<pre>\n<div>a</div><div>  b</div>\n</pre><p style='white-space:pre-line'>one\ntwo <b>three\n\nfour</b>",
    "<a href=x>a<code>b</code></a><code>c<a href=y>d<i>e</i></a></code><a href=javascript:f()>g</a><a>h</a><a href>i",
    "<q>a<q>b</q>c</q> d<q>e<p>f</p>g</q><b><b>h</b></b><i>i<em>j</em></i>",
    "x<sup>2</sup> y<sup>a+b</sup> <sup><a href=#n>1</a></sup><ruby>k<rp>(</rp><rt>r</rt><rp>)</rp></ruby>",
    "<ruby>k<rt>r</ruby>",
    "<math><mfrac><mi>a</mi><mn>2</mn></mfrac><msup><mi>x</mi><mn>2</mn></msup></math>",
    "<div role=dialog>a<p>b</div>c<div hidden role=alert>d</div><video>e</video><dialog>f</dialog><select><option>g",
    "<noscript>all of it <img alt=i></noscript>",
    "<p>much more text than that<noscript>some <img alt=i></noscript><span class=mw-editsection>[<a>edit</a>]</span>",
    "<h2>a <a class=anchor href=#a>¶</a></h2><hr><p>b<hr>c<img><img alt='d e' src=f><br><br>g",
    "<blockquote>" * 60 + "<ul><li>a</ul>",
    "<dl><dt>a<dd>b<p>c</dl><dd>d</dd><menu><li>e</menu><dir><li>f</dir>",
    "<b><i><s><sub><sup><q><code><u><a href=x>deep</a></u></code></q></sup></sub></s></i></b>",
    LINKED,
    "<p id=a>a<p id=a>b<a name=c>c</a><p name=d id>d<h2 id=e>e</h2>f",
)
HIDDEN: tuple[Hidden, ...] = ("auto", "keep", "drop")
ADDRESSES = ("", " \n", "a", "/a:b", "?a:b", "#:", ":", "http:", "HTTP://a", "tel:1", "file", "FILE:x", "a\tb")
HIDING = (
    "java\tscript:a",
    " data:b",
    "\x01javascript:c",
    "java\u200bscript:d",
    "vbscript :x",
    "\udfff:x",
    "\u212ailo:x",
)


@contextmanager
def both_ways() -> Iterator[None]:
    with ExitStack() as stack:
        for key, place in (
            ("emit.leaves.scan", "rubricator.emit.leaves:_scan"),
            ("emit.lines.units", "rubricator.emit.lines:_units"),
        ):
            stack.enter_context(compared(key, place))
        yield


def found_page(structure: Structure) -> Page:
    assert structure.page is not None
    return structure.page


def emit(structure: Structure) -> None:
    with both_ways():
        for hidden in HIDDEN:
            list(chunks(structure, hidden=hidden))
    if structure.text:
        with compared("emit.content.built", "rubricator.emit.content:_built"):
            for hidden in HIDDEN:
                to_markdown(structure, hidden=hidden)
            content(
                found_page(structure), len(structure.text) // 3, len(structure.text) * 2 // 3, lead=True, tail=False
            )
    compiled = to_html(structure)
    # Not side by side: the ids of links are given once.
    with patch.object(import_module("rubricator.emit.content"), "_built", both("emit.content.built")[0]):
        assert to_html(structure) == compiled
    with compared("emit.fragments.seen", "rubricator.emit.fragments:_seen"):
        Fragments(structure.text, structure.page)


@pytest.mark.parametrize("html", (*ODD_PAGES, *ODD))
def test_odd_pages(html: str) -> None:
    emit(read(f"<!---->{html}", method="tags"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_pages(path: Path) -> None:
    structure = read(path, method="tags")
    emit(structure)
    found = find_leaves(found_page(structure))
    assert {type(leaf) for leaf in found.leaves} == {Leaf}
    assert {type(leaf.kind) for leaf in found.leaves} == {Kind}
    assert {type(leaf.visible) for leaf in found.leaves} | {type(leaf.inert) for leaf in found.leaves} == {bool}
    assert {type(opening) for opening in found.containers.values()} <= {Opening}


@given(styled_pages())
def test_random_pages(html: str) -> None:
    emit(read(f"<!---->{html}", method="tags"))


@pytest.mark.parametrize("base", ["about:blank", "https://example.org/a/b", "", "#f", "x/y", "file:///a/b"])
def test_addresses_of_links(base: str) -> None:
    html = "".join([f'<p><a href="{address}">a</a> b' for address in ("#", "?", ".", "x", "//[", "data:x", "#f")])
    structure = read(f"<base href='{base}'>{html}", method="tags", url=base or None)
    with compared("emit.leaves.scan", "rubricator.emit.leaves:_scan"):
        to_markdown(structure)
        to_html(structure)
        hidden_notice(structure)


@pytest.mark.parametrize("address", (*ADDRESSES, *HIDING))
def test_dead_addresses(address: str) -> None:
    pure, compiled = both("emit.links.is_dead")
    assert compiled(address) is pure(address)


@given(st.text())
def test_any_addresses(address: str) -> None:
    pure, compiled = both("emit.links.is_dead")
    for one in (address, f"{address}:x", f"javascript{address}:x", f"java{address}script:x"):
        assert compiled(one) is pure(one)


@given(st.one_of(st.text(), st.text(alphabet="a_&#;\n \\\\`*[]<~é日²\ud800")))
def test_escaped_text(text: str) -> None:
    pure, compiled = both("emit.markdown.escape")
    assert compiled(text) == pure(text)
