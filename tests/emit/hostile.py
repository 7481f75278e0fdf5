"""Strategies for pages that try to break out of the outputs, with headings anywhere in them."""

from __future__ import annotations

from html import escape

from hypothesis import strategies as st

from rubricator.page.units import units
from rubricator.structure.model import Origin, Structure

from .pages import page, tree

TOKENS = (
    "word",
    "two words",
    "1.",
    "2) x",
    "- dash",
    "---",
    "===",
    "# hash #",
    "> quote",
    "*star*",
    "**bold**",
    "_under_score_",
    "snake_case_name",
    "~~~",
    "~~gone~~",
    "`tick",
    "```",
    "[link](javascript:alert(1))",
    "![image](x)",
    "](",
    "[ref]: http://x",
    "a|b",
    "|---|",
    ":--",
    "\\",
    "back\\slash",
    "<b>",
    "<!--",
    "</section>",
    "&amp;",
    "&copy;",
    "&",
    "!",
    "(",
    ")",
    '"',
    "'",
    "+",
    "$x$",
    "😀👩‍👩‍👧",
    "שלום עולם",
    "日本語。テキスト",
    "e\u0301",
    "x" * 200,
    "{data-level=8}",
)
_TEXT = st.one_of(
    st.sampled_from(TOKENS), st.text(st.characters(exclude_categories=("Cc", "Cs", "Cn")), min_size=1, max_size=8)
)
_SPACE = st.sampled_from(("", " ", " ", "\n"))
_ADDRESS = st.sampled_from(
    ("/a b(c)", "javascript:alert(1)", "#x", "?a=1&copy;=2", "http://e.org/|`<>_*[]", "mailto:a@b")
)


def _wrapped(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    marks = st.sampled_from(("b", "i", "code", "s", "sub", "sup", "span", "em", "strong", "kbd", "del"))
    return st.one_of(
        st.builds(lambda tag, text: f"<{tag}>{text}</{tag}>", marks, inner),
        st.builds(lambda href, text: f'<a href="{escape(href)}">{text}</a>', _ADDRESS, inner),
    )


_LEAF = st.one_of(
    _TEXT.map(lambda text: escape(text)),
    _TEXT.map(lambda text: escape(text)),
    st.just("<br>"),
    st.builds(lambda alt, src: f'<img alt="{escape(alt)}" src="{escape(src)}">', _TEXT, _ADDRESS),
    st.just("<img src=x.png>"),
)
INLINE = st.recursive(
    _LEAF,
    lambda inner: st.one_of(
        _wrapped(inner), st.lists(st.builds("{}{}".format, inner, _SPACE), max_size=4).map("".join)
    ),
    max_leaves=6,
)


def _grouped(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        several.map("".join),
        several.map(lambda parts: "<div>" + "".join(parts) + "</div>"),
        several.map(lambda parts: "<blockquote>" + "".join(parts) + "</blockquote>"),
        several.map(lambda parts: "<ul>" + "".join(f"<li>{part}</li>" for part in parts) + "</ul>"),
        st.builds(_numbered, several, st.sampled_from(("", " start=7", " reversed", " start=-2"))),
        several.map(
            lambda parts: "<dl>" + "".join(f"<dt>t{i}</dt><dd>{p}</dd>" for i, p in enumerate(parts)) + "</dl>"
        ),
        st.lists(several, min_size=1, max_size=3).map(_table),
        several.map(lambda parts: "<ul>" + "".join(parts) + "</ul>"),
        several.map(lambda parts: "<p hidden>" + "".join(parts)),
    )


def _numbered(parts: list[str], attributes: str) -> str:
    return f"<ol{attributes}>" + "".join(f"<li>{part}</li>" for part in parts) + "</ol>"


def _table(lines: list[list[str]]) -> str:
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr>" for line in lines)
    return f"<table><caption>About</caption><tr><th colspan=2>A</th><th rowspan=2>B</th></tr>{body}</table>"


_BLOCK = st.one_of(
    INLINE.map(lambda text: f"<p>{text}</p>"),
    INLINE.map(lambda text: f"<div>{text}</div>"),
    INLINE,
    INLINE.map(lambda text: f"<pre class=language-x>{text}\n  two\n</pre>"),
    st.just("<hr>"),
)
MARKUP = st.recursive(_BLOCK, _grouped, max_leaves=8)


@st.composite
def structures(draw: st.DrawFn, *, run_in: bool = True) -> Structure:
    """Draw a page and a structure whose headings are some of its units, or the first words of some."""
    rendered = page(draw(MARKUP), base="http://e.org/d/", url="http://e.org/d/p")
    spans: list[tuple[int, int, int]] = []
    for unit in units(rendered):
        if draw(st.booleans()):
            continue
        end = unit.end
        if run_in and draw(st.booleans()):
            end = unit.start + len(rendered.text[unit.start : unit.end].split()[0])
        spans.append((draw(st.integers(1, 9)), unit.start, end))
    root = tree(rendered.text, spans, {})
    return Structure(rendered.text, root, "tags", source=Origin(url=rendered.url), page=rendered)
