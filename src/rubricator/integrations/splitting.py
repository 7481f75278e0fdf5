"""What all adapters do: read a page, split it into chunks, and say of each where it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from rubricator.emit import Chunk, Hidden
from rubricator.load import load
from rubricator.load.encoding import without_surrogates
from rubricator.options import DEFAULT_METHOD, Options
from rubricator.pipeline import read, render_page, structure_of
from rubricator.structure.model import Structure

HEADERS = 6
"""Headings of a path that have a key of their own; the path has all."""
PLACE_KEYS = ("level", "start_index", "end_index", "xpath", "anchor", "link", "confidence")
"""Metadata that says where a chunk stands, not what it is about: nothing to embed."""


class SplittingOptions(TypedDict, total=False):
    """How pages are read and split, as keywords: what `Splitting` has, with its defaults."""

    method: str
    render: str
    body: str | None
    timeout: float | None
    hidden: Hidden
    max_chars: int | None
    max_tokens: int | None
    tokenizer: str | Callable[[str], int] | None
    overlap: int


@dataclass(frozen=True, slots=True)
class Splitting:
    """How pages are read and split; the same options as `rubricator.read` and `Structure.chunks` have."""

    method: str = DEFAULT_METHOD
    render: str = "static"
    body: str | None = None
    timeout: float | None = None
    hidden: Hidden = "auto"
    max_chars: int | None = None
    max_tokens: int | None = None
    tokenizer: str | Callable[[str], int] | None = None
    overlap: int = 0

    def read(self, page: str | Path) -> Structure:
        """Read a page from a file or a URL."""
        return read(page, method=self.method, render=self.render, body=self.body, timeout=self.timeout)

    def parse(self, html: str | bytes, url: str | None = None) -> Structure:
        """Read a page that is given as HTML; never a file or a URL, whatever it looks like."""
        options = Options(self.method, body=self.body, render=self.render).within(self.timeout)
        text = isinstance(html, str)
        data = without_surrogates(html).encode() if isinstance(html, str) else html
        source = load(data, url=url, limits=options.limits, charset="utf-8" if text else None)
        return structure_of(render_page(source, options), options)

    def split(self, structure: Structure) -> list[Chunk]:
        """Return the chunks of a page."""
        return list(
            structure.chunks(
                max_chars=self.max_chars,
                max_tokens=self.max_tokens,
                tokenizer=self.tokenizer,
                overlap=self.overlap,
                hidden=self.hidden,
            )
        )


Value = str | int | float


def place(chunk: Chunk) -> dict[str, Value]:
    """Return where a chunk stands, as flat metadata; what is not known has no key."""
    known = {
        "level": chunk.level,
        "start_index": chunk.start,
        "end_index": chunk.end,
        "xpath": chunk.xpath,
        "anchor": chunk.anchor,
        "link": chunk.link,
        "confidence": chunk.confidence,
    }
    return {key: value for key, value in known.items() if value is not None}


def origin(structure: Structure) -> dict[str, Value]:
    """Return where a page is from, as flat metadata."""
    known = {"source": structure.source.url or structure.source.path, "title": structure.title}
    return {key: value for key, value in known.items() if value}
