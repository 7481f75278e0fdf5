"""What a reader sees of a page: its nodes, runs, units and styles as tables."""

from __future__ import annotations

import numpy as np

from rubricator.page.model import Page, Style
from rubricator.segment.rubric._view import BOLD as BOLD
from rubricator.segment.rubric._view import STYLE, count_ideographs, lay_out
from rubricator.segment.rubric._view import PageView as PageView
from rubricator.segment.rubric.columns import Rows
from rubricator.segment.rubric.context import BITS, find_context

_IDEOGRAPH = 2.5
"""A text in Chinese or Japanese has about this many times fewer characters than the same in English."""


def build_view(page: Page) -> PageView:
    """Lay out the tables of a page."""
    nodes, paths, targets, tagged = find_context(page)
    runs, units, link_before, body_style = lay_out(page, nodes, paths, BITS["link"])
    styles, scale = _styles(page.styles), _scale(page.text)
    return PageView(page, nodes, runs, units, styles, link_before, targets, tagged, body_style, scale)


def _scale(text: str) -> float:
    """Weigh a text by its share of ideographs."""
    if text.isascii() or not text:
        return 1.0
    return 1 + (_IDEOGRAPH - 1) * count_ideographs(text) / len(text)


def _styles(styles: tuple[Style, ...]) -> Rows:
    """Return the table of styles; font families have numbers."""
    families = {name: number for number, name in enumerate(dict.fromkeys(style.family for style in styles))}
    rows = [
        (size, weight, italic, "underline" in decoration, align == "center", transform == "uppercase", color,
         background, families[family])
        for size, weight, italic, decoration, color, background, align, _, transform, family in styles
    ]  # fmt: skip
    return np.array(rows, dtype=STYLE)
