"""Why each heading is one, and why near misses are not."""

from __future__ import annotations

from typing import NamedTuple

from rubricator.limits import Budget
from rubricator.page.model import Page
from rubricator.segment.rubric.choice import heading_confidence, without_overlaps
from rubricator.segment.rubric.features import Seen
from rubricator.segment.rubric.groups import look_groups
from rubricator.segment.rubric.learned_model import Model
from rubricator.segment.rubric.page_reading import read_page

_NEAR = 0.1
"""What is less likely than this is no near miss."""


class Reason(NamedTuple):
    """A feature, its value, and by how much it raised (or lowered) the log odds."""

    feature: str
    value: float
    weight: float


class Explained(NamedTuple):
    """A candidate, whether it is a heading, and the strongest reasons for and against."""

    text: str
    start: int
    end: int
    level: int | None
    confidence: float
    reasons: tuple[Reason, ...]


def explain(
    page: Page, model: Model, body: tuple[int, int] | None = None, reasons: int = 5, budget: Budget | None = None
) -> list[Explained]:
    """Explain the headings and the near misses of a page, in document order; the latter have no level."""
    reading = read_page(page, model, body, budget, every_feature=True)
    if reading.seen is None:
        return []
    levels = dict(zip(reading.chosen, reading.levels, strict=True))
    probability = reading.is_heading
    confidence = heading_confidence(probability)
    near = [number for number in without_overlaps(reading.candidates, probability) if probability[number] >= _NEAR]
    shown = sorted({*levels, *near} - {reading.title}, key=lambda number: reading.candidates[number].start)
    found = []
    for number, strongest in zip(shown, find_reasons(reading.seen, shown, model, reasons), strict=True):
        candidate = reading.candidates[number]
        found.append(
            Explained(
                page.text[candidate.start : candidate.end],
                candidate.start,
                candidate.end,
                levels.get(number),
                float((confidence if number in levels else probability)[number]),
                strongest,
            )
        )
    return found


def find_reasons(seen: Seen, shown: list[int], model: Model, reasons: int) -> list[tuple[Reason, ...]]:
    """Return the strongest reasons for and against some of the candidates."""
    columns = {name: column[shown] for name, column in seen.columns.items()}
    shares = model.nets["heading"].reasons(seen.columns, look_groups(seen.looks), shown)
    for name, share in model.forests["heading"].reasons(columns).items():
        shares[name] = shares.get(name, 0.0) + share
    found = []
    for place in range(len(shown)):
        strongest = sorted(shares, key=lambda name: -abs(float(shares[name][place])))[:reasons]
        found.append(tuple(Reason(name, float(columns[name][place]), float(shares[name][place])) for name in strongest))
    return found
