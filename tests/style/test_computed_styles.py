"""The computed style of one text, feature by feature. The text is always `x`, inside of the element in question."""

from __future__ import annotations

import pytest

from rubricator.load import Source
from rubricator.page.model import SCREEN_READER_ONLY, VISIBLE, Page, Style
from rubricator.page.render import render_static


def render(html: str) -> Page:
    return render_static(Source(html, "utf-8", ""))


def style_of(html: str) -> Style:
    page = render(html)
    node = next(n for n, tag in enumerate(page.tag) if tag == "#text" and page.data[n].strip() == "x")
    return page.styles[page.style[node]]


def styled(css: str, body: str) -> Style:
    return style_of(f"<!DOCTYPE html><style>{css}</style><body>{body}")


SIZES = [
    ("", "<p>x", 16),
    ("", "<h1>x", 32),
    ("", "<h3>x", 18.72),
    ("", "<small>x", 13.3333),
    ("", "<big>x", 19.2),
    ("", "<code>x", 13),
    ("", "<pre><code>x", 13),
    ("p{font-size:12pt}", "<p>x", 16),
    ("p{font-size:150%}", "<p>x", 24),
    ("html{font-size:10px} p{font-size:1.5rem}", "<p>x", 15),
    ("div{font-size:20px} p{font-size:.5em}", "<div><p>x", 10),
    ("p{font-size:calc(10px + 1em)}", "<p>x", 26),
    ("p{font-size:clamp(10px, 5vw, 40px)}", "<p>x", 40),
    ("p{font-size:min(30px, 2em)}", "<p>x", 30),
    ("p{font-size:2vw}", "<p>x", 25.6),
    ("p{font-size:x-large}", "<p>x", 24),
    ("p{font:italic bold 20px/1.2 Arial, sans-serif}", "<p>x", 20),
    ("body{font-size:14px} code{font-family:monospace}", "<code>x", 14),
    ("p{font-size:20px} p{font-size:-3px}", "<p>x", 20),
    ("p{font-size:20px} p{font-size:12}", "<p>x", 20),
    ("", "<font size=5>x", 24),
    ("", "<font size=+1>x", 18),
    ("p{font-size:20px} p{font-size:inherit}", "<p>x", 16),
    ("h1{font-size:initial}", "<h1>x", 16),
    ("h1{font-size:9px} h1{font-size:revert}", "<h1>x", 32),
]


@pytest.mark.parametrize(("css", "body", "size"), SIZES)
def test_font_sizes(css: str, body: str, size: float) -> None:
    assert styled(css, body).font_size == pytest.approx(size, abs=0.01)


COLORS = [
    ("p{color:red}", 0xFF0000FF),
    ("p{color:#0f08}", 0x00FF0088),
    ("p{color:rgb(1 2 3 / 50%)}", 0x01020380),
    ("p{color:rgba(255, 0, 0, .5)}", 0xFF000080),
    ("p{color:hsl(120deg 100% 25%)}", 0x008000FF),
    ("p{color:hwb(0 0% 0%)}", 0xFF0000FF),
    ("p{color:red} p{color:nonsense}", 0xFF0000FF),
    (":root{--a:blue} p{color:var(--a)}", 0x0000FFFF),
    ("p{color:var(--none, lime)}", 0x00FF00FF),
    (":root{--a:var(--b);--b:var(--a)} p{color:red;color:var(--a)}", 0x000000FF),
    (":root{--a:red} body{--b:var(--a)} p{--a:lime;color:var(--b)}", 0xFF0000FF),
    ("p{color:red!important} p{color:blue}", 0xFF0000FF),
    ("#i{color:lime} p.c{color:red} p{color:blue}", 0x00FF00FF),
    ("p{color:red} .c{color:lime} p{color:blue}", 0x00FF00FF),
    ("@layer a,b; @layer b{p{color:lime}} @layer a{p{color:red}}", 0x00FF00FF),
    ("@layer a{p.c#i{color:red}} p{color:lime}", 0x00FF00FF),
    ("@layer a{p{color:lime!important}} p{color:red!important}", 0x00FF00FF),
    ("@media print{p{color:red}} @media (min-width:1000px){p{color:lime}}", 0x00FF00FF),
    ("@media (max-width:1000px){p{color:red}} @media (400px <= width < 1300px){p{color:lime}}", 0x00FF00FF),
    ("@supports (display:grid){p{color:lime}} @supports not (color:red){p{color:red}}", 0x00FF00FF),
    ("body{ p{color:red} & .c{color:lime} }", 0x00FF00FF),
    ("p{color:red; &.c{color:lime}}", 0x00FF00FF),
    ("p:hover, p.c{color:lime}", 0x00FF00FF),
    ("p{color:lime} p:-moz-x, p{color:red}", 0x00FF00FF),
    ("p{color:lime} p:::bad, p{color:red}", 0x00FF00FF),
    ("p{color:lime} p::before{color:red}", 0x00FF00FF),
    ("p{color:red} @font-face{font-family:x} @keyframes k{from{color:red}} p{color:lime}", 0x00FF00FF),
    ("/* p{color:red} */ p{color:lime} /* open", 0x00FF00FF),
    ("p{color:lime", 0x00FF00FF),
    ("p{color:lime}} p{color:lime}", 0x00FF00FF),
]


