"""Blocks, degrees of coherence and separators of a page of ours, in full, as Chromium lays it out."""

from __future__ import annotations

from pathlib import Path

import pytest

from rubricator.limits import Budget
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.render import render_browser
from rubricator.structure.invariants import check
from rubricator.style.browser import Chromium
from tests.browser import SKIPPED, find_chromium

from .reading import degrees, tree, vips

PAGE = Path(__file__).parent / "page.html"


def separator(block: int, direction: str, start: int, end: int, weight: float) -> dict[str, object]:
    return {"block": block, "direction": direction, "start": start, "end": end, "weight": weight}


@pytest.mark.browser
def test_a_page_in_full() -> None:
    if find_chromium() is None:
        pytest.skip(f"{SKIPPED}: neither chromium nor google-chrome is on the path")
    with Chromium() as chromium:
        page = render_browser(load(PAGE), Options(budget=Budget(60)), browser=chromium)
    structure = vips(page)
    check(structure)
    articles = ["The big kiln is free on Fridays.", "Glazing for beginners starts in May."]
    assert tree(structure) == ["Harrow Lane Pottery", ["Courses Kilns", articles], "Open every day but Monday"]
    assert [block.xpath for block in structure.root.walk()] == [
        "/html[1]/body[1]",
        "/html[1]/body[1]/header[1]",
        "/html[1]/body[1]/div[1]",
        "/html[1]/body[1]/div[1]/nav[1]",
        "/html[1]/body[1]/div[1]/main[1]",
        "/html[1]/body[1]/div[1]/main[1]/article[1]",
        "/html[1]/body[1]/div[1]/main[1]/article[2]",
        "/html[1]/body[1]/footer[1]",
    ]
    assert degrees(structure) == [0.0, 1.0, 0.1, 1.0, 0.5, 1.0, 1.0, 1.0]
    assert structure.details["boxes"] == [
        [0, 0, 1280, 710],
        [0, 0, 1280, 80],
        [0, 120, 960, 470],
        [0, 120, 200, 420],
        [260, 120, 700, 470],
        [260, 120, 700, 150],
        [260, 370, 700, 220],
        [0, 630, 1280, 80],
    ]
    assert structure.details["separators"] == [
        separator(0, "horizontal", 80, 120, 0.7),
        separator(0, "horizontal", 590, 630, 0.7),
        separator(2, "vertical", 200, 260, 0.9),
        separator(4, "horizontal", 270, 370, 0.5),
    ]
    assert tree(vips(page, 0.4)) == ["Harrow Lane Pottery", ["Courses Kilns", " ".join(articles)], tree(structure)[2]]
