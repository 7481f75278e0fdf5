"""The raw string of the HEPS paper (section 5.2): the texts and images of a page, joined; and its ranges in ours.

The authors' program puts one space between the contents of two nodes, and their data set counts in that string.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from rubricator.page.model import TEXT, VISIBLE, Page

SEPARATOR = " "
IMAGE_TEXTS = ("src", "words")
"""What stands for an image: its `src`, or the words of its src followed by its alternative text."""
_CHILDLESS = frozenset({"script", "style", "noscript", "iframe"})
_NOT_WORD = re.compile(r"\W+", re.ASCII)


class RawString(NamedTuple):
    """The raw string, and where the content of each text and image begins in it."""

    page: Page
    text: str
    nodes: list[int]
    begins: list[int]
    ends: list[int]

    def to_page(self, start: int, end: int) -> tuple[int, int]:
        """Map a range of the raw string to a range of the page's text. An image maps to its alternative text."""
        if start >= end:
            place = self._to_page(start, at_end=False)
            return place, place
        return self._to_page(start, at_end=False), self._to_page(end, at_end=True)

    def from_page(self, start: int, end: int) -> tuple[int, int]:
        """Map a range of the page's text to a range of the raw string."""
        if start >= end:
            place = self._from_page(start, at_end=False)
            return place, place
        return self._from_page(start, at_end=False), self._from_page(end, at_end=True)

    def _to_page(self, place: int, at_end: bool) -> int:
        page = self.page
        number = (bisect_left(self.begins, place) if at_end else bisect_right(self.begins, place)) - 1
        if number < 0:
            return page.start[self.nodes[0]] if self.nodes else 0
        if not at_end and place >= self.ends[number] and number + 1 < len(self.nodes):
            return page.start[self.nodes[number + 1]]
        node = self.nodes[number]
        if page.tag[node] != TEXT:
            return page.end[node] if at_end else page.start[node]
        return min(page.start[node] + place - self.begins[number], page.end[node])

    def _from_page(self, place: int, at_end: bool) -> int:
        page = self.page
        number = (bisect_left if at_end else bisect_right)(self.nodes, place, key=page.start.__getitem__) - 1
        if number < 0:
            return 0
        node = self.nodes[number]
        if not at_end and place >= page.end[node] and number + 1 < len(self.nodes):
            return self.begins[number + 1]
        if page.tag[node] != TEXT:
            return self.ends[number] if at_end else self.begins[number]
        return min(self.begins[number] + place - page.start[node], self.ends[number])


def raw_string(page: Page, root: int | None = None, *, hidden: bool = True, image_text: str = "src") -> RawString:
    """Make the raw string of the nodes under `root` (the body when none is given)."""
    _, contents = visit(page, page.body if root is None else root, hidden=hidden, image_text=image_text)
    nodes, begins, ends, length = [], [], [], 0
    for node, content in contents.items():
        if content:
            nodes.append(node)
            begins.append(length)
            ends.append(length + len(content))
            length += len(content) + len(SEPARATOR)
    return RawString(page, SEPARATOR.join(contents[node] for node in nodes), nodes, begins, ends)


def visit(page: Page, root: int, *, hidden: bool, image_text: str) -> tuple[list[int], dict[int, str]]:
    """List the nodes under the root, blank ones left out and hidden ones if told so; and what texts and images say."""
    tags, flags, starts, ends, text = page.tag, page.flags, page.start, page.end, page.text
    nodes: list[int] = []
    contents: dict[int, str] = {}
    node, stop = root + 1, page.stop[root]
    while node < stop:
        tag = tags[node]
        if tag == TEXT:
            if starts[node] != ends[node] and (hidden or flags[node] & VISIBLE):
                nodes.append(node)
                contents[node] = text[starts[node] : ends[node]]
        elif tag == "img":
            if hidden or flags[node] & VISIBLE:
                nodes.append(node)
                contents[node] = _image_text(page, node, image_text)
        else:
            nodes.append(node)
            if tag in _CHILDLESS:
                node = page.stop[node]
                continue
        node += 1
    return nodes, contents


def url_words(url: str) -> list[str]:
    """Return the words of an address, its scheme left out."""
    return [word for word in _NOT_WORD.split(url.rpartition("://")[2]) if word]


def _image_text(page: Page, node: int, kind: str) -> str:
    attributes = dict(page.attributes[node])
    src = attributes.get("src") or ""
    if kind == "src":
        return " ".join(src.split())
    return " ".join([*url_words(src), *(attributes.get("alt") or "").split()])
