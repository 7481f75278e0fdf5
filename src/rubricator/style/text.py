"""The page's text: text nodes and alternative texts in document order, white space folded, with each node's span."""

from __future__ import annotations

from typing import NamedTuple

from rubricator.page.model import BLOCK, BREAK, IMAGE, PRE, SKIPPED, TEXT, VISIBLE
from rubricator.style.computed import BLOCK_DISPLAYS, Computed
from rubricator.style.document import Document

_SKIPPED_TAGS = frozenset("head script style iframe noframes noembed".split())
"""What holds no text for readers: metadata, code, and markup kept as text."""
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


class PageText(NamedTuple):
    """Text, and for each node its span and flags."""

    text: str
    start: list[int]
    end: list[int]
    flags: bytearray


def lay_out_text(document: Document, style_of: list[int], styles: list[Computed]) -> PageText:
    """Fold the text of a document and note which part of it each node holds."""
    tags, stops, data = document.tag, document.stop, document.data
    count = len(tags)
    start, end, flags = [0] * count, [0] * count, bytearray(count)
    style_flags = [_flags(style) for style in styles]
    edged = [style.display in _INLINE_BOXES for style in styles]
    unseen = _closed_details(document) if "details" in tags else {}
    parts: list[str] = []
    length, pending = 0, False
    edge, edges = count + 1, [count + 1]
    skipped_until = unseen_until = 0

    for node, (tag, style) in enumerate(zip(tags, style_of, strict=True)):
        if node >= edge:
            pending = True
            while node >= edges[-1]:
                edges.pop()
            edge = edges[-1]
        start[node] = end[node] = length
        if node < skipped_until:
            flags[node] = SKIPPED
            continue
        flag = style_flags[style]
        if unseen and node in unseen:
            unseen_until = max(unseen_until, unseen[node])
        if tag == TEXT:
            flags[node] = flag & (PRE if node < unseen_until else PRE | VISIBLE)
            raw = data[node]
            words = raw.split()
            if not words:
                pending = True
                continue
            if length and (pending or raw[0].isspace()):
                parts.append(" ")
                start[node] = length = length + 1
            folded = " ".join(words)
            parts.append(folded)
            end[node] = length = length + len(folded)
            pending = raw[-1].isspace()
            continue
        if tag in _SKIPPED_TAGS:
            skipped_until = stops[node]
            flags[node] = SKIPPED
            continue
        if tag in _UNSEEN_TAGS:
            unseen_until = max(unseen_until, stops[node])
        if node < unseen_until:
            flag &= ~VISIBLE
        if tag in _BLOCK_TAGS and not styles[style].shown:
            flag |= BLOCK
        elif tag == "br":
            flag |= BREAK
        flags[node] = flag
        if flag & BLOCK or edged[style]:
            pending = True
            edge = stops[node]
            edges.append(edge)
        elif flag & BREAK:
            pending = True
        if tag == "img":
            flags[node] |= IMAGE
            alternative = " ".join((document.attribute(node, "alt") or "").split())
            if alternative:
                if length:
                    parts.append(" ")
                    start[node] = length = length + 1
                parts.append(alternative)
                end[node] = length = length + len(alternative)
                pending = True
    _span_elements(document, start, end)
    return PageText("".join(parts), start, end, flags)


def _flags(style: Computed) -> int:
    visible = VISIBLE if style.visible and style.shown else 0
    block = BLOCK if style.display in BLOCK_DISPLAYS else 0
    return visible | block | (PRE if style.white_space in _PRE_SPACE else 0)


def _closed_details(document: Document) -> dict[int, int]:
    """Return, with their stops, the children of closed `<details>` that only opening it would show."""
    unseen = {}
    for node, tag in enumerate(document.tag):
        if tag != "details" or document.attribute(node, "open") is not None:
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


def _span_elements(document: Document, start: list[int], end: list[int]) -> None:
    """Stretch each element over the text of its descendants; one without text stays empty where it stands."""
    # The iterators read what the loop has written: an element's own place comes after those of all that is in it.
    for above, first, last in zip(reversed(document.parent), reversed(start), reversed(end), strict=True):
        if last > first and above >= 0:
            if end[above] <= start[above] or end[above] < last:
                end[above] = last
            start[above] = first
