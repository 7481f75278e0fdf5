"""Text collection (section 3.1): a tuple of text and XPath for each element that has text of its own."""

from __future__ import annotations

from typing import NamedTuple

from rubricator.page.model import BLOCK, BREAK, SKIPPED, TEXT, VISIBLE, Page
from rubricator.segment.asdus.parameters import Parameters

SKIPPED_TAGS = frozenset("script style form nav footer ul ol li a br hr".split())
"""Elements whose own text is neither a title nor the prose after one. Program."""
LEAST = 4
"""Characters of a text that says something. Program."""


class Text(NamedTuple):
    """A tuple: a range of the page's text, the element it belongs to, and the number of its XPath."""

    start: int
    end: int
    node: int
    path: int
    skipped: bool
    """Whether it is only kept as content."""


def collect(page: Page, body: int, parameters: Parameters) -> list[Text]:
    """List the tuples under a node in the order of their texts.

    The own text of an element is one tuple as long as no block stands in between; inline elements in it have tuples of
    their own. With `line` a `<br>` ends a tuple too.
    """
    paths = _Paths(page, body, parameters)
    found: list[list[int]] = []
    latest: dict[int, tuple[int, int]] = {}
    """By element: its latest tuple, and the line on which that ends."""
    tags, flags, starts, ends, stops, parents = page.tag, page.flags, page.start, page.end, page.stop, page.parent
    line, open_blocks = 0, [stops[body]]
    node, last = body, stops[body]
    by_line = parameters.texts == "line"
    while node < last:
        while node >= open_blocks[-1]:
            open_blocks.pop()
            line += 1
        flag = flags[node]
        if flag & SKIPPED:
            node = stops[node]
            continue
        if flag & BLOCK:
            line += 1
            open_blocks.append(stops[node])
        elif by_line and flag & BREAK:
            line += 1
        if tags[node] == TEXT and starts[node] < ends[node] and (parameters.hidden or flag & VISIBLE):
            parent = parents[node]
            before = latest.get(parent)
            if before and before[1] == line:
                found[before[0]][1] = ends[node]
            else:
                latest[parent] = len(found), line
                found.append([starts[node], ends[node], parent])
        node += 1
    texts = [_trimmed(page.text, *one) for one in found]
    return [
        Text(start, end, node, paths.number(node), page.tag[node] in SKIPPED_TAGS)
        for start, end, node in texts
        if end - start >= LEAST
    ]


def _trimmed(text: str, start: int, end: int, node: int) -> tuple[int, int, int]:
    while start < end and text[start] == " ":
        start += 1
    while end > start and text[end - 1] == " ":
        end -= 1
    return start, end, node


class _Paths:
    """Numbers the XPaths of elements: tags from the last ones upward."""

    def __init__(self, page: Page, body: int, parameters: Parameters) -> None:
        self._page, self._body = page, body
        self._steps = int(parameters.steps)
        self._styled = parameters.path == "style"
        self._numbers: dict[object, int] = {}
        self._known: dict[int, int] = {}

    def number(self, node: int) -> int:
        if node not in self._known:
            page, at = self._page, node
            steps: list[str] = []
            while at > 0 and at != self._page.body and len(steps) < self._steps:
                steps.append(page.tag[at])
                at = page.parent[at]
            key: object = tuple(steps)
            if self._styled:
                style = page.styles[page.style[node]]
                look = style.font_size, style.weight, style.italic, style.decoration, style.color, style.transform
                key = key, look
            self._known[node] = self._numbers.setdefault(key, len(self._numbers))
        return self._known[node]
