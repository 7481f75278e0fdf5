"""Pages for the tests of the page model, and their nodes by the tag and text that a test names."""

from __future__ import annotations

from rubricator.load import load
from rubricator.page.model import Page
from rubricator.page.render import render_static


def render(html: str) -> Page:
    return render_static(load(html.encode()))


def shown(page: Page, node: int) -> str:
    """Return a node as `tag` and its text."""
    return f"{page.tag[node]} {page.text[page.start[node] : page.end[node]]}".rstrip()


def find(page: Page, wanted: str) -> int:
    """Return the first node that is shown so."""
    for node in range(1, len(page.tag)):
        if shown(page, node) == wanted:
            return node
    raise AssertionError(f"no node {wanted!r}")


def span(page: Page, words: str) -> tuple[int, int]:
    """Return where some words stand in the page."""
    start = page.text.index(words)
    return start, start + len(words)
