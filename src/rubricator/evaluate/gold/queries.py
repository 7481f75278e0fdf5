"""Queries with their answers: `query TAB page.html#anchor` a line, and the sections that the anchors name in pages."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from rubricator.errors import GoldError
from rubricator.page.lookup import id_places
from rubricator.page.model import Page

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Target:
    """A page, and the anchor of a place in it if the answer is a section."""

    page: str
    anchor: str | None


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked, and every right answer."""

    text: str
    targets: tuple[Target, ...]

    @property
    def held_out(self) -> bool:
        """Say whether the query is of the half that is reported, not of the one that parameters are chosen on."""
        return hashlib.sha256(self.text.encode("utf-8", "replace")).digest()[0] % 2 == 1


@dataclass(frozen=True, slots=True)
class Sections:
    """Where the anchors of a page stand, and its sections: each from a heading tag to the next as high."""

    anchors: dict[str, int]
    spans: tuple[Span, ...]

    def of(self, anchor: str) -> Span | None:
        """Return the smallest section that an anchor lies in, None for one that is not there."""
        place = self.anchors.get(anchor)
        if place is None:
            return None
        around = [(end - start, start, end) for start, end in self.spans if start <= place < end]
        return min(around)[1:] if around else None


def read_queries(path: Path) -> list[Query]:
    """Read a file of queries; lines of the same query are its several answers."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise GoldError(f"{path}: cannot be read: {error}") from error
    found: dict[str, list[Target]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        query, tab, target = line.partition("\t")
        page, _, anchor = target.strip().partition("#")
        if not tab or not query.strip() or not page:
            raise GoldError(f"{path}: line {number} is not `query TAB page.html#anchor`")
        found.setdefault(query, []).append(Target(page, anchor or None))
    if not found:
        raise GoldError(f"{path}: there are no queries")
    return [Query(text, tuple(targets)) for text, targets in found.items()]


def sections(page: Page) -> Sections:
    """Return the sections that a page's own heading tags h1 to h6 make."""
    heads = [(page.start[node], tag) for node, tag in enumerate(page.tag) if tag in _HEADINGS]
    spans = []
    for number, (start, tag) in enumerate(heads):
        end = next((place for place, other in heads[number + 1 :] if other <= tag), len(page.text))
        spans.append((start, end))
    return Sections(id_places(page), tuple(spans))
