"""The last step of both renderers: a document, its computed styles and its text become a Page."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from rubricator.limits import Notice
from rubricator.load import Source
from rubricator.page.model import Box, Page, Style
from rubricator.style.computed import Computed
from rubricator.style.document import Document
from rubricator.style.hints import image_height
from rubricator.style.plain import blank_lines
from rubricator.style.sheets import base_url
from rubricator.style.shell import notice_shell
from rubricator.style.text import lay_out_text, picked


def assemble_page(
    source: Source,
    document: Document,
    style_of: array[int],
    styles: list[Computed],
    *,
    renderer: str,
    notices: Sequence[Notice],
    boxes: tuple[Box | None, ...] | None = None,
    scripts: bool = False,
) -> Page:
    """Lay the text out and put the columns together. `scripts`: those of the page have run."""
    text = lay_out_text(document, style_of, styles)
    body = _body(document)
    table, numbers = _style_table(styles, Style)
    return Page(
        text=text.text,
        tag=document.tag,
        parent=document.parent,
        stop=document.stop,
        start=text.start,
        end=text.end,
        style=picked(style_of, numbers),
        flags=text.flags,
        attributes=document.attributes,
        data=document.data,
        styles=table,
        heights=_image_heights(document, style_of, styles),
        title=_title(document),
        body=body,
        renderer=renderer,
        url=source.url,
        path=source.path,
        sha256=source.sha256,
        base=base_url(document, source.url or source.base),
        boxes=boxes,
        notices=(*source.notices, *document.notices, *notices, *notice_shell(document, text, body, scripts=scripts)),
        breaks=blank_lines(document, text),
    )


_FIELDS = len(Style._fields)


def _style_table(styles: list[Computed], kind: type[Style]) -> tuple[tuple[Style, ...], list[int]]:
    """Keep the columns of the Page model only; styles that differ elsewhere become one."""
    numbers: dict[Style, int] = {}
    of = []
    for computed in styles:
        style = tuple.__new__(kind, computed[:_FIELDS])
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
