"""A page with its content body given, as the HEPS paper measures (section 5): only what is in the body counts.

The body's element is the deepest one that contains the body; a method is run on it, and what it finds is cut to the
body. A character counts when a reader sees it as text, or when it is part of a gold heading: hidden text and the
alternative texts of images at a block's edge are no difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from outline_spans import place_outline

from rubricator.evaluate.gold.gold import Gold, Span
from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.outline import Entry, title_place
from rubricator.evaluate.metrics.ranged_structure import NonspaceOffsets, ranged_blocks
from rubricator.evaluate.metrics.ranges import RangedBlock
from rubricator.options import Options
from rubricator.page.lookup import Lookup
from rubricator.page.model import TEXT, VISIBLE, Page
from rubricator.page.raw_string import visit
from rubricator.segment import find_method
from rubricator.segment.registry import Task
from rubricator.structure.model import JsonValue, Structure


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """A page, its content body, and its gold as blocks with ranges."""

    gold: Gold
    page: Page
    root: int
    """The deepest element that contains the body."""
    body: Span
    headings: tuple[Span | None, ...]
    """Where the gold headings stand."""
    blocks: tuple[Span | None, ...]
    nonspace: NonspaceOffsets
    wanted: tuple[RangedBlock, ...]


def judge(gold: Gold, page: Page) -> JudgedPage | None:
    """Place a page's gold in it; None when it has no body."""
    body, headings, blocks = place_outline(gold, page.text)
    if not body:
        return None
    root = Lookup(page).containing(*body)
    while page.tag[root] == TEXT:
        root = page.parent[root]
    nonspace = NonspaceOffsets(seen_text(page, [span for span in headings if span]))
    wanted = tuple(
        RangedBlock(
            nonspace.ranges([block]) if block else (),
            (nonspace.ranges([span]),) if span else (),
            heading.parent,
        )
        for heading, span, block in zip(gold.headings, headings, blocks, strict=True)
    )
    return JudgedPage(gold, page, root, body, headings, blocks, nonspace, wanted)


def seen_text(page: Page, kept: Sequence[Span] = ()) -> str:
    """Return the page's text with everything blank that is no text a reader sees; some spans are kept anyway."""
    characters = [" "] * len(page.text)
    shown = [
        (page.start[node], page.end[node])
        for node, tag in enumerate(page.tag)
        if tag == TEXT and page.flags[node] & VISIBLE
    ]
    for start, end in (*shown, *kept):
        characters[start:end] = page.text[start:end]
    return "".join(characters)


def run(judged: JudgedPage, method: str, params: Mapping[str, JsonValue] | None = None) -> list[RangedBlock]:
    """Run a method on the body of a page; return its blocks as ranges."""
    found = find_method(method)(Task(judged.page, judged.root, Options(method, params or {})))
    structure = Structure(judged.page.text, found.root, method)
    return ranged_blocks(structure, judged.gold.titles, judged.nonspace, judged.body)


def body_nodes(judged: JudgedPage) -> list[int]:
    """List the nodes of the body, without blank and hidden texts."""
    page, (low, high) = judged.page, judged.body
    nodes, _ = visit(page, judged.root, hidden=False, image_text="src")
    return [node for node in nodes if low <= page.start[node] < high and page.end[node] <= high]


def score_nodes(judged: JudgedPage, nodes: Sequence[int]) -> Counts:
    """Score nodes that are taken as headings. As elsewhere, the document's title is not counted."""
    page = judged.page
    nodes = list(nodes)
    longest = 2 * max((len(title) for title in judged.gold.titles), default=0)
    texts = [
        page.text[page.start[node] : page.end[node]] if page.end[node] - page.start[node] <= longest else ""
        for node in nodes
    ]
    title = title_place([Entry(text, None, "") for text in texts], judged.gold.titles)
    if title is not None:
        del nodes[title]
    found = set(judged.nonspace.ranges([(page.start[node], page.end[node]) for node in nodes]))
    right = sum(any(heading[0] in found for heading in block.headings) for block in judged.wanted)
    return Counts(right, len(nodes), sum(bool(block.headings) for block in judged.wanted))
