"""Pages and structures for the tests of the outputs: the static renderer, and headings given by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rubricator.load import Source
from rubricator.page.model import Page
from rubricator.page.render import render_static
from rubricator.structure.model import Block, Heading, Origin, Structure

LINKED = (
    "<h1 id=top>Bees</h1><p><a href=#a>a</a> <a href=#b>b</a> <a href=#c%C3%A9>c</a> <a href=#d>d</a> <a href=#e>e</a> "
    "<a href=#f>f</a> <a href=#none>none</a></p><div id=a><h2>Hives</h2><p>x<sup><a href=#n id=r>1</a></sup></div>"
    "<a name=b></a><h2 id=own>Honey</h2><p id=cé>y <b id=d>z</b></p><table id=e><tr><th>k<th>l<tr><td>m<td>n</table>"
    "<pre id=f>one\n<i id=g>two</i></pre><h2>Notes</h2><ol><li id=n>o <a href=#r>back</a> <a href=#g>g</a></ol>"
    "<i id=a>p</i>"
)
"""A page whose links lead to places of all kinds in it; one id stands twice."""


def page(html: str, *, base: str = "about:blank", url: str | None = None) -> Page:
    """Render a page."""
    rendered = render_static(Source(html, "utf-8", ""))
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
