"""Pages with boxes for tests: as a test writes them, in one column, or anywhere."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rubricator.load import load
from rubricator.page.model import BLOCK, TEXT, VISIBLE, Box, Page
from rubricator.page.render import render_static
from rubricator.segment.vips.view import OBJECTS


def render(html: str) -> Page:
    return render_static(load(html.encode()))


def boxed(html: str) -> Page:
    """Render HTML whose elements say where they stand, and their texts with them: `<p box="left top width height">`."""
    page = render(html)
    boxes: list[Box | None] = []
    for node, attributes in enumerate(page.attributes):
        written = dict(attributes).get("box")
        if page.tag[node] == TEXT:
            boxes.append(boxes[page.parent[node]])
        else:
            boxes.append(Box(*map(float, written.split())) if written else None)
    return _with(page, boxes)


def stacked(page: Page) -> Page:
    """Put every text and object on a line of its own; a block begins 10 pixels below what is before it."""
    boxes: list[Box | None] = [None] * len(page.tag)
    top = 0.0
    for node, tag in enumerate(page.tag):
        if page.flags[node] & BLOCK:
            top += 10
        if page.flags[node] & VISIBLE and (page.start[node] < page.end[node] if tag == TEXT else tag in OBJECTS):
            boxes[node] = Box(8, top, 500, 20)
            top += 20
    return _with(page, boxes)


def scattered(page: Page, seed: int) -> Page:
    """Put every node anywhere, or nowhere."""
    random = Random(seed)

    def box() -> Box | None:
        if random.random() < 0.2:
            return None
        x, y = (random.choice([-50.0, 0.0, random.uniform(0, 900)]) for _ in range(2))
        return Box(x, y, *(random.choice([0.0, 1.0, random.uniform(1, 600)]) for _ in range(2)))

    return _with(page, [box() for _ in page.tag])


def _with(page: Page, boxes: list[Box | None]) -> Page:
    return replace(page, boxes=tuple(boxes), renderer="browser")
