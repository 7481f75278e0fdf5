"""Pages written as plain text, in `<pre>`: blank lines part their paragraphs, and are spaces in the text of a Page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from rubricator.page.model import TEXT
from rubricator.page.text import PageText
from rubricator.style.document import Document

_MOST = 0.5
"""Share of a page's text in `<pre>` from which on that is how it is written; less are listings, each in one piece."""
_BLANK = re.compile(r"\n\s*\n\s*")


def blank_lines(document: Document, laid: PageText) -> tuple[int, ...]:
    """Return the places in the text of the spaces that blank lines became; none unless most of it is plain text."""
    outer: list[int] = []
    for node in document.nodes("pre"):
        if not outer or node >= document.stop[outer[-1]]:
            outer.append(node)
    if not outer or sum(laid.end[node] - laid.start[node] for node in outer) < _MOST * len(laid.text):
        return ()
    found: list[int] = []
    for node in chain.from_iterable(range(node + 1, document.stop[node]) for node in outer):
        if document.tag[node] == TEXT:
            parts = [" ".join(part.split()) for part in _BLANK.split(document.data[node])]
            found += _between(parts, laid.text, laid.start[node], laid.end[node])
    # Blank lines at the end of one text and at the start of the next became one space.
    return tuple(dict.fromkeys(found))


def _between(parts: Sequence[str], text: str, start: int, end: int) -> list[int]:
    """Return the spaces between the parts of a text node, which is `start` .. `end` of a text.

    Blank lines before its words and after them are empty parts. One without words has its space where it stands.
    """
    lengths = [len(part) for part in parts if part]
    if len(parts) == 1 or (lengths and sum(lengths) + len(lengths) - 1 != end - start):
        return []
    found = [start] if not lengths else [] if parts[0] else [start - 1]
    for length in lengths:
        start += length
        found.append(start)
        start += 1
    if parts[-1]:
        found.pop()
    return [place for place in found if 0 <= place < len(text) and text[place] == " "]
