"""Patterns of pages: what is right and wrong is counted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from patterns import FOLDER, mistakes, read_gold

PAGE = """<!--
title: Kilns
# Firing
## Slow ones
?# Index
keep: It is **hot**
drop: Accept
-->
<!doctype html><title>Kilns</title><h1>Kilns</h1><p>It is hot in there, and stays so for a whole day and a night.</p>
<h2>Firing</h2><p>First the kiln is filled, and then it is heated for half of a day.</p>
<h2>Cooling</h2><p>Then it is left to itself until the next day, whatever anybody says.</p>
"""


def test_mistakes_are_told_and_counted(tmp_path: Path) -> None:
    path, counts = tmp_path / "page.html", Counter[str]()
    path.write_text(PAGE, "utf-8")
    assert read_gold(path).headings[1].above == ("Firing",)
    assert list(mistakes(path, counts)) == ["missed: Slow ones", "false: Cooling"]
    assert +counts == {"headings": 2, "right": 1, "missed": 1, "false": 1}
    path.write_text(PAGE.replace("keep:", "keep: not").replace("Accept", "Then it is left"), "utf-8")
    assert list(mistakes(path, counts))[2:] == ["lost: not It is **hot**", "foreign: Then it is left"]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.html")), ids=lambda path: path.stem)
def test_each_page_says_what_is_to_be_found(path: Path) -> None:
    gold = read_gold(path)
    assert gold.title
    assert gold.headings or gold.keep
