"""Pages for the tests."""

from __future__ import annotations

from rubricator.load import load
from rubricator.page.model import Page
from rubricator.page.render import render_static
from rubricator.segment.bayes.rows import read_rows

PERSON = (
    "<title>John Smith</title><h1>John Smith's Page</h1>Age: 25<br>Sex: Male<br>Research Interest: Data Mining<br>"
    "Contact:<br>TEL: +01-234-5678<br>FAX: +02-345-6789<br>"
)
"""The example of the paper's Figure 1."""


def render(html: str) -> Page:
    return render_static(load(html.encode()))


def blocks(html: str) -> list[list[tuple[str, str]]]:
    """Return the rows of a page as lists of text and symbols."""
    page = render(html)
    return [
        [(page.text[one.start : one.end], " ".join(one.symbols)) for one in row.pieces]
        for row in read_rows(page, page.body)
    ]
