"""Small gold files of every kind, for the page in `pages`."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from rubricator.page.model import Page

from .pages import HTML, span

KINDS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
SECTIONS, LINES, TITLE, BLOCKS, CONTENT, OUTLINE = KINDS.values()


def annotation(page: Page) -> dict[str, Any]:
    """Make an annotation of the page; a block has a second heading, another a transition."""
    text = page.text
    late, fees = span(text, "Late fees"), span(text, "Fees")

    def block(heading: list[Any], parent: int | None, level: int, ranges: tuple[int, int]) -> dict[str, Any]:
        return {
            "text": text[heading[0][0][0] : heading[0][0][1]],
            "level": level,
            "parent": parent,
            "run_in": False,
            "headings": heading,
            "ranges": [list(ranges)],
            "transitions": [],
        }

    week = span(text, "Ten percent more for each week.")
    privacy = span(text, "Privacy")
    last = block([[list(privacy)]], None, 1, span(text, "Privacy", "what you say."))
    last["transitions"] = [list(span(text, "of what you say."))]
    return {
        "schema": "rubricator-annotation/1",
        "id": "example",
        "page": {"path": "page.html", "url": None, "sha256": hashlib.sha256(HTML.encode()).hexdigest()},
        "annotator": "A",
        "titles": ["Big news"],
        "body": list(span(text, "Big news", "what you say.")),
        "blocks": [
            block([[list(fees)], [list(span(text, "You pay"))]], None, 1, (fees[0], week[1])),
            block([[list(late)]], 0, 2, (late[0], week[1])),
            last,
        ],
    }


def write(folder: Path, value: object, name: str = "gold.json", html: str = HTML) -> Path:
    """Write a gold file, and its page beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "page.html").write_text(html, "utf-8")
    path = folder / name
    path.write_text(json.dumps(value), "utf-8")
    return path
