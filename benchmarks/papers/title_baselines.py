"""What titles are compared with (section 6.4): largest font, first unit, `<title>` field; and the first h1."""

from __future__ import annotations

from collections.abc import Callable

from rubricator.page.model import Page
from rubricator.segment.title.candidates import font_sizes, run_text
from rubricator.segment.title.choice import choose_runs
from rubricator.segment.title.units import find_units


def largest_font(page: Page) -> list[str]:
    """Return the units in the largest font, consecutive ones together; the first two of them."""
    units = find_units(page)
    sizes = font_sizes(units)
    largest = max(sizes, default=0.0)
    runs = choose_runs([float(size == largest) for size in sizes], sizes)
    return [run_text(units, run.first, run.stop) for run in runs]


def first_unit(page: Page) -> list[str]:
    units = find_units(page)
    return [run_text(units, 0, 1)] if units.node else []


def title_field(page: Page) -> list[str]:
    return [page.title] if page.title else []


def first_h1(page: Page) -> list[str]:
    """Return the text of the first h1 that has one."""
    for node, tag in enumerate(page.tag):
        if tag == "h1" and page.text[page.start[node] : page.end[node]].strip():
            return [page.text[page.start[node] : page.end[node]].strip()]
    return []


BASELINES: dict[str, Callable[[Page], list[str]]] = {
    "largest font": largest_font,
    "first unit": first_unit,
    "title field": title_field,
    "first h1": first_h1,
}
