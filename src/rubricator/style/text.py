"""The page's text: text nodes and alternative texts in document order, white space folded, with each node's span."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from rubricator.page.model import BLOCK, HEARD, PRE, SKIPPED, TEXT, VISIBLE
from rubricator.style._text import fold as _fold
from rubricator.style.computed import BLOCK_DISPLAYS, Computed
from rubricator.style.document import Document

_SKIPPED_TAGS = frozenset(
    "head script style iframe noframes noembed title desc metadata annotation annotation-xml".split()
)
"""What holds no text for readers: metadata, code, markup kept as text, names of drawings, formulas once more."""
_UNSEEN_TAGS = frozenset("noscript template datalist video audio canvas".split())
"""What holds text that a reader of the running page does not see."""
_BLOCK_TAGS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre "
    "search section summary table tbody td tfoot th thead tr ul xmp noscript template optgroup option".split()
)
"""Elements that break lines by default; decides for those with `display: none`, whose own display is unknown."""
_INLINE_BOXES = frozenset({"inline-block", "inline-flex", "inline-grid", "inline-table"})
_PRE_SPACE = frozenset({"pre", "pre-wrap", "pre-line", "break-spaces"})


_EDGED, _UNSHOWN = SKIPPED, 128
"""Flags of styles besides those of nodes: text in it shares no word with that around it; it is not displayed."""
_SKIPPED, _UNSEEN, _BLOCK, _BREAK, _IMAGE, _TEXT = 1, 2, 4, 8, 16, 32
_KINDS = {"br": _BREAK, "img": _IMAGE, TEXT: _TEXT}
for _bit, _tags in ((_SKIPPED, _SKIPPED_TAGS), (_UNSEEN, _UNSEEN_TAGS), (_BLOCK, _BLOCK_TAGS)):
    for _tag in _tags:
        _KINDS[_tag] = _KINDS.get(_tag, 0) | _bit


class PageText(NamedTuple):
    """Text, for each node its span and flags, and how many characters of text nodes a reader sees."""

    text: str
    start: tuple[int, ...]
    end: tuple[int, ...]
    flags: bytes
    seen: int


def lay_out_text(document: Document, style_of: array[int], styles: list[Computed]) -> PageText:
    """Fold the text of a document and note which part of it each node holds."""
    unseen = _closed_details(document)
    of_style = _flags(styles, BLOCK_DISPLAYS, _INLINE_BOXES, _PRE_SPACE, _READ)
    columns = document.tag, document.parent, document.stop, document.attributes, document.data
    return PageText(*_fold(*columns, style_of, of_style, unseen, _KINDS))


class _Text:
    """A text that grows by words. `pending`: what comes next stands apart from it."""

    __slots__ = ("length", "parts", "pending")

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.pending = False

    def add(self, raw: str) -> tuple[int, int]:
        """Add the words of a string and return where they stand."""
        words = raw.split()
        if not words:
            self.pending = True
            return self.length, self.length
        if self.length and (self.pending or raw[0].isspace()):
            self.parts.append(" ")
            self.length += 1
        start, folded = self.length, " ".join(words)
        self.parts.append(folded)
        self.length += len(folded)
        self.pending = raw[-1].isspace()
        return start, self.length


_READ = tuple(map(Computed._fields.index, ("visible", "shown", "heard", "display", "white_space")))


def _flags(
    styles: list[Computed],
    blocks: frozenset[str],
    inline_boxes: frozenset[str],
    pre_space: frozenset[str],
    fields: tuple[int, ...],
) -> bytes:
    """Return the flags that nodes of each style have by it, a byte for each."""
    found = bytearray()
    for style in styles:
        is_visible, is_shown, is_heard, display, white_space = (style[field] for field in fields)
        visible = VISIBLE if is_visible and is_shown else 0
        block = BLOCK if display in blocks else 0
        edged = _EDGED if display in inline_boxes else 0
        unshown = 0 if is_shown else _UNSHOWN
        heard = HEARD if is_visible and is_heard else 0
        found.append(visible | block | edged | unshown | heard | (PRE if white_space in pre_space else 0))
    return bytes(found)


def _closed_details(document: Document) -> dict[int, int]:
    """Return, with their stops, the children of closed `<details>` that only opening it would show."""
    unseen = {}
    for node in document.nodes("details"):
        if document.attribute(node, "open") is not None:
            continue
        summary = False
        child, stop = node + 1, document.stop[node]
        while child < stop:
            if document.tag[child] == "summary" and not summary:
                summary = True
            else:
                unseen[child] = document.stop[child]
            child = document.stop[child]
    return unseen


def _span_elements(parents: tuple[int, ...], start: list[int], end: list[int]) -> None:
    """Stretch each element over the text of its descendants; one without text stays empty where it stands."""
    # The iterators read what the loop has written: an element's own place comes after those of all that is in it.
    for above, first, last in zip(reversed(parents), reversed(start), reversed(end), strict=True):
        if last > first and above >= 0:
            if end[above] <= start[above] or end[above] < last:
                end[above] = last
            start[above] = first


def picked(places: array[int], values: list[int]) -> tuple[int, ...]:
    """Return the values at some places."""
    return tuple([values[place] for place in places])
