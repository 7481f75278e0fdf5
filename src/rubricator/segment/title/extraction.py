"""From a page to its titles: units, scores, choice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rubricator.limits import Budget, Limits
from rubricator.page.lookup import Lookup
from rubricator.page.model import Page
from rubricator.page.xpath import XPaths
from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.learned_model import Model as RubricModel
from rubricator.segment.rubric.learned_model import load_model as load_rubric
from rubricator.segment.title.candidates import (
    Candidate,
    candidate_columns,
    candidate_groups,
    find_candidates,
    font_sizes,
    run_text,
)
from rubricator.segment.title.choice import Run, choose_runs
from rubricator.segment.title.columns import Columns
from rubricator.segment.title.features import Bits, unit_features
from rubricator.segment.title.stacked_score import stacked_scores
from rubricator.segment.title.title_model import Model
from rubricator.segment.title.units import Units, find_units
from rubricator.structure.model import Title

_MOST_UNITS = 20_000
"""Units that are looked at: titles stand on top (section 3, 2a), and memory stays bounded."""


def read_titles(page: Page, model: Model, budget: Budget | None = None) -> tuple[Title, ...]:
    """Find the units of a page, score them, choose the titles, and say where they stand."""
    units = first_units(find_units(page))
    if budget:
        budget.check()
    runs = find_runs(units, model, load_rubric() if model.net else None, budget)
    if budget:
        budget.check()
    lookup, xpaths = Lookup(page), XPaths(page, Limits())
    titles = []
    for run in runs:
        start, end = page.start[units.node[run.first]], page.end[units.node[run.stop - 1]]
        path = xpaths.path(lookup.containing(start, end))
        titles.append(Title(run_text(units, run.first, run.stop), start, end, path, round(run.score, 3)))
    return tuple(titles)


def first_units(units: Units, most: int = _MOST_UNITS) -> Units:
    """Keep the first units of a page."""
    if len(units.node) <= most:
        return units
    return units._replace(
        node=units.node[:most], line=units.line[:most], own=units.own[:most], between=units.between[: most + 1]
    )


def find_runs(units: Units, model: Model, rubric: RubricModel | None = None, budget: Budget | None = None) -> list[Run]:
    """Score the units, or the candidates, and choose. What `rubric` says of candidates counts a third, if given."""
    if not units.node:
        return []
    if model.weights is not None:
        return unit_runs(units, unit_features(units), model)
    candidates = find_candidates(units)
    if not candidates:
        return []
    second = stacked_scores(units, candidates, rubric, budget) if rubric else None
    columns, groups = candidate_columns(units, candidates), candidate_groups(units, candidates)
    return candidate_runs(candidates, columns, groups, model, second)


def unit_runs(units: Units, features: Bits, model: Model) -> list[Run]:
    """Choose runs of units by the perceptron."""
    if model.weights is None:
        return []
    scores = features @ model.weights + model.bias
    return choose_runs(scores.tolist(), font_sizes(units))


def candidate_runs(
    candidates: Sequence[Candidate],
    columns: Columns,
    groups: dict[str, Ints],
    model: Model,
    second: Floats | None = None,
) -> list[Run]:
    """Choose the best candidate by the mean of all log odds, if with the model's bias they are above zero."""
    if model.net is None or model.forest is None or not candidates:
        return []
    odds = model.net.scores(columns, groups)[0] + model.forest.scores(columns)
    if second is not None:
        odds = (2 * odds + second) / 3
    odds += model.bias
    best = int(np.argmax(odds))
    return [Run(candidates[best].first, candidates[best].stop, float(odds[best]))] if odds[best] > 0 else []
