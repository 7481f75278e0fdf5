"""Detagging keeps what Chromium computes: the page without tags, written out with its styles, looks as it did.

A Page has no stylesheets, only what they came to. So the detagged page is written as HTML whose elements carry their
computed styles, with nothing else to tell them apart, and shown again.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest

from rubricator.learn.detag import detag, has_tags
from rubricator.page.model import SKIPPED, TEXT, VISIBLE, Page, Style
from rubricator.style.browser import Chromium
from tests.browser import SKIPPED as NO_BROWSER
from tests.browser import find_chromium
from tests.style.browser.pages import show

pytestmark = pytest.mark.browser

PAGES = Path(__file__).parents[1] / "pages"
STYLED = """<!doctype html><style>
h2 { color: #a01020; font: italic 600 23px/1.2 Georgia, serif } h2 small { font-size: 60% }
.box h3 { display: inline; text-transform: uppercase; background: #eee }
dt { text-decoration: underline; float: left }
h4 { font-weight: 300; text-align: right } h4:hover { color: red } section > h2:first-child { letter-spacing: 2px }
</style><section><h2 id=fees class=title>Our fees <small>2026</small></h2><p>You <b>pay</b>.</p></section>
<div class=box><h3>Late.</h3> You pay more.</div>
<dl><dt>Term</dt><dd>Meaning</dd></dl><h4>Right</h4><h1 hidden>No</h1>"""
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    if find_chromium() is None:
        pytest.skip(f"{NO_BROWSER}: neither chromium nor google-chrome is on the path")
    with Chromium() as started:
        yield started


def css(style: Style) -> str:
    def color(value: int) -> str:
        return f"#{value:08x}"

    return (
        f"font-size:{style.font_size}px;font-weight:{style.weight};font-style:{'italic' if style.italic else 'normal'};"
        f"text-decoration:{style.decoration};color:{color(style.color)};background:{color(style.background)};"
        f"text-align:{style.align};display:{style.display};text-transform:{style.transform};font-family:{style.family}"
    )


def written(page: Page) -> str:
    """Write a page's elements with their computed styles."""
    parts = ["<!doctype html>"]
    open_: list[int] = []
    for node in range(page.body, page.stop[page.body]):
        while open_ and node >= page.stop[open_[-1]]:
            parts.append(f"</{page.tag[open_.pop()]}>")
        if page.flags[node] & SKIPPED:
            continue
        if page.tag[node] == TEXT:
            parts.append(escape(page.data[node]))
            continue
        style = css(page.styles[page.style[node]]).replace('"', "'")
        parts.append(f'<{page.tag[node]} class=x style="{style}">')
        if page.tag[node] not in VOID:
            open_.append(node)
    return "".join(parts)


def looks(page: Page) -> list[tuple[object, ...]]:
    """Return each text, and all that the model says of how it looks."""
    return [
        (" ".join(page.data[node].split()), bool(flag & VISIBLE), *page.styles[page.style[node]])
        for node, flag in enumerate(page.flags)
        if page.tag[node] == TEXT and page.data[node].strip() and not flag & SKIPPED
    ]


@pytest.mark.parametrize("name", ["styled", "article_tags", "definition_list", "run_in_labels", "japanese"])
def test_detagged_pages_look_the_same(chromium: Chromium, name: str) -> None:
    page = show(chromium, STYLED if name == "styled" else PAGES / name / "page.html")
    bare = detag(page)
    assert has_tags(page) and not has_tags(bare)
    assert looks(show(chromium, written(bare))) == looks(page)


def test_without_their_styles_they_would_not(chromium: Chromium) -> None:
    page = show(chromium, STYLED)
    plain = written(detag(page)).replace("style=", "title=")
    assert looks(show(chromium, plain)) != looks(page)
