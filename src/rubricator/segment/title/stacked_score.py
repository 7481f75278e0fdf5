"""A second opinion: what the network of `rubric` says of the candidates, from other features and a wider view."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rubricator.limits import Budget
from rubricator.segment.rubric.candidates import JOINED, WHOLE
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.learned_model import Model
from rubricator.segment.rubric.page_reading import read_page
from rubricator.segment.title.candidates import Candidate
from rubricator.segment.title.units import Units

_NONE = -12.0
"""Log odds of what is no candidate of `rubric`."""


def stacked_scores(units: Units, candidates: Sequence[Candidate], model: Model, budget: Budget | None = None) -> Floats:
    """Return for each candidate the log odds of the likeliest candidate of `rubric` that it overlaps with."""
    page = units.page
    reading = read_page(page, model, budget=budget)
    odds = np.full(len(reading.view.units) + 1, _NONE)
    likely = np.clip(reading.is_title, 1e-300, 1 - 1e-15)
    for one, said in zip(reading.candidates, np.log(likely / (1 - likely)).tolist(), strict=True):
        if one.kind in {WHOLE, JOINED}:
            span = slice(one.unit, one.last + 1)
            odds[span] = np.maximum(odds[span], said)
    starts = np.array([page.start[units.node[one.first]] for one in candidates])
    ends = np.array([page.end[units.node[one.stop - 1]] for one in candidates])
    first = np.searchsorted(reading.view.units["end"], starts, "right")
    stop = np.maximum(np.searchsorted(reading.view.units["start"], ends), first + 1)
    # A span that ends with the last number of all has no end to name.
    found: Floats = np.maximum.reduceat(np.append(odds, [_NONE, _NONE]), np.stack([first, stop], axis=1).ravel())[::2]
    return found
