"""Step 3: a document, its computed styles and its text become a Page."""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import Any

from rubricator.load import Source
from rubricator.page._symbols import SymbolTable
from rubricator.page.model import Page, Style
from rubricator.page.permalinks import find_permalinks
from rubricator.page.plain import blank_lines
from rubricator.page.shell import notice_shell
from rubricator.page.text import lay_out_text
from rubricator.page.units import cut_units
from rubricator.style.computed import Computed
from rubricator.style.document import Document
from rubricator.style.hints import image_height
from rubricator.style.sheets import base_url
from rubricator.style.styled import Styled


def build_page(source: Source, styled: Styled) -> Page:
    """Lay the text out and put the columns together."""
    document, style_of, styles = styled.document, styled.style_of, styled.styles
    text = lay_out_text(styled)
    body = _body(document)
    table, numbers = _style_table(styles)
    page = Page(
        text=text.text,
        tag=document.tag,
        parent=document.parent,
        stop=document.stop,
        start=text.start,
        end=text.end,
        style=array("i", [numbers[style] for style in style_of]),
        flags=text.flags,
        attributes=document.attributes,
        data=document.data,
        symbols=document.symbols,
        styles=table,
        heights=_image_heights(document, style_of, styles),
        title=_title(document),
        body=body,
        renderer=styled.renderer,
        url=source.url,
        path=source.path,
        sha256=source.sha256,
        base=base_url(document, source.url or source.base),
        boxes=styled.boxes,
        warnings=(*source.notices, *document.notices, *styled.notices, *notice_shell(styled, text, body)),
        breaks=blank_lines(document, text),
    )
    return _complete(page)


def rebuild_page(page: Page, **columns: Any) -> Page:
    """Return a page with other columns: what is numbered, cut and found in them is so anew."""
    changed = replace(page, **columns)
    return _complete(replace(changed, symbols=SymbolTable(changed.tag, changed.attributes)))


def _complete(page: Page) -> Page:
    """Cut the lines and find the permalinks of a page."""
    return replace(page, units=cut_units(page), permalinks=find_permalinks(page))


_FIELDS = len(Style._fields)


def _style_table(styles: list[Computed]) -> tuple[tuple[Style, ...], list[int]]:
    """Keep the columns of the Page model only; styles that differ elsewhere become one."""
    numbers: dict[Style, int] = {}
    of = []
    for computed in styles:
        style = Style._make(computed[:_FIELDS])
        if style.align[0] == "-":
            style = style._replace(align=style.align.removeprefix("-webkit-"))
        of.append(numbers.setdefault(style, len(numbers)))
    return tuple(numbers), of


def _image_heights(document: Document, style_of: array[int], styles: list[Computed]) -> dict[int, str]:
    heights = {}
    for node in document.nodes("img"):
        height: str | None = styles[style_of[node]].height
        if not height:
            written = document.attribute(node, "height")
            height = image_height(written) if written else None
        if height:
            heights[node] = height
    return heights


def _title(document: Document) -> str:
    """Return the first `<title>` that is not part of a drawing."""
    for node in document.nodes("title"):
        if document.tag[document.parent[node]] != "svg":
            return " ".join(" ".join(document.data[node + 1 : document.stop[node]]).split())
    return ""


def _body(document: Document) -> int:
    """Return the root element's body or frameset: what is shown in frames has bodies of its own."""
    for tag in ("body", "frameset"):
        for node in document.nodes(tag):
            if document.parent[node] == 1:
                return node
    return min(1, len(document.tag) - 1)
