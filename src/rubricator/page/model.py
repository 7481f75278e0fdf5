"""The Page model: columns in document order that every method reads. Data only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rubricator.limits import Notice

VISIBLE = 1
"""Flag: a reader sees the node (for a text node: its characters)."""
BLOCK = 2
"""Flag: the element is block-level, so text before, in and after it never shares a line."""
BREAK = 4
"""Flag: the element breaks the line without a box of its own (`br`)."""
IMAGE = 8
"""Flag: the element is an image; its text span holds its alternative text."""
PRE = 16
"""Flag: white space is kept as written (`pre`, `white-space: pre*`)."""
SKIPPED = 32
"""Flag: the subtree's text is not part of `Page.text` (head, script, style, raw markup of frames)."""
HEARD = 64
"""Flag: nobody sees the node, but screen readers tell it: all of its box is cut away by CSS."""

TEXT = "#text"
DOCUMENT = "#document"

Attributes = tuple[tuple[str, str | None], ...]


class Style(NamedTuple):
    """One distinct computed style. Colours are 0xRRGGBBAA; `decoration` is the element's own, not propagated."""

    font_size: float
    weight: int
    italic: bool
    decoration: str
    color: int
    background: int
    align: str
    display: str
    transform: str
    family: str


class Box(NamedTuple):
    """A box in CSS pixels, from the browser renderer."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Page:
    """A rendered page. Node 0 is the document; every column has one entry per node.

    `start` and `end` are the node's span in `text`; a node without text has `start == end`. `stop` is one past the
    node's last descendant, so the subtree of node `n` is `range(n, stop[n])`.
    """

    text: str
    tag: tuple[str, ...]
    parent: tuple[int, ...]
    stop: tuple[int, ...]
    start: tuple[int, ...]
    end: tuple[int, ...]
    style: tuple[int, ...]
    flags: bytes
    attributes: tuple[Attributes, ...]
    data: tuple[str, ...]
    """The characters of a text node as written; empty for elements."""
    styles: tuple[Style, ...]
    heights: dict[int, str]
    """Heights of images as far as the renderer knows them, by node."""
    title: str
    """The document's `<title>`, white space folded; empty when there is none."""
    body: int
    """The node of `<body>` (or `<frameset>`), else the root element."""
    renderer: str
    url: str | None = None
    path: str | None = None
    sha256: str = ""
    base: str = "about:blank"
    boxes: tuple[Box | None, ...] | None = None
    notices: tuple[Notice, ...] = ()
    breaks: tuple[int, ...] = ()
    """Where the page is written as plain text (`<pre>`): the places in `text` of the spaces that blank lines became."""
    handles: tuple[int, ...] | None = field(default=None, init=False, compare=False, repr=False)
    """What `find_handles` found; None before it was asked."""
