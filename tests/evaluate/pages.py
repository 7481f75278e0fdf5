"""Tiny pages, and structures made of their headings by name."""

from __future__ import annotations

from collections.abc import Sequence

from rubricator.load import load
from rubricator.page.model import Page
from rubricator.page.render import render_static
from rubricator.structure.model import Block, Heading, Structure
from rubricator.structure.outline import Mark, nest

HTML = """<title>Big news</title><body>
<div id=menu><a href=/>Home</a> <a href=/fees>All fees</a></div>
<div id=main><h1>Big news</h1><p>Intro words of this page here.</p>
<h2>Fees</h2><p>You pay every month, in advance.</p>
<h3>Late fees</h3><p>Ten percent more for each week.</p>
<h2>Privacy</h2><p>We keep nothing of what you say.</p></div>
<div id=foot>Copyright notice</div>"""


def render(html: str) -> Page:
    """Render a page."""
    return render_static(load(html.encode()))


def structure(
    page: Page,
    headings: Sequence[tuple[int, str]] = (),
    *,
    ends: str | None = None,
    title: str | None = None,
    body: tuple[int, int] | None = None,
) -> Structure:
    """Build a structure from (rank, heading) pairs in document order; `ends` is the last text of the last block."""
    text, at = page.text, 0
    marks = []
    for rank, wanted in headings:
        start = text.index(wanted, at)
        at = start + len(wanted)
        marks.append(Mark(start, rank, Heading(wanted, start, at)))
    last = text.index(ends, at) + len(ends) if ends else len(text)
    root, _ = nest(marks, text, 0, last, 100)
    root = Block(0, len(text), 0, None, root.children)
    return Structure(text, root, "by hand", title=title, body=body, page=page)


def span(text: str, first: str, last: str | None = None) -> tuple[int, int]:
    """Return the range from one text to the end of another."""
    start = text.index(first)
    last = first if last is None else last
    return start, text.index(last, start) + len(last)
