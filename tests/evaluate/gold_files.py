"""Small gold files of every kind, for the page in `pages`."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from rubricator.page.model import Page

from .pages import HTML, span

SECTIONS: dict[str, Any] = {
    "id": "asdus/PP__example.com",
    "page": "page.html",
    "kind": "sections",
    "domain": "PP",
    "sections": [
        {"title": None, "prose": ["Intro words of this page here."]},
        {"title": "Fees", "prose": ["You pay every month, in advance."]},
        {"title": "Late fees", "prose": ["Ten percent more for each week."]},
        {"title": "Privacy", "prose": ["We keep nothing of what you say."]},
    ],
}
LINES: dict[str, Any] = {
    "id": "cleaneval/1",
    "page": "page.html",
    "kind": "lines",
    "url": "http://www.example.com/",
    "lines": [
        {"kind": "h", "text": "Fees"},
        {"kind": "p", "text": "You pay every month, in advance."},
        {"kind": "h", "text": "Privacy"},
        {"kind": "l", "text": "We keep nothing of what you say."},
    ],
}
TITLE: dict[str, Any] = {
    "id": "l3s/1",
    "page": "page.html",
    "kind": "title",
    "url": None,
    "title": "Big news",
    "full_text": "Intro words of this page here. Fees You pay every month, in advance.",
}
BLOCKS: dict[str, Any] = {
    "id": "kreuzer/popular__www.example.com",
    "page": "page.html",
    "kind": "blocks",
    "blocks": [
        {"level": 1, "type": "Menu", "tag": "div", "parent": None, "xpath": None, "text": "Home All fees"},
        {
            "level": 1,
            "type": "Main",
            "tag": "div",
            "parent": None,
            "xpath": None,
            "text": "Fees You pay every month, in advance. Late fees Ten percent more for each week.",
        },
        {
            "level": 2,
            "type": "Text",
            "tag": "p",
            "parent": 1,
            "xpath": "//p[2]",
            "text": "You pay every month, in advance.",
        },
        {"level": 2, "type": "Text", "tag": "p", "parent": 1, "xpath": None, "text": "Ten percent more for each week."},
    ],
}
CONTENT: dict[str, Any] = {
    "id": "wcxb/0001",
    "page": "page.html",
    "kind": "content",
    "url": "https://www.example.com/",
    "page_type": "article",
    "title": "Big news",
    "content": "Big news\n\nIntro words of this page here.",
    "with": ["Intro words"],
    "without": ["Copyright notice"],
}
OUTLINE: dict[str, Any] = {
    "id": "outline/PP__example.com",
    "kind": "outline",
    "page": "page.html",
    "title": "Big news",
    "body": {"starts": "Big news", "ends": "We keep nothing of what you say."},
    "headings": [
        {
            "text": "Fees",
            "level": 1,
            "parent": None,
            "run_in": False,
            "then": "You pay every month",
            "ends": "Ten percent more for each week.",
        },
        {
            "text": "Late fees",
            "level": 2,
            "parent": 0,
            "run_in": False,
            "then": "Ten percent more",
            "ends": "Ten percent more for each week.",
        },
        {
            "text": "Privacy",
            "level": 1,
            "parent": None,
            "run_in": False,
            "then": "We keep nothing",
            "ends": "We keep nothing of what you say.",
        },
    ],
}
KINDS: dict[str, dict[str, Any]] = {
    one["kind"]: one for one in (SECTIONS, LINES, TITLE, BLOCKS, CONTENT, OUTLINE)
}  # fmt: skip


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
