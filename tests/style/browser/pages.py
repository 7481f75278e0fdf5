"""Renders small pages in a real browser, and says what both renderers see."""

from __future__ import annotations

from pathlib import Path

from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.model import TEXT, VISIBLE, Box, Page
from rubricator.page.render import render_browser, render_static
from rubricator.style.browser import Chromium

from ..pages import look, texts

BROWSER_SECONDS = 60.0
"""More than any page of a test needs, also where many tests run at the same time."""


def show(
    chromium: Chromium,
    page: str | bytes | Path,
    *,
    scripts: bool = False,
    settle: float = 0.1,
    seconds: float = BROWSER_SECONDS,
    limits: Limits | None = None,
) -> Page:
    """Render a page in the browser."""
    source = load(page)
    options = Options(scripts=scripts, settle=settle, limits=limits or Limits(), budget=Budget(seconds))
    return render_browser(source, options, browser=chromium)


def plain(page: str | bytes | Path) -> Page:
    """Render a page without a browser."""
    return render_static(load(page))


def looks(page: Page) -> list[tuple[str, str]]:
    """Return each text with how it looks."""
    return [
        (" ".join(page.data[node].split()), look(page.styles[page.style[node]], bool(page.flags[node] & VISIBLE)))
        for node in texts(page)
    ]


def box_of(page: Page, text: str) -> Box | None:
    """Return the box of the first text that begins so."""
    assert page.boxes is not None
    return next(
        box
        for box, tag, data in zip(page.boxes, page.tag, page.data, strict=True)
        if tag == TEXT and data.strip().startswith(text)
    )
