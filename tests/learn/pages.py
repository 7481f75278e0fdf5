"""Small synthetic pages and what is marked on them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from rubricator.evaluate.gold.gold import Gold, GoldHeading
from rubricator.learn.examples import Example, make_example
from rubricator.page.model import Page

from ..evaluate.pages import render, span

TOPICS = ("Fees", "Opening hours", "How to get here", "Members", "The garden", "Rules", "History", "Rooms", "Tickets")
SENTENCES = (
    "We keep what you send us only as long as we need it for this purpose.",
    "The committee met three times last year and published a short report.",
    "Most visitors come by train, which stops a few minutes away from us.",
    "You may cancel at any time by letter, and we return what you have paid.",
    "In the north the winters are long, and snow lies on the hills for months.",
)


def topics(number: int) -> list[str]:
    """Return the headings of a page."""
    return [f"{TOPICS[(number + step) % len(TOPICS)]} {number}" for step in range(5)]


def html(number: int, opening: str = "<h2>", closing: str = "</h2>") -> str:
    """Write a page with a menu, a title, and headings between two tags; the second and third are below the first."""
    parts = []
    for place, topic in enumerate(topics(number)):
        lower = place in {1, 2} and opening == "<h2>"
        head = f"<h3>{topic}</h3>" if lower else f"{opening}{topic}{closing}"
        texts = [f"{SENTENCES[(number + place + step) % 5]} It is so in case {number}.{place}." for step in (0, 2)]
        parts.append(head + "".join(f"<p>{text} {SENTENCES[(number + place) % 5]}</p>" for text in texts))
    menu = "<ul class=menu><li><a href=/>Home</a><li><a href=/a>About</a><li><a href=/c>Contact us</a></ul>"
    return (
        f"<title>Guide {number}</title><body>{menu}<div class=text><h1>Guide {number}</h1>{''.join(parts)}</div>"
        "<div class=footer><a href=/l>Legal notice</a> <a href=/m>Map</a></div>"
    )


def gold(number: int, page: Page, path: Path | None = None) -> Gold:
    """Mark the headings of a page."""
    marked = []
    for place, topic in enumerate(topics(number)):
        start = page.text.index(topic)
        then = page.text[start + len(topic) + 1 :][:40]
        parent = 0 if place in {1, 2} else None
        where = (start, start + len(topic))
        level = 1 if parent is None else 2
        marked.append(GoldHeading(topic, level, parent, then, spans=((where,),), block=(where,)))
    last = page.text.rindex("case")
    body = f"Guide {number}", page.text[last:].split(" Legal")[0]
    return Gold(
        f"p{number}",
        "outline",
        path or Path(f"{number}.html"),
        titles=(f"Guide {number}",),
        headings=tuple(marked),
        body=body,
    )


def example(number: int, opening: str = "<h2>", closing: str = "</h2>", fold: int = 0) -> Example:
    page = render(html(number, opening, closing))
    found = make_example(page, gold(number, page), "outline", fold)
    assert found
    return found


def write_annotation(folder: Path, number: int, opening: str = "<h2>", closing: str = "</h2>") -> Path:
    """Write a page and an annotation file for it."""
    text = html(number, opening, closing)
    source = folder / f"p{number}.html"
    source.write_text(text, "utf-8")
    page = render(text)
    blocks: list[dict[str, Any]] = []
    for topic in topics(number):
        where = list(span(page.text, topic))
        blocks.append(
            {"text": topic, "level": 1, "parent": None, "run_in": False, "headings": [[where]], "ranges": [where]}
        )
        blocks[-1]["transitions"] = []
    path = folder / f"p{number}.json"
    path.write_text(
        json.dumps(
            {
                "schema": "rubricator-annotation/1",
                "id": f"p{number}",
                "page": {"path": source.name, "url": None, "sha256": hashlib.sha256(text.encode()).hexdigest()},
                "annotator": "A",
                "titles": [f"Guide {number}"],
                "body": None,
                "blocks": blocks,
            }
        ),
        "utf-8",
    )
    return path
