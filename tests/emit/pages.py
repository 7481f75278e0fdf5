"""Pages and structures for the tests of the outputs: the static renderer, and headings given by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rubricator.limits import Budget, Limits
from rubricator.load import Source
from rubricator.page.model import Page
from rubricator.structure.model import Block, Heading, Origin, Structure
from rubricator.style.static import render_static


def page(html: str, *, base: str = "about:blank", url: str | None = None) -> Page:
    """Render a page."""
    rendered = render_static(Source(html, "utf-8", ""), limits=Limits(), budget=Budget())
    return replace(rendered, base=base, url=url, title="")


def structure(
    rendered: Page,
    spec: Iterable[tuple[int, str]] = (),
    *,
    title: str | None = None,
    source: Origin | None = None,
    body: tuple[int, int] | None = None,
    anchors: dict[str, str] | None = None,
) -> Structure:
    """Build a structure from (level, heading text) pairs in document order; a block ends where the next one starts."""
    at = 0
    spans: list[tuple[int, int, int]] = []
    for level, wanted in spec:
        start = rendered.text.index(wanted, at)
        at = start + len(wanted)
        spans.append((level, start, at))
    root = tree(rendered.text, spans, anchors or {})
    origin = source if source is not None else Origin(url=rendered.url)
    return Structure(rendered.text, root, "tags", title=title, body=body, source=origin, page=rendered)


def tree(text: str, spans: Iterable[tuple[int, int, int]], anchors: dict[str, str]) -> Block:
    """Build blocks from (level, start, end) of their headings in document order."""
    open_blocks: list[tuple[int, Heading | None, list[Block]]] = [(0, None, [])]

    def close(limit: int) -> None:
        level, heading, children = open_blocks.pop()
        assert heading is not None
        end = limit - text[:limit].endswith(" ") if limit > heading.end else limit
        block = Block(
            heading.start, end, level, heading, tuple(children), None, heading.xpath, anchors.get(heading.text)
        )
        open_blocks[-1][2].append(block)

    for number, (level, start, end) in enumerate(spans, start=1):
        while open_blocks[-1][0] >= level:
            close(start)
        open_blocks.append((level, Heading(text[start:end], start, end, f"//h[{number}]", 0.5), []))
    while len(open_blocks) > 1:
        close(len(text))
    return Block(0, len(text), children=tuple(open_blocks[0][2]))
