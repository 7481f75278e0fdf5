"""The user's gold: files and folders of annotations, of the corpora's formats, or of the public HEPS data set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rubricator.errors import GoldError
from rubricator.evaluate.gold.annotation import PAGES
from rubricator.evaluate.gold.corpora import gold_files, read_gold
from rubricator.evaluate.gold.fields import read_object
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.gold.heps_data import ContentBody, read_bodies, read_heps
from rubricator.load import load
from rubricator.page.render import render_static

BODIES = "ID_URL_XPath.csv"


class GoldFiles(NamedTuple):
    """Gold by its kind, and what could not be placed in its page."""

    by_kind: dict[str, list[Gold]]
    notes: list[str]


def read_files(places: Sequence[Path]) -> GoldFiles:
    """Read gold files, and those in folders. What is no gold is an error that names file and field."""
    by_kind: dict[str, list[Gold]] = {}
    notes: list[str] = []
    bodies: dict[Path, dict[str, ContentBody]] = {}
    taken: set[str] = set()
    for path in (path for place in places for path in _listed(place)):
        fields = read_object(path)
        if fields.has("contents") and not fields.has("schema") and not fields.has("kind"):
            gold, missing = _heps(path, bodies)
            notes += [f"{path}: {field} could not be placed in {gold.page.name}" for field in missing]
        else:
            gold = read_gold(path)
        if gold.id in taken:
            # Two people may have annotated one page.
            gold = replace(gold, id=f"{gold.id} ({path})")
        taken.add(gold.id)
        by_kind.setdefault(gold.kind, []).append(gold)
    return GoldFiles(by_kind, notes)


def _listed(place: Path) -> list[Path]:
    if not place.is_dir():
        return [place]
    found = [place / "gold.json"] if (place / "gold.json").is_file() else gold_files(place)
    if not found:
        raise GoldError(f"{place} has no gold: no *.json, and no folders with gold.json")
    return found


def _heps(path: Path, bodies: dict[Path, dict[str, ContentBody]]) -> tuple[Gold, tuple[str, ...]]:
    """Read a file of the HEPS data set; its page is beside it, the list of content bodies there or one folder up."""
    source = next((one for end in PAGES if (one := path.with_suffix(end)).is_file()), None)
    if source is None:
        raise GoldError(f"{path}: its page is not beside it: {path.with_suffix('.html')} is not there")
    table = next((one for folder in path.resolve().parents[:2] if (one := folder / BODIES).is_file()), None)
    if table and table not in bodies:
        bodies[table] = read_bodies(table)
    page = render_static(load(source))
    reading = read_heps(path, page, bodies[table].get(path.stem) if table else None)
    return replace(reading.gold, page=source), reading.missing
