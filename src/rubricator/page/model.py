"""The Page model: columns in document order that every method reads. Data only."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from rubricator.limits import Notice

if TYPE_CHECKING:
    from rubricator.page._symbols import SymbolTable

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
SCREEN_READER_ONLY = 64
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


class Units(NamedTuple):
    """The lines of a page as columns: adjacent runs of characters inside one block container.

    Unit `n` has the runs `first_run[n]` .. `first_run[n + 1]`, each of one text node or image.
    """

    run_start: array[int] = array("i")
    run_end: array[int] = array("i")
    run_node: array[int] = array("i")
    first_run: array[int] = array("i", [0])
    container: array[int] = array("i")
    visible: bytes = b""


_NO_UNITS = Units()


@dataclass(frozen=True, slots=True, repr=False)
class Page:
    """A rendered page. Node 0 is the document; every column has one entry per node.

    `start` and `end` are the node's span in `text`; a node without text has `start == end`. `stop` is one past the
    node's last descendant, so the subtree of node `n` is `range(n, stop[n])`.
    """

    text: str
    tag: tuple[str, ...]
    parent: array[int]
    stop: array[int]
    start: array[int]
    end: array[int]
    style: array[int]
    flags: bytes
    attributes: tuple[Attributes, ...]
    data: tuple[str, ...]
    """The characters of a text node as written; empty for elements."""
    symbols: SymbolTable = field(compare=False)
    """What the nodes are written with, numbered."""
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
    warnings: tuple[Notice, ...] = ()
    breaks: tuple[int, ...] = ()
    """Where the page is written as plain text (`<pre>`): the places in `text` of the spaces that blank lines became."""
    units: Units = _NO_UNITS
    permalinks: tuple[int, ...] = ()
    """Links and buttons beside headings by which a section is cited or edited: no part of what a heading says."""
    leaves: object = field(default=None, init=False, compare=False)
    """What `emit` found in the page, for all outputs; None before the first."""

    def __repr__(self) -> str:
        return f"<Page {self.title!r}: {len(self.tag)} nodes, {len(self.text)} characters>"

    def nodes(self, tag: str) -> list[int]:
        """Return the elements of one name."""
        return self.symbols.nodes(tag)
