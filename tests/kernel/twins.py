"""Compiled twins that were built, and pages to compare them on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rubricator import pipeline
from rubricator.kernel import TWINS
from rubricator.page.model import Page
from rubricator.segment.rubric import reading

from ..page.pages import render

FOLDER = Path(__file__).parents[1] / "pages"
INLINE = (
    "<p>x",
    "<p>One, two, three.</p><p>Vier、fünf，sechs</p>",
    "<div>" * 200 + "<p>x</p>" + "</div>" * 200 + "<p>y",
    "<nav><a href=/>Home</a></nav><main><h2>Fees</h2><p>You pay, as all do.</p><h2>Rights</h2><p>None.</p></main>" * 9,
    "<b>Note:</b> text &#128512;, more<br>" * 40,
)


def both(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return a function in Python and its compiled twin; skip where that was not built."""
    assert pipeline and reading, "these load the modules of all twins"
    if name not in TWINS:
        pytest.skip(f"the kernel was not built: {name} has no compiled twin")
    return TWINS[name]


def some_pages() -> list[Page]:
    """Return pages of all kinds."""
    stored = [path.read_text("utf-8") for path in sorted(FOLDER.glob("*/page.html"))]
    assert stored
    return [render(html) for html in (*INLINE, *stored)]