@pytest.mark.parametrize(("css", "color"), COLORS)
def test_colours_and_the_cascade(css: str, color: int) -> None:
    assert hex(styled(css, "<p id=i class=c>x").color) == hex(color)


MATCHING = [
    "p", "*", "#i", ".c", ".c.d", "p#i.c", "div p", "div > p", "h1 + p", "h1 ~ p", "div>p.c", "[title]", "[title=T]",
    "[title='t' i]", "[data-x~=two]", "[lang|=en]", "[data-x^=one]", "[data-x$=two]", "[data-x*='e t']", ":not(.e)",
    ":is(.e, .c)", ":where(p)", "div:has(> p.c) p", "div:has(h1) > p", ":root p", "p:nth-child(2)", "p:nth-child(even)",
    "p:nth-child(2n)", "p:nth-child(-n+2)", "p:nth-last-child(2)", "p:nth-of-type(1)", "p:first-of-type",
    "p:nth-child(1 of .c)", "h1:first-child + p", "p:not(:first-child):not(:last-child)", "div p:lang(en)", "\\.c, p",
    "p:not(:hover)", ":is(div, section) > :is(p, q)", "body p", "html>body>div>p",
]  # fmt: skip
NOT_MATCHING = [
    "q", "#j", ".e", "p > p", "div + p", "p ~ h1", "[title=t]", "[data-x~=on]", ":not(p)", ":is(.e)", "div:has(> q) p",
    "p:nth-child(1)", "p:nth-child(odd)", "p:last-child", "p:only-child", "p:empty", "p:hover", "p:visited", "a:link",
    "p:nth-child(1 of .e)", ":root", "p:checked",
]  # fmt: skip
PAGE = (
    "<div lang=en><h1>h</h1><p id=i class='c d' title=T lang=en-GB data-x='one two'>x</p><p class=o>y</p></div>"
)  # fmt: skip


@pytest.mark.parametrize("selector", MATCHING)
def test_selectors_that_match(selector: str) -> None:
    assert styled(f"{selector} {{ text-transform: uppercase }}", PAGE).transform == "uppercase"


@pytest.mark.parametrize("selector", NOT_MATCHING)
def test_selectors_that_do_not_match(selector: str) -> None:
    assert styled(f"{selector} {{ display: flex }}", PAGE).display == "block"


@pytest.mark.parametrize(
    ("html", "visible"),
    [
        ("<p>x", True),
        ("<p hidden>x", False),
        ("<p style='display:none'>x", False),
        ("<p style='visibility:hidden'>x", False),
        ("<p style='visibility:hidden'><b style='visibility:visible'>x", True),
        ("<details>x</details>", False),
        ("<details open>x</details>", True),
        ("<details><summary>x</summary>y</details>", True),
        ("<noscript>x</noscript>", False),
        ("<template>x</template>", False),
        ("<dialog>x</dialog>", False),
        ("<select><option>x</select>", False),
        ("<textarea>x</textarea>", True),
        ("<style>.a{display:none}</style><p class=a>x", False),
        ("<style>p{display:block}</style><p hidden>x", True),
    ],
)
def test_what_readers_do_not_see_is_flagged_but_there(html: str, visible: bool) -> None:
    page = render(f"<!DOCTYPE html><body>{html}")
    node = next(n for n, tag in enumerate(page.tag) if tag == "#text" and page.data[n] == "x")
    assert "x" in page.text
    assert bool(page.flags[node] & VISIBLE) is visible


