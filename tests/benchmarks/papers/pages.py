"""Pages judged by the small outline gold."""

from __future__ import annotations

from pathlib import Path

from judged import JudgedPage, judge

from rubricator.evaluate.gold.corpora import read_gold
from tests.evaluate.gold_files import OUTLINE, write
from tests.evaluate.pages import HTML, render


def judged(folder: Path, html: str = HTML) -> JudgedPage:
    """Judge a page by the small outline gold."""
    found = judge(read_gold(write(folder, OUTLINE, html=html)), render(html))
    assert found
    return found
