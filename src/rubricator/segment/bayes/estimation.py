"""From samples to one structure (section 5.4): average the bases, fix them, restart, keep the likeliest, finalise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import NamedTuple

import numpy as np

from rubricator.segment.bayes.bases import Bases, uniform_bases
from rubricator.segment.bayes.blocks import Link
from rubricator.segment.bayes.document import Document
from rubricator.segment.bayes.joint import log_joint
from rubricator.segment.bayes.learning import Average, count_tables, draw_bases
from rubricator.segment.bayes.parameters import Parameters
from rubricator.segment.bayes.sampler import best, sweep
from rubricator.segment.bayes.state import State, Structure, drop_bare, first_structure

_GREEDY = 5
"""Passes of the greedy finalisation at most ("repeated several times")."""
FULL_SWEEPS = 2000
"""Rows of a page up to which all sweeps and runs are made; larger pages get fewer, to bound the time they take."""
_LEAST_SWEEPS = 2
Tick = Callable[[], None]
"""Called after each sweep; it may raise."""


class Estimate(NamedTuple):
    """The structure that was found, log P(d, T) of it, and how many final sweeps a run had."""

    structure: Structure
    log_probability: float
    sweeps: int


def estimate(
    document: Document, bases: Bases | None, links: Sequence[Link], parameters: Parameters, tick: Tick
) -> Estimate:
    """Estimate the structure of one page, starting from some links; without bases they are learned from the page."""
    found: Estimate | None = None
    for run in range(max(1, int(parameters.runs * _share(document)))):
        chance = Random(f"{parameters.seed:g} {run}")
        fixed = bases or learn_bases(document, parameters, chance, tick)
        one = find_structure(document, fixed, links, parameters, chance, tick)
        if found is None or one.log_probability > found.log_probability:
            found = one
    assert found is not None  # there is at least one run
    return found


def learn_bases(document: Document, parameters: Parameters, chance: Random, tick: Tick) -> Bases:
    """Sample bases and structures of one page in turn; return the mean of the bases in the second half."""
    words, symbols = len(document.words), len(document.symbols)
    random = np.random.default_rng(chance.getrandbits(64))
    bases = uniform_bases(words, symbols, parameters)
    state = State(document, first_structure(document, chance.random), bases, parameters)
    average = Average()
    sweeps = _sweeps(parameters.first_sweeps, document)
    for number in range(sweeps):
        sweep(state, chance.random)
        bases = draw_bases(count_tables(state, chance.random), words, symbols, parameters, random)
        state.take(bases, parameters)
        if number >= sweeps // 2:
            average.add(bases)
        tick()
    return average.mean()


def find_structure(
    document: Document, bases: Bases, links: Sequence[Link], parameters: Parameters, chance: Random, tick: Tick
) -> Estimate:
    """Sample structures with fixed bases, take the likeliest, and move each row to its likeliest state."""
    first = first_structure(document, chance.random)
    for row, parent, bound in links:
        first.dep[row], first.bound[row] = parent, min(bound, int(parameters.heading_blocks))
    if not parameters.bare:
        drop_bare(document, first)
    state = State(document, first, bases, parameters)
    reached = log_joint(document, state.structure, bases, parameters)
    top, likeliest = -inf, state.structure
    sweeps = _sweeps(parameters.final_sweeps, document)
    for _ in range(sweeps):
        reached += sweep(state, chance.random).gain
        if reached > top:
            top, likeliest = reached, state.structure.copy()
        tick()
    state = State(document, likeliest, bases, parameters)
    for _ in range(_GREEDY):
        swept = sweep(state, chance.random, best)
        top += swept.gain
        tick()
        if not swept.changed:
            break
    return Estimate(state.structure, top, sweeps)


def _sweeps(asked: float, document: Document) -> int:
    return max(min(int(asked), _LEAST_SWEEPS), int(asked * _share(document)))


def _share(document: Document) -> float:
    """Return the share of the requested work that is done on a page."""
    rows = sum(not row.sentence for row in document.rows)
    return min(1.0, FULL_SWEEPS / max(rows, 1))
