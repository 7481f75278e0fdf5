"""The headings that a page declares: what assistive technology reads as headings."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from rubricator.check.looks import Looks
from rubricator.page.model import SCREEN_READER_ONLY, SKIPPED, VISIBLE, Page

_LEVELS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_DEFAULT_LEVEL = 2
"""Of `role=heading` without `aria-level`, as WAI-ARIA 1.2 says."""


_LABELS = frozenset({"aria-label", "aria-labelledby", "title"})


class Tagged(NamedTuple):
    """A declared heading that is shown: its node, its level, its text with white space folded."""

    node: int
    level: int
    start: int
    end: int
    text: str


def attribute(page: Page, node: int, name: str) -> str | None:
    """Return an attribute's value; one without a value is the empty string, a missing one None."""
    return next((value or "" for key, value in page.attributes[node] if key == name), None)


def tagged_headings(page: Page, looks: Looks) -> list[Tagged]:
    """Return the headings that assistive technology finds, in document order: shown, and not hidden from it."""
    found: list[Tagged] = []
    labels = _labels(page)
    labelled = list(labels)
    node = page.body
    while node < page.stop[page.body]:
        if page.flags[node] & SKIPPED or attribute(page, node, "aria-hidden") == "true":
            node = page.stop[node]
            continue
        level = _level(page, node)
        start, end = page.start[node], page.end[node]
        if level is not None and (
            page.flags[node] & (VISIBLE | SCREEN_READER_ONLY) if start == end else looks.shows(node, page.stop[node])
        ):
            label = bisect_left(labelled, node)
            named = label < len(labelled) and labelled[label] < page.stop[node]
            text = page.text[start:end] or (labels[labelled[label]] if named else "")
            found.append(Tagged(node, level, start, end, text))
        node += 1
    return found


def _level(page: Page, node: int) -> int | None:
    """Return the level of a heading element; None for all others. A role of another kind takes the heading away."""
    role = attribute(page, node, "role")
    if role and role.split() and role.split()[0] != "heading":
        return None
    level = attribute(page, node, "aria-level") or ""
    if level.isascii() and level.isdigit() and int(level[:4]) > 0 and (role or page.tag[node] in _LEVELS):
        return int(level[:4])
    return _DEFAULT_LEVEL if role and page.tag[node] not in _LEVELS else _LEVELS.get(page.tag[node])


def _labels(page: Page) -> dict[int, str]:
    """Return the texts that elements without text have for assistive technology, by node."""
    found = {}
    for node, tag in enumerate(page.tag):
        for name, value in page.attributes[node]:
            if name in _LABELS and value and value.strip():
                found[node] = " ".join(value.split())
                break
        if tag == "title" and node > page.body and node + 1 < page.stop[node]:
            found[node] = " ".join(page.data[node + 1].split())
    return found
