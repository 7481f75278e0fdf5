"""The XPath of every heading and block selects that very node, with lxml and in a browser."""

from __future__ import annotations

import re
from typing import TypedDict

import lxml.html
import pytest

from rubricator.load import load
from rubricator.options import Options
from rubricator.page.lookup import Lookup
from rubricator.page.model import TEXT, Page
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of
from rubricator.segment import static_methods
from rubricator.structure.model import JsonValue, Structure
from tests.browser import chromium

EVERYTHING: dict[str, JsonValue] = {"including_upper": 9, "empty": 9, "no_sibling": 9, "non_unique": 9, "too_long": 9}
"""Thresholds that no list passes, so that every text and image that can be a heading is one."""
RUNS: list[tuple[str, dict[str, JsonValue]]] = [
    *((method, {}) for method in static_methods()),
    ("heps", EVERYTHING),
    ("heps", {"preset": "reference", **EVERYTHING, "leave_breaking": True}),
    ("heps", {"preset": "reference", **EVERYTHING}),
]

BODIES = {
    "tagged": """
<h1 id="top">Manual</h1><p>Read it <em>before</em> use.</p>
<section id="safety"><h2>Safety</h2><p>Keep dry.</p><h3><a href="#top">Cables</a></h3><p>Short ones.</p></section>
<section><h2><b>Storage</b></h2><p>In a cool place.</p></section>""",
    "bold paragraphs": """
<div><p><b>Fees</b></p><p>They are low, as they were.</p><p><b>Terms</b></p><p>They are long, as ever.</p>
<p><b>Dates</b></p><p>They pass, one by one.</p></div>""",
    "run-in headings": """
<p><b>Fees.</b> They are low.</p><p><b>Terms.</b> They are long.</p><p><i><b>Dates.</b></i> They pass.</p>""",
    "bare text": """
<div>Fees<p>They are low.</p><!-- a comment -->Terms<p>They are long.</p>One<!-- half --> and two<p>They pass.</p></div>
<div>Dates<br>They pass.<hr>And so<p>Goes on.</p></div>""",
    "table": """
<table><caption>Prices</caption><thead><tr><th>What</th><th>Price</th></tr></thead>
<tbody><tr><td><b>Bowl</b></td><td>12 coins</td></tr><tr><td><b>Plate</b></td><td>9 coins</td></tr></tbody></table>""",
    "lists": """
<ul><li><b>Bowl</b><ul><li>small</li><li>large</li></ul></li><li><b>Plate</b> flat</li></ul>
<dl><dt>Kiln</dt><dd>It is hot.</dd><dt>Wheel</dt><dd>It turns.</dd></dl>
<ol><li>Throw</li><li>Fire</li></ol>""",
    "images": """
<p>First words.</p><div><img src="a.png"></div><p>Text of a.</p>
<div><a href="#x"><img src="b.png"></a></div><p>Text of b.</p>
<div><img src="c.png"><img src="d.png" alt="D"><img src="e.png"> and text</div><img src="f.png"><p>Last words.</p>
<h2><img src="g.png" alt="Logo"></h2><p>Text of g.</p>""",
    "images only": """
<div><img src="a.png"></div><div><span><img src="b.png"></span><img src="c.png"></div><div><img src="d.png"></div>""",
    "ids": """
<div id="twice"><h2 id="one">One</h2><p>Some words.</p></div><div id="twice"><h2>Two</h2><p>More words.</p></div>
<div id='quote"d'><h2>Three</h2><p>Words again.</p></div><div id="a/b"><h2>Four</h2><p>Final words.</p></div>
<div id=""><h2>Five</h2><p>After all.</p></div>""",
    "drawings and odd names": """
<h2>Drawn</h2><svg width="9" height="9"><g><text>In a drawing</text></g></svg><p>After it.</p>
<svg><text>Another</text></svg><p>More.</p><x-card><h2>Carded</h2><p>In a card.</p></x-card>
<o:p><b>Office</b> text</o:p><math><mi>x</mi><mn>2</mn></math><p>End.</p>""",
    "hidden parts": """
<h2>Open</h2><p>Seen.</p><details><summary>More</summary><p>Unseen.</p></details>
<div hidden><h2>Closed</h2><p>Not seen.</p></div><h2 style="display: none">Gone</h2><p>Seen again.</p>""",
    "preformatted": """
<pre>one
  two</pre><h2>Code</h2><pre><code>x = 1</code></pre><h2>Output</h2><pre>1</pre>""",
}


