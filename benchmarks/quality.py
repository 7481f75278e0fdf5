"""Section titles found on asdus: `python benchmarks/quality.py --corpora DIR`.

A found heading is right when its folded text equals a gold title, or has a Levenshtein similarity of at least .9 with
it; matches are one-to-one and in document order. Whole pages, static renderer. Micro over headings, macro over pages.
"""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path

from corpora import add_option, find_corpus, pages_of
from matching import Score, alike, fold, matches_in_order

from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.pipeline import structure_of
from rubricator.structure.model import JsonValue
from rubricator.style.static import render_static

VARIANTS: dict[str, tuple[str, dict[str, JsonValue]]] = {
    "tags": ("tags", {}),
    "heps, preset paper": ("heps", {}),
    "heps, preset paper, hidden text too": ("heps", {"hidden": True}),
    "heps, preset reference": ("heps", {"preset": "reference"}),
    "heps, preset reference, visible text only": ("heps", {"preset": "reference", "hidden": False}),
}


def gold_titles(folder: Path) -> list[str]:
    sections = json.loads((folder / "gold.json").read_text("utf-8"))["sections"]
    return [folded for section in sections if section["title"] and (folded := fold(section["title"]))]


def scores(folder: Path) -> dict[str, Score]:
    """Return the score of each variant on one page."""
    page = render_static(load(folder / "page.html"), limits=Limits(), budget=Budget())
    gold = gold_titles(folder)
    found = {}
    for name, (method, params) in VARIANTS.items():
        root = structure_of(page, method, params=params).root
        headings = [fold(block.heading.text) for block in root.walk() if block.heading]
        found[name] = Score(matches_in_order(headings, gold, alike), len(headings), len(gold))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    given = parser.parse_args()
    rows = [scores(folder) for folder in pages_of(find_corpus(given.corpora, "asdus"))]
    print(f"{len(rows)} pages, {sum(row['tags'].wanted for row in rows)} gold titles\n")
    print(f"{'method':44} {'P':>5} {'R':>5} {'F1':>5}  {'macro F1':>8}")
    for name in VARIANTS:
        total = sum((row[name] for row in rows), Score())
        macro = statistics.mean(row[name].f1 for row in rows)
        print(f"{name:44} {total.precision:5.3f} {total.recall:5.3f} {total.f1:5.3f}  {macro:8.3f}")


if __name__ == "__main__":
    main()
