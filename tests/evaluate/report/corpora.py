"""Tiny corpora, one of each kind that a report treats in its own way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from rubricator.evaluate.compare import Result, compare, parse_contender

HOSTILE = "</td><script>alert('x')</script> & \"more\""

_PAGES = {
    "half": "<title>Half</title><h1>Half</h1><h2>Kept</h2><p>Text of it.</p><p><b>Lost</b></p><p>More text.</p>"
    "<h2>Advertisement</h2><p>Buy.</p>",
    "most": "<title>Most</title><h1>Most</h1><h2>First</h2><p>Text.</p><h3>Below</h3><p>Text.</p>"
    "<h2>Second</h2><p>Text.</p><h2>Share</h2><p>Text.</p>",
    "all": "<title>All</title><h1>All</h1><h2>First</h2><p>Text.</p>",
    "none": "<title>None</title><p>Nothing but text.</p>",
}
_OUTLINES: dict[str, list[tuple[str, int, int | None]]] = {
    "half": [("Kept", 1, None), ("Lost", 1, None)],
    "most": [("First", 1, None), ("Below", 2, 0), ("Second", 1, None)],
    "all": [("First", 1, None)],
    "none": [],
}


def write_outlines(folder: Path) -> None:
    """Write the corpus `outline`: pages of which tags find half, most, all, and one without headings."""
    for name, html in _PAGES.items():
        headings = [
            {"text": text, "level": level, "parent": parent, "run_in": False} for text, level, parent in _OUTLINES[name]
        ]
        gold = {"title": name.title(), "headings": headings, "body": None}
        _write(folder / "outline", name, "outline", html, gold)


def write_contents(folder: Path) -> None:
    """Write the corpus `content`, whose gold has no headings."""
    gold: Mapping[str, object] = {
        "title": "A title",
        "url": None,
        "page_type": None,
        "content": "The text.",
        "with": [],
        "without": [],
    }
    _write(folder / "content", "one", "content", "<title>A title</title><h1>Heading</h1><p>The text.</p>", gold)


def write_page(folder: Path, html: str, headings: list[str], name: str = "page") -> None:
    """Write a page of the corpus `lines` with its headings."""
    _write(folder / "lines", name, "lines", html, {"lines": [{"kind": "h", "text": text} for text in headings]})


def compared(folder: Path, *corpora: str, methods: str = "tags,heps") -> Result:
    """Compare methods in this process, with details."""
    contenders = [parse_contender(name) for name in methods.split(",")]
    return compare(contenders, folder, corpora, processes=1, detailed=True)


def _write(corpus: Path, name: str, kind: str, html: str, gold: Mapping[str, object]) -> None:
    place = corpus / name
    place.mkdir(parents=True)
    (place / "page.html").write_text(html, "utf-8")
    fields = {"id": f"{corpus.name}/{name}", "kind": kind, "page": "page.html", **gold}
    (place / "gold.json").write_text(json.dumps(fields), "utf-8")
