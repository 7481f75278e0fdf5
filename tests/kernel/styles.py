"""Pages with stylesheets of all kinds, and twins of the functions that style them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from rubricator.limits import Budget, Limits, Trials
from rubricator.load import Source
from rubricator.style.candidates import agent_candidates, layer_ranks
from rubricator.style.document import Document, parse_document
from rubricator.style.sheets import PlacedSheet, SheetCollector

FOLDER = Path(__file__).parents[1] / "pages"
SHEET = """
    p, .a > b, div .B i, #x.a, [title] { color: red } :root a[href^="http:"] { color: blue !important }
    a:link, a:hover, li:not(.a):not([title]), :is(.a, #x) b { font-weight: bolder } .a + .a, .a ~ i { float: left }
    [title="t" i], [class~=a], [lang|=en], [href$=".org"], [href*=e], [id^=x] { text-decoration: underline }
    p:nth-child(2n + 1 of .a), i:first-of-type, div:has(> .a), :empty, :lang(en) i { font-style: italic }
    @layer one, two; @layer two { .a { color: green } } @layer one { .a { color: gray !important; height: 2em } }
    .a { --c: #123; --d: var(--c); background: var(--d, white) } .B { color: var(--e, inherit); display: flex }
    code, pre { font: italic 2em/1 monospace } small { font-size: calc(1em + 2px) } i { all: revert; position: fixed }
    @media print { p { color: lime } } .caf\\e9, .\\31 { color: teal } b { & i { color: pink } }
    td { text-align: inherit }
"""
BODY = (
    "<div class='a B' id=x title=T lang=en-GB><p class=a>x<b class='b a'>y</b><i>z</i></p>"
    "<p>u<i class=A>v</i></p></div><a href='http://a.org'>l</a><a href='/e' title=t>m</a><a>n</a>"
    "<ul><li>o<li class=a>p<li title=''>q</ul><pre>r</pre><code><small>s<big>t</big></small></code>"
    "<font size=+2 color=red face=Arial>w</font><p style='color:#00f;all:unset'>"
    "<table bgcolor=red align=center><tr><th nowrap>c<td>d</table><select><option>e</select>"
    "<svg><text font-size=9>f</svg><p class='&#160;a'>g<p class='caf&#233; 1'>h"
    "<input type=hidden disabled><details><summary>j</summary>k</details>"
)
STYLED = f"<style>{SHEET}</style><body link=red text='#333'>{BODY}"
PAGES = (
    "",
    "\0",
    "text",
    BODY,
    STYLED,
    "<!DOCTYPE html>" + STYLED,
    "<!DOCTYPE html><style>div div > div i, .no div{color:red}</style>" + "<div>" * 300 + "<i>x</i>",
    "<p class='\ud800 b' title='\udfff'>x<style>.b[title*='\udfff']{color:red}",
    "".join(f"<a href='{n}' title='{n % 3}' class='c{n} c{n % 7}'>x</a>" for n in range(60))
    + "<style>"
    + "".join(f"[href='{n}'],.c{n}[title='{n % 2}']{{height:{n}px}}" for n in range(60)),
    "".join(f"<a href='a{n}É' title='{n % 3}'>x</a>" for n in range(300))
    + "".join(
        f"<style>[href^='A{n}'], [href='a{n}é'], [href='a{n}'], [title^='{n}'] {{ height: {n}px }}</style>"
        for n in range(40)
    ),
    "<style>"
    + "".join(f"[href^='{'a' * n}'], [href^='b{n}'] {{ height: {n}px }}" for n in range(30))
    + "</style>"
    + "".join(f"<a href='{'a' * n}b'>x</a><a href=B{n * 5}>y</a>" for n in range(9)),
    "<style>"
    + "".join(f"#i{n}, .c{n} b {{ color: red }} [data-{n}$='{n}'] {{ float: left }}" for n in range(700))
    + "</style>"
    + "".join(f"<p class=c{n} id=i{n * 2} data-{n}={n % 9}><b data-{n + 1}=a1>x</b></p>" for n in range(700)),
)


class Styled(NamedTuple):
    """A page on its way to its styles."""

    document: Document
    sheets: list[PlacedSheet]
    layers: list[str]

    def candidates(self, select: Callable[..., Any], names: Any) -> Any:
        """Select candidates by one of the twins."""
        quirks = self.document.quirks
        agent = agent_candidates(quirks, Limits())
        return select(names, agent, self.sheets, layer_ranks(self.layers), quirks, Budget())


def styled(html: str) -> Styled:
    """Parse a page and its sheets."""
    document = parse_document(html, Limits(), Budget())
    collector = SheetCollector(Source(html, "utf-8", ""), Limits(), Budget(), document.quirks)
    return Styled(document, collector.collect(document), collector.layers)


def trials() -> Trials:
    return Trials(10_000_000, Budget())


def stored() -> list[str]:
    """Return the golden pages."""
    return [path.read_text("utf-8") for path in sorted(FOLDER.glob("*/page.html"))]


def all_pages() -> list[Styled]:
    return [styled(html) for html in (*PAGES, *stored())]