def document(body: str) -> str:
    """Wrap a body; give each element of it a number, so that nodes can be told apart whatever parser read them."""
    numbers = iter(range(10_000))
    numbered = re.sub(r"<([a-z][\w:-]*)(?=[\s>])", lambda match: f'<{match[1]} data-n="{next(numbers)}"', body)
    head = "<head><title>Test</title></head>"
    return f'<!DOCTYPE html>\n<html data-n="html">{head}<body data-n="body">{numbered}</body></html>\n'


def render(body: str) -> Page:
    return render_static(load(document(body).encode()))


class Wanted(TypedDict):
    xpath: str
    number: str
    """The `data-n` of the element, or of the parent of the text."""
    text: str | None
    """The characters of a text node, folded; None for an element."""


def wanted(page: Page, structure: Structure) -> list[Wanted]:
    """List the XPaths of a structure with the nodes that they are to select."""
    lookup = Lookup(page)
    root = structure.root
    found = [_node(page, page.body if root.node is None else root.node, root.xpath)]
    for block in structure.root.walk():
        if block.level:
            found.append(_node(page, lookup.opening(block.start, block.end, block.node), block.xpath))
        if block.heading:
            heading = block.heading
            found.append(_node(page, lookup.containing(heading.start, heading.end, heading.node), heading.xpath))
    return found


def _node(page: Page, node: int, xpath: str | None) -> Wanted:
    assert xpath is not None
    if page.tag[node] == TEXT:
        number = dict(page.attributes[page.parent[node]])["data-n"]
        return {"xpath": xpath, "number": number or "", "text": " ".join(page.data[node].split())}
    return {"xpath": xpath, "number": dict(page.attributes[node])["data-n"] or "", "text": None}


def all_wanted(body: str) -> list[Wanted]:
    page = render(body)
    found = [one for method, params in RUNS for one in wanted(page, structure_of(page, Options(method, params)))]
    assert len(found) > len(RUNS)
    return found


def lxml_select(root: lxml.html.HtmlElement, xpath: str) -> Wanted:
    selected = root.xpath(xpath)
    assert len(selected) == 1, xpath
    node = selected[0]
    if isinstance(node, lxml.html.HtmlElement):
        return {"xpath": xpath, "number": node.get("data-n"), "text": None}
    parent = node.getparent().getparent() if node.is_tail else node.getparent()
    return {"xpath": xpath, "number": parent.get("data-n"), "text": " ".join(node.split())}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_lxml_selects_the_very_node(body: str) -> None:
    root = lxml.html.document_fromstring(document(body))
    for one in all_wanted(body):
        assert lxml_select(root, one["xpath"]) == one


_SELECT = """xpaths => xpaths.map(xpath => {
    const found = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
    if (found.snapshotLength !== 1) return {xpath, number: `${found.snapshotLength} nodes`, text: null}
    const node = found.snapshotItem(0)
    const isText = node.nodeType === Node.TEXT_NODE
    const number = (isText ? node.parentElement : node).getAttribute("data-n")
    return {xpath, number, text: isText ? node.data.split(/\\s+/).filter(word => word).join(" ") : null}
})"""


@pytest.mark.browser
def test_a_browser_selects_the_very_node() -> None:
    with chromium() as browser:
        tab = browser.new_page(java_script_enabled=True)
        tab.route("**/*", lambda route: route.abort())
        for name, body in BODIES.items():
            expected = all_wanted(body)
            tab.set_content(document(body))
            assert tab.evaluate(_SELECT, [one["xpath"] for one in expected]) == expected, name


def test_headings_of_all_kinds_are_found() -> None:
    """The pages above are of use only if their headings are texts, images and elements."""
    found = [one for body in BODIES.values() for one in all_wanted(body)]
    assert len({(one["xpath"], one["number"]) for one in found}) > 50
    assert any(one["text"] is not None for one in found)
    assert any("/*[" in one["xpath"] for one in found)
    assert any(one["xpath"].startswith('//*[@id="a/b"]') for one in found)
