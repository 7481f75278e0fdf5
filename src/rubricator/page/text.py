"""The page's text: text nodes and alternative texts in document order, white space folded, with each node's span."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from rubricator.page._text import fold
from rubricator.page.model import BLOCK, PRE, SCREEN_READER_ONLY, SKIPPED, TEXT, VISIBLE
from rubricator.style.computed import BLOCK_DISPLAYS, Computed
from rubricator.style.document import Document
from rubricator.style.styled import Styled

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


EDGED, UNDISPLAYED = SKIPPED, 128
"""Flags of styles besides those of nodes: text in it shares no word with that around it; it is not displayed."""
IS_SKIPPED, IS_UNSEEN, IS_BLOCK, IS_BREAK, IS_IMAGE, IS_TEXT = 1, 2, 4, 8, 16, 32
_KIND_OF_TAG = {"br": IS_BREAK, "img": IS_IMAGE, TEXT: IS_TEXT}
for _bit, _tags in ((IS_SKIPPED, _SKIPPED_TAGS), (IS_UNSEEN, _UNSEEN_TAGS), (IS_BLOCK, _BLOCK_TAGS)):
    for _tag in _tags:
        _KIND_OF_TAG[_tag] = _KIND_OF_TAG.get(_tag, 0) | _bit


class PageText(NamedTuple):
    """Text, for each node its span and flags, and how many characters of text nodes a reader sees."""

    text: str
    start: array[int]
    end: array[int]
    flags: bytes
    seen: int


def lay_out_text(styled: Styled) -> PageText:
    """Fold the text of a document and note which part of it each node holds."""
    document = styled.document
    kinds = bytes([_KIND_OF_TAG.get(tag, 0) for tag in document.symbols.tags])
    columns = document.symbols, document.parent, document.stop, document.data
    return PageText(*fold(*columns, styled.style_of, _flags(styled.styles), kinds, _closed_details(document)))


def _flags(styles: list[Computed]) -> bytes:
    """Return the flags that nodes of each style have by it, a byte for each."""
    found = bytearray()
    for style in styles:
        visible = VISIBLE if style.visible and style.shown else 0
        block = BLOCK if style.display in BLOCK_DISPLAYS else 0
        edged = EDGED if style.display in _INLINE_BOXES else 0
        undisplayed = 0 if style.shown else UNDISPLAYED
        read_aloud = SCREEN_READER_ONLY if style.visible and style.screen_reader_only else 0
        found.append(
            visible | block | edged | undisplayed | read_aloud | (PRE if style.white_space in _PRE_SPACE else 0)
        )
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
