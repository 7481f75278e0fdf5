"""Containers of the content tree, when all that stands in them is known: lists, tables, listings and their parts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rubricator.emit._leaves import Opening
from rubricator.emit.nodes import Code, Container, Node

_BLANK_LINES = re.compile(r"\A(?:[ \t]*[\r\n])+")


def close_listing(opening: Opening, text: str, targets: tuple[str, ...], *, cut: bool) -> list[Node]:
    """Return a listing, if it is not empty; what is left of one that a passage enters has no blank lines on top."""
    text = _BLANK_LINES.sub("", text) if cut else text
    text = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    return [Code(text, opening.language, targets)] if text.strip() else []


def close_container(opening: Opening, children: list[Node], *, cut: bool) -> list[Node]:
    """Return what a filled container leaves in its parent: itself, or its children, or nothing."""
    kind = opening.kind
    if kind == "code":
        return children
    if kind in ("bullets", "numbers"):
        return _list(opening, children)
    if not children and kind not in ("cell", "header"):
        return []
    # The bullet of an item that the passage enters in its middle stands before the passage.
    if kind == "item" and cut:
        return children
    inner = tuple(_regular(opening, children))
    if kind == "row" and not any(isinstance(cell, Container) and cell.children for cell in inner):
        return []
    return [Container(kind, inner, opening.number, opening.colspan, opening.rowspan)]


def _list(opening: Opening, children: list[Node]) -> list[Node]:
    """Return a list; what stands in front of its first item comes before it, other strays join the item above."""
    before: list[Node] = []
    items: list[tuple[int | None, list[Node]]] = []
    for child in children:
        if isinstance(child, Container) and child.kind == "item":
            items.append((child.number, list(child.children)))
        elif items:
            items[-1][1].append(child)
        else:
            before.append(child)
    if items and opening.kind != "code":
        before.append(
            Container(opening.kind, tuple([Container("item", tuple(inner), number) for number, inner in items]))
        )
    return before


def _regular(opening: Opening, children: list[Node]) -> Iterator[Node]:
    """Yield the children of a table, row or definition list, strays wrapped as the parts that belong there."""
    for child in children:
        kind = child.kind if isinstance(child, Container) else None
        if opening.kind == "table" and kind not in ("row", "caption"):
            yield Container("row", (Container("cell", (child,)),))
        elif opening.kind == "row" and kind not in ("cell", "header"):
            yield Container("cell", (child,))
        elif opening.kind == "definitions" and kind not in ("term", "description"):
            yield Container("description", (child,))
        else:
            yield child
