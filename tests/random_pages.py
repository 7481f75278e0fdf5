"""Strategies for random pages: nested tags, styles, and all kinds of text, as HTML."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from hypothesis import strategies as st

WORDS = ("Fees", "Terms and conditions", "a", "Some words, that go on.", "1.", "How it works", "text", "Same")
ODD_TEXT = (
    "שלום עולם",
    "مرحبا بالعالم",
    "日本語の見出し。",
    "e\u0301a\u0308\u0323",
    "👩‍👩‍👧 😀",
    "\u202egnirts\u202c",
    "a\u00a0b\u2003c",
    "\u200b",
    "\ufeff",
    "\x01\x0b\x1f",
    "\U0010ffff",
    "&nbsp;&nbsp;",
    "&#0;&#xD800;&bogus;",
    "<!-- comment -->",
    "<![CDATA[x]]>",
    "]]> --> */ \\",
)
BLOCKS = ("div", "p", "section", "blockquote", "pre", "center", "fieldset", "article", "address")
INLINES = ("b", "i", "span", "a", "font", "u", "code", "small", "label", "s", "sub")
HEADINGS = ("h1", "h2", "h3", "h4", "h6", "dt", "summary", "legend", "caption", "th")
PARTS = (
    "ul",
    "ol",
    "dl",
    "li",
    "dd",
    "table",
    "tbody",
    "tr",
    "td",
    "details",
    "select",
    "option",
    "noscript",
    "template",
)
STYLES = (
    "",
    "",
    "font-weight:bold",
    "font-size:20px",
    "font-size:2em;color:red",
    "display:none",
    "visibility:hidden",
    "visibility:visible",
    "display:inline-block",
    "display:block",
    "display:inline",
    "white-space:pre",
    "text-decoration:underline",
    "font-size:calc(1em + 2px)",
    "all:unset",
)
ATTRIBUTES = (
    "",
    "",
    "",
    " hidden",
    " id=x",
    " id=y",
    " name=n",
    " class='c d'",
    " href='/a b#c'",
    " title=t",
    " start=3",
    " colspan=2 rowspan=3",
    " dir=rtl",
    " lang=ja",
    " open",
    " xml:lang=x :bad @odd=1",
    " onclick='x()'",
)
IMAGES = (
    "<img src=a.png>",
    "<img src=b.png alt='An image'>",
    "<img alt='  spaced   words '>",
    "<img>",
    "<img src=c.png height=20>",
    "<img src=data:,x alt=''>",
    "<img src=d.png alt=x hidden>",
)
VOID = ("<br>", "<br>", "<hr>", "<input value=v>", "<wbr>", *IMAGES)
SHEETS = (
    "",
    "<style>.c{font-weight:bold} p b{color:blue} div>div{font-size:18px}</style>",
    "<style>b{display:block} li:first-child{font-size:larger} [hidden]{display:block}</style>",
    "<style>*{color:green !important} :not(p){font-style:italic} td{display:inline}</style>",
    "<title>A title</title>",
    "<base href='http://example.org/'>",
)


def element(tag: str, style: str, attributes: str, inner: str) -> str:
    """Write an element; nothing is checked, so that nesting may be wrong."""
    styled = f' style="{style}"' if style else ""
    return f"<{tag}{attributes}{styled}>{inner}</{tag}>"


def _texts() -> st.SearchStrategy[str]:
    return st.one_of(
        st.sampled_from(WORDS),
        st.sampled_from(WORDS),
        st.sampled_from(ODD_TEXT),
        st.text(st.characters(codec="utf-8"), max_size=6).map(escape),
        st.sampled_from((" ", "\n", "\t \n")),
    )


def _nested(tags: tuple[str, ...]) -> Callable[[st.SearchStrategy[str]], st.SearchStrategy[str]]:
    def extend(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        joined = st.lists(inner, max_size=4).map("".join)
        one = st.builds(element, st.sampled_from(tags), st.sampled_from(STYLES), st.sampled_from(ATTRIBUTES), joined)
        repeated = st.builds(lambda part, count: part * count, one, st.integers(2, 4))
        return st.one_of(one, one, joined, repeated)

    return extend


def pages() -> st.SearchStrategy[str]:
    """Pages of all tags, with wrong nesting, odd characters, hidden parts and images."""
    leaves = st.one_of(_texts(), _texts(), st.sampled_from(VOID))
    tags = BLOCKS + INLINES + HEADINGS + PARTS
    bodies = st.recursive(leaves, _nested(tags), max_leaves=14)
    return st.builds("{}{}{}".format, st.sampled_from(("", "<!DOCTYPE html>")), st.sampled_from(SHEETS), bodies)


def _numbered(html: str) -> str:
    """Give each `#` a number of its own, so that repeated parts have different texts."""
    parts = html.split("#")
    return parts[0] + "".join(f"{number}{part}" for number, part in enumerate(parts[1:], 1))


def styled_pages() -> st.SearchStrategy[str]:
    """Pages of few tags and styles, in which parts repeat: many have headings that look alike."""
    words = (
        "Head #",
        "Head #",
        "Head",
        "x",
        "some more words to read here #",
        "a rather long run of words that goes on #",
    )
    leaves = st.one_of(
        st.sampled_from(words),
        st.sampled_from(words),
        st.sampled_from(("<br>", "<img src=i#.png>", "<img src=i.png alt=same height=9>", "<img>", "<hr>", " ")),
    )
    styles = ("", "", "", "font-weight:bold", "font-size:20px", "color:red", "display:none")

    def extend(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        joined = st.lists(inner, min_size=1, max_size=4).map("".join)
        tags = st.sampled_from(("div", "div", "b", "a", "span", "li", "h2", "p"))
        one = st.builds(element, tags, st.sampled_from(styles), st.just(""), joined)
        repeated = st.builds(lambda part, count: part * count, st.one_of(one, joined), st.integers(2, 4))
        return st.one_of(one, repeated, joined)

    return st.recursive(leaves, extend, max_leaves=10).map(lambda body: "<body>" + _numbered(body))
