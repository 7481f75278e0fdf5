"""Small pages of our own for search, and ways to put them into an index."""

from __future__ import annotations

from pathlib import Path

import rubricator
from rubricator.search import open_index, search, write_index
from rubricator.search.entries import PageEntry, page_entry

KILN = """<html lang="en"><title>The kiln</title><body><h1>The kiln</h1><p>All members may fire here.</p>
<h2>Booking a firing</h2><p>Write your name into the red diary before noon.</p>
<h2>Loading</h2><p>Leave a finger of space between two pots.</p><h3>Shelves</h3><p>Dust shelves with alumina.</p>"""
GARDEN = """<html lang="en"><title>The garden</title><body><h1>The garden</h1>
<h2>Watering</h2><p>Water the beans before noon; the pots want more.</p>
<h2>Tools</h2><p>Put the tools back. Booking is not needed.</p>"""
ORCHARD = """<html lang="de"><title>Der Obstgarten</title><body><h1>Der Obstgarten</h1>
<h2>Ernte</h2><p>Die Äpfel werden im Herbst gepflückt.</p><h2>Bäume</h2><p>Ein Baum braucht im Sommer Wasser.</p>"""
TEMPLE = """<html lang="ja"><title>寺</title><body><h1>寺</h1><h2>拝観時間</h2><p>東京都の寺は朝九時に開きます。</p>
<h2>交通</h2><p>京都駅からバスで二十分。</p>"""
PAGES = {"kiln": KILN, "garden": GARDEN, "orchard": ORCHARD, "temple": TEMPLE}


def entry(key: str, html: str | None = None, language: str | None = None) -> PageEntry:
    """Return a page as it is indexed."""
    return page_entry(rubricator.read(html or PAGES[key], method="tags"), key, language=language)


def build(path: Path, *keys: str, **pages: str) -> Path:
    """Make an index of some of the pages, and of others by their names."""
    with write_index(path) as writer:
        for key, html in (*((key, PAGES[key]) for key in keys), *pages.items()):
            writer.add(entry(key, html))
    return path


def answers(path: Path, query: str, level: str = "block", **options: object) -> list[tuple[str, str, float]]:
    """Return page, heading and score of each result."""
    with open_index(path) as index:
        found = search(index, query, level=level, **options)  # type: ignore[arg-type]
    return [(result.page, result.headings[-1], result.score) for result in found.results]
