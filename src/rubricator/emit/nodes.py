"""The content tree: what a passage of a page holds, free of its markup. Data only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

InlineKind = Literal["strong", "emphasis", "strike", "sub", "sup", "code", "quoted", "link"]
ContainerKind = Literal[
    "bullets",
    "numbers",
    "item",
    "definitions",
    "term",
    "description",
    "table",
    "caption",
    "row",
    "cell",
    "header",
    "quote",
]


@dataclass(frozen=True, slots=True)
class Text:
    """Characters, white space folded."""

    text: str


@dataclass(frozen=True, slots=True)
class Break:
    """A line break inside a paragraph."""


@dataclass(frozen=True, slots=True)
class Image:
    """An image; `alt` is the part of its alternative text that lies in the passage."""

    alt: str
    src: str


@dataclass(frozen=True, slots=True)
class Target:
    """A place that links of the page lead to, by its id."""

    id: str


@dataclass(frozen=True, slots=True)
class Inline:
    """Marked text. `href` is given for links."""

    kind: InlineKind
    children: tuple[InlineNode, ...]
    href: str | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One line or paragraph of inline content."""

    children: tuple[InlineNode, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Preformatted text as it was written."""

    text: str
    language: str | None = None
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal rule."""


@dataclass(frozen=True, slots=True)
class Container:
    """A list, table, quotation or a part of one.

    `number` is the number of an item in a numbered list; `colspan` and `rowspan` belong to cells.
    """

    kind: ContainerKind
    children: tuple[Node, ...]
    number: int | None = None
    colspan: int = 1
    rowspan: int = 1


InlineNode = Text | Break | Image | Inline | Target
Node = Paragraph | Code | Rule | Container


def plain(nodes: tuple[InlineNode, ...]) -> str:
    """Return the characters of inline nodes, a line feed for a line break only."""
    parts: list[str] = []
    for node in nodes:
        match node:
            case Text():
                parts.append(node.text.replace("\n", " "))
            case Break():
                parts.append("\n")
            case Image():
                parts.append(node.alt)
            case Inline():
                parts.append(plain(node.children))
    return "".join(parts)
