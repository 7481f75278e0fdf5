"""Sampling of base distributions and rule probabilities, given the structures of pages (sections 4.3 and 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.bayes.bases import LABELS, WORD_LABELS, Bases, Rules
from rubricator.segment.bayes.parameters import Parameters
from rubricator.segment.bayes.state import State
from rubricator.segment.bayes.stirling import draw_tables

_LEAST = 1e-12
"""Of a base probability; a Dirichlet draw may be too small for a number."""
Counts = Mapping[int, int]


class Tables(NamedTuple):
    """What structures say about what all pages share: draws from each base distribution, and uses of the rules."""

    draws: dict[str, dict[int, int]]
    with_content: int = 0
    alone: int = 0
    further: int = 0


def count_tables(state: State, chance: Callable[[], float]) -> Tables:
    """Draw how often each base distribution was drawn from on one page, and count the rules."""
    draws: dict[str, dict[int, int]] = {
        label: _draws(enumerate(getattr(state, label)), getattr(state, f"prior_{label}"), chance)
        for label in LABELS
        if label != "b"
    }
    draws["b"] = {}
    for parent in sorted(state.groups):
        group = _draws(sorted(state.groups[parent].counts.items()), state.prior_b, chance)
        for symbol, count in group.items():
            draws["b"][symbol] = draws["b"].get(symbol, 0) + count
    pairs = zip(state.document.rows, state.structure.bound, strict=True)
    sizes = [(len(row.words), bound) for row, bound in pairs if bound]
    alone = sum(size == bound for size, bound in sizes)
    return Tables(draws, len(sizes) - alone, alone, sum(bound - 1 for _, bound in sizes))


def _draws(counts: Iterable[tuple[int, int]], prior: Sequence[float], chance: Callable[[], float]) -> dict[int, int]:
    return {number: draw_tables(count, prior[number], chance) for number, count in counts if count}


def add_tables(tables: Iterable[Tables]) -> Tables:
    """Add what several pages say."""
    draws: dict[str, dict[int, int]] = {label: {} for label in LABELS}
    with_content = alone = further = 0
    for one in tables:
        for label, counts in one.draws.items():
            mine = draws[label]
            for number, count in counts.items():
                mine[number] = mine.get(number, 0) + count
        with_content, alone, further = with_content + one.with_content, alone + one.alone, further + one.further
    return Tables(draws, with_content, alone, further)


def draw_bases(tables: Tables, words: int, symbols: int, parameters: Parameters, random: np.random.Generator) -> Bases:
    """Draw base distributions and rule probabilities from their conditional distributions."""
    drawn = {}
    for label in LABELS:
        weights = np.full(words if label in WORD_LABELS else symbols, parameters.strength)
        for number, count in tables.draws[label].items():
            weights[number] += count
        drawn[label] = _dirichlet(weights, random).tolist()
    with_content = random.beta(parameters.content_more + tables.with_content, parameters.content_none + tables.alone)
    last = tables.with_content + tables.alone
    further = random.beta(parameters.heading_more + tables.further, parameters.heading_last + last)
    return Bases(**drawn, rules=Rules(_inside(with_content), _inside(further)))


def _dirichlet(weights: NDArray[np.float64], random: np.random.Generator) -> NDArray[np.float64]:
    drawn = np.maximum(random.standard_gamma(weights), 0)
    drawn = np.maximum(drawn / max(drawn.sum(), _LEAST), _LEAST)
    return np.asarray(drawn / drawn.sum())


def _inside(share: float) -> float:
    return float(min(max(share, _LEAST), 1 - 1e-9))


class Average:
    """The mean of the base distributions and rules that were drawn (section 5.4)."""

    def __init__(self) -> None:
        self._sums: dict[str, NDArray[np.float64]] = {}
        self._rules = np.zeros(2)
        self._size = 0

    def add(self, bases: Bases) -> None:
        for label in LABELS:
            now = np.asarray(getattr(bases, label))
            self._sums[label] = self._sums[label] + now if self._size else now
        self._rules += bases.rules
        self._size += 1

    def mean(self) -> Bases:
        means = {label: (total / self._size).tolist() for label, total in self._sums.items()}
        with_content, further = (self._rules / self._size).tolist()
        return Bases(**means, rules=Rules(with_content, further))