HEARD_BY = (
    "position:absolute; clip:rect(0,0,0,0)",
    "position:fixed; clip:rect(1px 1px 1px 1px)",
    "position:absolute; clip:rect(0px, 1px, 1px, 0px)",
    "clip-path:inset(50%)",
    "clip-path:inset(0 0 100%)",
)
SEEN_WITH = (
    "clip:rect(0,0,0,0)",
    "position:absolute; clip:rect(0,auto,auto,0)",
    "position:absolute; clip:rect(0,20px,20px,0)",
    "position:absolute; clip:rect(0,0,0,0); clip:auto",
    "clip-path:inset(10% 20%)",
    "clip-path:circle(50%)",
)


@pytest.mark.parametrize("declarations", [*HEARD_BY, *SEEN_WITH])
def test_what_is_cut_away_is_only_heard(declarations: str) -> None:
    for page in (
        render(f"<p>Read<span style='{declarations}'> <b>more</b></span>, all"),
        render(f"<style>.a {{ {declarations} }}</style><p>Read<span class=a> <b>more</b></span>, all"),
    ):
        node = next(n for n, tag in enumerate(page.tag) if tag == "#text" and page.data[n] == "more")
        assert page.flags[node] & (VISIBLE | SCREEN_READER_ONLY) == (
            SCREEN_READER_ONLY if declarations in HEARD_BY else VISIBLE
        )
        if declarations in HEARD_BY:
            assert page.text == "Read more, all", "it breaks no line"


def test_what_is_not_displayed_is_not_heard() -> None:
    for around, inside in (
        ("display:none", HEARD_BY[0]),
        (HEARD_BY[0], "display:none"),
        (HEARD_BY[0], "visibility:hidden"),
    ):
        page = render(f"<div style='{around}'><p style='{inside}'>more</p></div>")
        assert not page.flags[page.tag.index("#text")] & (VISIBLE | SCREEN_READER_ONLY)


def test_inline_style_hints_and_weights() -> None:
    assert style_of("<p style='font-weight:600; color:#123'>x").weight == 600
    assert style_of("<b><b>x").weight == 900
    assert style_of("<p style='font-weight:bold'><span style='font-weight:lighter'>x").weight == 400
    assert style_of("<i>x").italic
    assert style_of("<u>x").decoration == "underline"
    assert style_of("<a href=y>x").decoration == "underline"
    assert style_of("<a>x").decoration == "none"
    assert style_of("<center>x").align == "center"
    assert style_of("<p align=right>x").align == "right"
    assert style_of("<table bgcolor=#ff0000><td bgcolor=blue>x").background == 0x0000FFFF
    assert style_of("<body text=red>x").color == 0xFF0000FF
    assert style_of("<font color=chucknorris>x").color == 0xC00000FF
    assert style_of("<font face='Comic Sans MS, cursive'>x").family == "Comic Sans MS, cursive"


def test_what_stands_out_of_the_line_is_a_block() -> None:
    assert styled("div{display:flex}", "<div><span>x").display == "block"
    assert styled("span{float:left}", "<p><span>x").display == "block"
    assert styled("span{position:absolute}", "<p><span>x").display == "block"
    assert styled("span{display:inline-block}", "<p><span>x").display == "inline-block"


def test_quirks_mode() -> None:
    assert style_of("<body style='font-size:30px'><table><td>x").font_size == 16
    assert style_of("<!DOCTYPE html><body style='font-size:30px'><table><td>x").font_size == 30
    assert style_of("<style>.Big{font-size:30}</style><p class=bIG>x").font_size == 30
    assert style_of("<!DOCTYPE html><style>.Big{font-size:30px}</style><p class=bIG>x").font_size == 16
    assert style_of("<style>p{color:ff0000}</style><p>x").color == 0xFF0000FF


def test_text_is_folded_with_one_space_at_block_boundaries() -> None:
    page = render("<p>One  <b>two</b>three<br>four</p>five<div>six</div><ul><li>a<li>b</ul><img alt='an image'>end")
    assert page.text == "One twothree four five six a b an image end"
    assert render("a<script>s</script><style>t</style>b<!-- c -->c").text == "abc"
    assert render("<table><tr><td>1<td>2<tr><td>3</table>").text == "1 2 3"
    assert render("\u00a0a\u00a0\u2003b ").text == "a b"
