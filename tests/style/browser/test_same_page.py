"""Both renderers give the same model: the same nodes, text, flags and looks for the same HTML."""

from __future__ import annotations

from pathlib import Path

import pytest

from rubricator.page.model import Page
from rubricator.style.browser import Chromium

from .pages import looks, plain, show

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[3]
FILES = sorted([*(ROOT / "tests" / "pages").glob("*/page.html"), *(ROOT / "examples").glob("*.html")])
SNIPPETS = {
    "cascade": """<!doctype html><style>p { color: #123456 } .big b { font-size: 150% }
        #x { font: italic 12px serif }</style>
        <p class=big>One <b>two</b> <u>three</u></p><div id=x>four <span style="font-weight:900">five</span></div>""",
    "hidden": """<!doctype html><style>.menu { display: none } .menu a { display: block }
        .off { visibility: hidden }</style>
        <p>seen<div class=menu><a href=a>one</a><a href=b>two</a></div><p class=off>off <b>off</b></p><p hidden>none</p>
        <details><summary>more</summary><p>closed</p></details><details open><summary>less</summary>open</details>""",
    "heard": """<!doctype html><style>.heard { position: absolute; clip: rect(0, 0, 0, 0) }
        .cut { clip-path: inset(50%) }</style>
        <h2 class=heard>Go <b>on</b></h2><p>Read<span class=heard> more <i hidden>no</i></span><b class=cut>x</b>.""",
    "contents": """<!doctype html><style>.c { display: contents; color: red; font-style: italic }</style>
        <div class=c>bare <b>bold</b></div>""",
    "noscript": """<!doctype html><p>a<noscript><p>without <b>scripts</b></p></noscript>b""",
    "forms": """<!doctype html><form>Name <input value=x><select><option>one<option>two</select>
        <button>Send <b>it</b></button><textarea>words</textarea></form>""",
    "tables": """<table><caption>c</caption><tr><th>head<td align=right>cell<tr><td colspan=2><p>in</table>""",
    "spaces": """<!doctype html><pre> kept
         as it is</pre><p>  a<b> b </b>c<br>d&nbsp;e
        <img src=x alt=" an  image "> f<span style="white-space:pre"> g </span>""",
    "drawing": """<!doctype html><svg><title>t</title><text>words</text>
        <foreignObject><p>in</p></foreignObject></svg><p>out""",
    "quirks": """<body text=green><font size=5 color=red>big<table><tr><td>cell</table></font>""",
    "broken": """<p>one<div>two</p>three<b>four<p>five</b>six<table>seven<tr><td>eight""",
    "generated": """<!doctype html><style>p::before { content: "no" } li { list-style: square }
        p::first-letter { font-size: 40px }</style><p>Words</p><ul><li>item</ul>""",
    "shouting": """<!doctype html><p style="text-transform:uppercase">loud</p><p style="text-align:center">middle""",
    "formula": """<!doctype html><p>so <math><mi>x</mi><mo>=</mo><mn>1</mn></math> holds""",
}


def columns(page: Page) -> list[tuple[object, ...]]:
    """Return what must be the same of each node; an attribute without a value is the empty one."""
    return [
        (tag, parent, start, end, data, [(name, value or "") for name, value in attributes], flags)
        for tag, parent, start, end, data, attributes, flags in zip(
            page.tag, page.parent, page.start, page.end, page.data, page.attributes, page.flags, strict=True
        )
    ]


def assert_same(browser: Page, static: Page) -> None:
    assert browser.text == static.text
    assert columns(browser) == columns(static)
    assert looks(browser) == looks(static)
    assert (browser.title, browser.body, browser.base) == (static.title, static.body, static.base)
    assert browser.renderer == "browser"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_saved_pages(chromium: Chromium, path: Path) -> None:
    assert_same(show(chromium, path), plain(path))


@pytest.mark.parametrize("name", SNIPPETS)
def test_snippets(chromium: Chromium, name: str) -> None:
    assert_same(show(chromium, SNIPPETS[name].encode()), plain(SNIPPETS[name].encode()))


def test_encodings_are_decided_when_loading(chromium: Chromium) -> None:
    data = "<meta charset=windows-1251><p>Привет".encode("windows-1251")
    assert show(chromium, data).text == "Привет"


CONTROLS = """<!doctype html><input><input type=submit><input type=button disabled><input type=checkbox>
<input type=file><input type=color><input type=search disabled><select><option>a</select>
<select multiple><option>b</select>
<select disabled></select><textarea></textarea><button>c</button><button disabled>d</button><hr><fieldset></fieldset>"""


def test_controls_have_the_same_styles(chromium: Chromium) -> None:
    browser, static = show(chromium, CONTROLS), plain(CONTROLS)
    assert [browser.styles[style] for style in browser.style] == [static.styles[style] for style in static.style]
