"""Gold: what people marked on a page. One type for all formats; what a format does not have is empty."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class GoldHeading:
    """A marked heading, its place in the hierarchy, and the block it heads."""

    text: str
    level: int | None = None
    parent: int | None = None
    """Number of the parent heading; None for one at the top."""
    then: str = ""
    """The text that follows it, to distinguish it from the same words in a table of contents."""
    ends: str = ""
    """The last text of its block."""
    run_in: bool = False
    spans: tuple[tuple[Span, ...], ...] = ()
    """Ranges in the page's text; several when a block has several headings, any of which will do."""
    block: tuple[Span, ...] = ()
    transitions: tuple[Span, ...] = ()
    """Ranges that may or may not belong to the heading or the block."""


@dataclass(frozen=True, slots=True)
class GoldSection:
    """A section title (none for text before the first one) and its prose."""

    title: str | None
    prose: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoldLine:
    """A line of the main content: heading `h`, paragraph `p` or list item `l`."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class GoldBlock:
    """A visual block."""

    level: int
    type: str
    text: str
    parent: int | None = None
    xpath: str | None = None


@dataclass(frozen=True, slots=True)
class Gold:
    """All that is known of one page."""

    id: str
    kind: str
    page: Path
    url: str | None = None
    domain: str | None = None
    """The part of its corpus: domain of asdus, page type of wcxb."""
    titles: tuple[str, ...] = ()
    has_title: bool | None = None
    """Whether the page has a title at all; None when the format does not say."""
    headings: tuple[GoldHeading, ...] = ()
    sections: tuple[GoldSection, ...] = ()
    lines: tuple[GoldLine, ...] = ()
    blocks: tuple[GoldBlock, ...] = ()
    content: str | None = None
    required: tuple[str, ...] = ()
    """Snippets that the content must hold."""
    forbidden: tuple[str, ...] = ()
    body: tuple[str, str] | None = None
    """First and last text of the content body."""
    body_span: Span | None = None
    annotator: str | None = None
    sha256: str | None = None
