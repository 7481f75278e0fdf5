"""How well each method reads our own pages, and the floors below which no figure may fall.

`python -m tests.quality.floors [METHOD..]` records the figures of now as floors; the change is then there to be seen.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from rubricator.evaluate.gold.corpora import read_gold
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.scores import score
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of
from rubricator.segment import static_methods

FLOORS = Path(__file__).parent / "floors.json"
PAGES = Path(__file__).parent.parent / "pages"
RECORD = "python -m tests.quality.floors"
_TOLERANCE = 0.0005
"""Figures are recorded with three decimals."""

Figures = dict[str, dict[str, float]]
"""By page and measure."""


def golds() -> list[Gold]:
    """Read the gold of all pages."""
    return [read_gold(path) for path in sorted(PAGES.glob("*/gold.json"))]


def figures(method: str) -> Figures:
    """Run a method on all pages."""
    found: Figures = {}
    for gold in golds():
        page = render_static(load(gold.page))
        scores = score(structure_of(page, Options(method)), gold)
        if gold.headings:
            whole = {what: scores[f"{what}, whole page"].f1 for what in ("heading", "parent", "block")}
        else:
            whole = {"no false heading": 1 / (1 + scores["heading, whole page"].found)}
        found[gold.id] = {what: round(value, 3) for what, value in whole.items()}
    return found


def read_floors() -> dict[str, Figures]:
    """Read the recorded floors, by method."""
    floors: dict[str, Figures] = json.loads(FLOORS.read_text("utf-8"))
    return floors


def complaints(method: str, found: Figures, floors: Mapping[str, Figures]) -> list[str]:
    """Tell what is below its floor, and what has none."""
    if method not in floors:
        return [f"the method {method} has no floors; record them with: {RECORD} {method}"]
    told = []
    for page, values in found.items():
        for what, value in values.items():
            floor = floors[method].get(page, {}).get(what)
            if floor is None:
                told.append(f"{method} on {page}: {what} has no floor; record it with: {RECORD} {method}")
            elif value < floor - _TOLERANCE:
                told.append(f"{method} on {page}: {what} is {value:.3f}, below its floor {floor:.3f}")
    return told


def record(methods: Sequence[str]) -> None:
    """Write the figures of some methods as floors; those of the others stay, if the methods are still there."""
    kept = {method: values for method, values in read_floors().items() if method in static_methods()}
    floors = kept | {method: figures(method) for method in methods}
    FLOORS.write_text(json.dumps(dict(sorted(floors.items())), indent=1) + "\n", "utf-8")
    print(f"recorded the floors of {', '.join(methods)}")


if __name__ == "__main__":
    record(sys.argv[1:] or static_methods())
