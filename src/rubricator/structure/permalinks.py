"""Titles and headings without the links that stand beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rubricator.page.model import Page
from rubricator.structure.model import Block, Heading, Title
from rubricator.structure.tree import rebuild

Span = tuple[int, int]


def without_permalinks(page: Page, root: Block, titles: Sequence[Title]) -> tuple[Block, tuple[Title, ...]]:
    """Take the links by which sections are cited or edited off both ends of headings and titles."""
    permalinks = [(page.start[node], page.end[node]) for node in page.permalinks]
    if not permalinks:
        return root, tuple(titles)
    first, last = dict(permalinks), {end: start for start, end in permalinks}

    def inner(start: int, end: int) -> Span:
        while start < last.get(end, start):
            end = last[end] - (page.text[last[end] - 1] == " ")
        while first.get(start, end) < end:
            start = first[start] + (page.text[first[start]] == " ")
        return start, end

    def one(block: Block, children: tuple[Block, ...]) -> Block:
        heading = block.heading
        if heading and page.text[heading.start : heading.end] == heading.text:
            start, end = inner(heading.start, heading.end)
            heading = Heading(page.text[start:end], start, end, heading.xpath, heading.confidence, heading.node)
        # Not by `replace`, which takes many times as long.
        return Block(
            block.start, block.end, block.level, heading, children, block.ranges, block.xpath, block.anchor, block.node
        )

    def other(title: Title) -> Title:
        if title.start is None or title.end is None or page.text[title.start : title.end] != title.text:
            return title
        start, end = inner(title.start, title.end)
        return replace(title, text=page.text[start:end], start=start, end=end)

    return rebuild(root, one), tuple([other(title) for title in titles])
