"""Chromium's snapshot of a page (DOMSnapshot.captureSnapshot): nodes, computed styles and boxes, as flat lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict

from rubricator.page.model import DOCUMENT, TEXT, Attributes, Box
from rubricator.style.browser.serving import as_written

PROPERTIES = (
    "font-size", "font-weight", "font-style", "text-decoration-line", "color", "background-color", "text-align",
    "display", "text-transform", "font-family", "visibility", "white-space-collapse", "height",
    "position", "clip", "clip-path",
)  # fmt: skip
Row = tuple[str, ...]
"""The values of PROPERTIES of one layout object; empty for the document."""

ELEMENT = 1
_TEXT, _DOCUMENT = 3, 9
_LEFT_OUT = -1


class Sparse(TypedDict):
    """A column that few nodes have."""

    index: list[int]
    value: list[int]


class Nodes(TypedDict):
    """The DOM in document order."""

    parentIndex: list[int]
    nodeType: list[int]
    nodeName: list[int]
    nodeValue: list[int]
    attributes: list[list[int]]
    contentDocumentIndex: Sparse
    pseudoType: Sparse


class Layout(TypedDict):
    """The layout objects; a node has none, one, or several."""

    nodeIndex: list[int]
    styles: list[list[int]]
    bounds: list[list[float]]


class SnapshotDocument(TypedDict):
    """One document: the page, or what one of its frames shows."""

    nodes: Nodes
    layout: Layout
    documentURL: int
    frameId: int


class Snapshot(TypedDict):
    """The answer of the protocol; texts are indexes into `strings`, -1 for none."""

    documents: list[SnapshotDocument]
    strings: list[str]


@dataclass(slots=True)
class Seen:
    """What the browser says of a page, in the order of our nodes; pseudo-elements and comments are left out."""

    tag: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    attributes: list[Attributes] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    rows: list[Row | None] = field(default_factory=list)
    """The computed values of each node that is laid out."""
    hidden: list[Row | None] = field(default_factory=list)
    """Those of elements that are not, as far as they are known."""
    boxes: list[Box | None] = field(default_factory=list)
    full: bool = False
    """There were more nodes than allowed."""


class _Place(NamedTuple):
    """Where a document goes: under which of our nodes, and moved by how much."""

    document: int
    parent: int
    x: float = 0.0
    y: float = 0.0


def read_snapshot(snapshot: Snapshot, hidden: dict[int, Row], most: int, scripts: bool) -> Seen:
    """Turn a snapshot into lists in document order, the documents of a frameset's frames in their places."""
    return _Reader(snapshot, hidden, most, scripts).read()


class _Reader:
    """Reads the documents of a snapshot, one inside the other."""

    __slots__ = ("_documents", "_hidden", "_most", "_rows", "_scripts", "_seen", "_strings")

    def __init__(self, snapshot: Snapshot, hidden: dict[int, Row], most: int, scripts: bool) -> None:
        self._documents = snapshot["documents"]
        self._hidden = hidden
        self._strings = [as_written(text) for text in snapshot["strings"]]
        self._most = most
        self._scripts = scripts
        self._rows: dict[tuple[int, ...], Row] = {}
        self._seen = Seen()

    def read(self) -> Seen:
        waiting = [self._read(_Place(0, -1))]
        while waiting:
            inside = next(waiting[-1], None)
            if inside is None:
                waiting.pop()
            else:
                waiting.append(self._read(inside))
        return self._seen

    def _read(self, place: _Place) -> Iterator[_Place]:
        """Add the nodes of a document; yield the documents of its frames where they belong."""
        document = self._documents[place.document]
        nodes, seen, strings = document["nodes"], self._seen, self._strings
        rows, boxes = self._laid_out(document["layout"], place)
        framed = dict(zip(*_pair(nodes["contentDocumentIndex"]), strict=True))
        pseudo = set(nodes["pseudoType"]["index"])
        names, kinds, parents = nodes["nodeName"], nodes["nodeType"], nodes["parentIndex"]
        numbers: list[int] = []
        """Our number of each of the document's nodes, -1 for those left out."""
        for node, kind in enumerate(kinds):
            above = numbers[parents[node]] if parents[node] >= 0 else place.parent
            root = kind == _DOCUMENT
            if root and place.parent >= 0:
                numbers.append(place.parent)
                continue
            if kind not in (ELEMENT, _TEXT, _DOCUMENT) or (above < 0 and not root) or node in pseudo:
                numbers.append(_LEFT_OUT)
                continue
            if kind == _TEXT and self._scripts and seen.tag[above] == "noscript":
                # Where scripts run, this is markup, not text.
                numbers.append(_LEFT_OUT)
                continue
            if len(seen.tag) >= self._most:
                seen.full = True
                return
            numbers.append(len(seen.tag))
            value = nodes["nodeValue"][node]
            seen.tag.append(TEXT if kind == _TEXT else DOCUMENT if root else _tag(strings[names[node]]))
            seen.parent.append(above)
            seen.attributes.append(self._attributes(nodes["attributes"][node]))
            seen.data.append(strings[value] if kind == _TEXT and value >= 0 else "")
            seen.rows.append(rows.get(node))
            seen.hidden.append(self._hidden.get(node) if not place.document else None)
            box = boxes.get(node)
            seen.boxes.append(box)
            if node in framed and seen.tag[-1] == "frame" and box:
                yield _Place(framed[node], numbers[node], box.x, box.y)

    def _laid_out(self, layout: Layout, place: _Place) -> tuple[dict[int, Row], dict[int, Box]]:
        """Return the computed values and the box of each node; a node with several boxes has their union."""
        rows: dict[int, Row] = {}
        boxes: dict[int, Box] = {}
        for node, style, (x, y, width, height) in zip(
            layout["nodeIndex"], layout["styles"], layout["bounds"], strict=True
        ):
            if node not in rows:
                rows[node] = self._row(style)
            if not (x or y or width or height):
                continue
            box = Box(x + place.x, y + place.y, width, height)
            boxes[node] = _union(boxes[node], box) if node in boxes else box
        return rows, boxes

    def _row(self, style: list[int]) -> Row:
        key = tuple(style)
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = tuple([self._strings[value] if value >= 0 else "" for value in style])
        return row

    def _attributes(self, pairs: list[int]) -> Attributes:
        if not pairs:
            return ()
        texts = [self._strings[text] if text >= 0 else "" for text in pairs]
        return tuple(zip(texts[::2], texts[1::2], strict=True))


def _pair(sparse: Sparse) -> tuple[list[int], list[int]]:
    return sparse["index"], sparse["value"]


def _tag(name: str) -> str:
    """Names of HTML elements come in capitals, those of drawings as they are written."""
    return name.lower() if name == name.upper() else name


def _union(one: Box, other: Box) -> Box:
    x, y = min(one.x, other.x), min(one.y, other.y)
    right, bottom = max(one.x + one.width, other.x + other.width), max(one.y + one.height, other.y + other.height)
    return Box(x, y, right - x, bottom - y)
