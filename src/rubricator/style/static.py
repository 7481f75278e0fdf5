"""The static renderer: Source -> Page in process, without a browser."""

from __future__ import annotations

from collections.abc import Iterator

from rubricator.collector import collector_paused
from rubricator.limits import Budget, Limits
from rubricator.load import Source
from rubricator.page.model import TEXT, Page, Style
from rubricator.style.cascade import compute_styles
from rubricator.style.computed import Computed
from rubricator.style.document import Document, parse_document
from rubricator.style.hints import image_height
from rubricator.style.sheets import SheetCollector, base_url
from rubricator.style.text import lay_out_text


def render_static(source: Source, *, limits: Limits, budget: Budget, linked: bool = True) -> Page:
    """Render a page. `linked=False` leaves linked and imported stylesheets alone."""
    with collector_paused():
        return _render(source, limits, budget, linked)


def _render(source: Source, limits: Limits, budget: Budget, linked: bool) -> Page:
    document = parse_document(source.html, limits, budget)
    budget.check()
    collector = SheetCollector(source, limits, budget, document.quirks, linked)
    sheets = collector.collect(document)
    budget.check()
    style_of, styles = compute_styles(document, sheets, collector.layers, limits, budget)
    budget.check()
    text = lay_out_text(document, style_of, styles)
    table, numbers = _style_table(styles)
    return Page(
        text=text.text,
        tag=tuple(document.tag),
        parent=tuple(document.parent),
        stop=tuple(document.stop),
        start=tuple(text.start),
        end=tuple(text.end),
        style=tuple([numbers[style] for style in style_of]),
        flags=bytes(text.flags),
        attributes=tuple(document.attributes),
        data=tuple(document.data),
        styles=table,
        heights=_image_heights(document, style_of, styles),
        title=_title(document),
        body=_body(document),
        renderer="static",
        url=source.url,
        path=source.path,
        sha256=source.sha256,
        base=base_url(document, source.url or source.base),
        notices=(*source.notices, *document.notices, *collector.notices),
    )


def _style_table(styles: list[Computed]) -> tuple[tuple[Style, ...], list[int]]:
    """Keep the columns of the Page model only; styles that differ elsewhere become one."""
    numbers: dict[Style, int] = {}
    of = []
    for computed in styles:
        style = Style._make(computed[: len(Style._fields)])
        if style.align[0] == "-":
            style = style._replace(align=style.align.removeprefix("-webkit-"))
        of.append(numbers.setdefault(style, len(numbers)))
    return tuple(numbers), of


def _image_heights(document: Document, style_of: list[int], styles: list[Computed]) -> dict[int, str]:
    heights = {}
    for node in _nodes(document, "img"):
        height = styles[style_of[node]].height or image_height(document.attribute(node, "height") or "")
        if height:
            heights[node] = height
    return heights


def _title(document: Document) -> str:
    """Return the first `<title>` that is not part of a drawing."""
    for node in _nodes(document, "title"):
        if document.tag[document.parent[node]] != "svg":
            inside = range(node + 1, document.stop[node])
            return " ".join(" ".join(document.data[child] for child in inside if document.tag[child] == TEXT).split())
    return ""


def _body(document: Document) -> int:
    return next(_nodes(document, "body"), next(_nodes(document, "frameset"), min(1, len(document.tag) - 1)))


def _nodes(document: Document, tag: str) -> Iterator[int]:
    """Yield the elements of one name; `index` looks for them much faster than a loop would."""
    node = -1
    while True:
        try:
            node = document.tag.index(tag, node + 1)
        except ValueError:
            return
        yield node
