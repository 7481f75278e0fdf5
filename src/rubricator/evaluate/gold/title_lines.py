"""The title that a gold title is by the specification of Y. Hu et al. (SIGIR 2005, section 3, 4a).

"Titles consist of consecutive lines in the same font size (i.e., subtitles in smaller font sizes should be ignored)."
Gold of other makers joins the headline with the line above or below it. Only the page and its gold are looked at.
"""

from __future__ import annotations

from rubricator.evaluate.gold.align import place
from rubricator.page.model import TEXT, VISIBLE, Page
from rubricator.page.units import units


def specified_title(page: Page, title: str) -> str:
    """Return the lines of a title that are in its largest font; the title itself when it is in one, or not found."""
    span = place([title], page.text).spans[0]
    if span is None:
        return title
    lines = [line for line in _lines(page) if line[0] < span[1] and span[0] < line[1]]
    largest = max((size for _, _, size in lines), default=0.0)
    kept: list[tuple[int, int]] = []
    for start, end, size in lines:
        if size == largest:
            kept.append((max(start, span[0]), min(end, span[1])))
        elif kept:
            break
    if not kept or len(kept) == len(lines):
        return title
    return page.text[kept[0][0] : kept[-1][1]]


def _lines(page: Page) -> list[tuple[int, int, float]]:
    """Return the lines that a reader sees: where they are, and the font size of their longest part."""
    found = []
    for unit in units(page):
        runs = [run for run in unit.runs if page.tag[run.node] == TEXT and page.flags[run.node] & VISIBLE]
        if runs:
            longest = max(runs, key=lambda run: run.end - run.start)
            size = round(page.styles[page.style[longest.node]].font_size * 2) / 2
            found.append((runs[0].start, runs[-1].end, size))
    return found
