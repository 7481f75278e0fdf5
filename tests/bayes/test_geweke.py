"""The whole sampler by the joint distribution test of J. Geweke (2004).

Two ways to draw (bases, rules, structure, page) must agree: from the priors down, and by the sampler's own steps with a
page drawn anew after each of them. A mistake in any conditional makes them part.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, lgamma, sqrt
from random import Random
from statistics import fmean, variance

import numpy as np
import pytest

from rubricator.segment.bayes.bases import LABELS, Bases, Rules
from rubricator.segment.bayes.document import Document
from rubricator.segment.bayes.learning import Tables, count_tables, draw_bases
from rubricator.segment.bayes.parameters import Parameters
from rubricator.segment.bayes.sampler import sweep
from rubricator.segment.bayes.state import State, Structure
from tests.bayes.generate import draw_document, possible

SHAPES = ((1,), (2, 1), (1, 1), (2,))
"""Symbols of each block of each row."""
PARAMETERS = Parameters(
    alpha_h=2.0, alpha_c=3.0, alpha_b=1.0, alpha_e=2.0, alpha_l=1.5, alpha_n=2.5,
    content_more=2.0, content_none=3.0, heading_more=2.0, heading_last=4.0, strength=0.8, linefeed=0.4,
)  # fmt: skip
WORDS = SYMBOLS = 3
Sample = tuple[float, ...]


def log_beta(one: float, other: float) -> float:
    return lgamma(one) + lgamma(other) - lgamma(one + other)


def prior_weight(bound: list[int]) -> float:
    """Return the probability of the rows' shapes and boundaries with the rules integrated out, up to a constant."""
    given = PARAMETERS
    sizes = [len(shape) for shape in SHAPES]
    pairs = [(size, one) for size, one in zip(sizes, bound, strict=True) if one]
    alone = sum(size == one for size, one in pairs)
    further = sum(one - 1 for _, one in pairs)
    rules = log_beta(given.content_more + len(pairs) - alone, given.content_none + alone)
    rules += log_beta(given.heading_more + further, given.heading_last + len(pairs))
    return exp(rules) * 0.5 ** sum(size - one for size, one in zip(sizes, bound, strict=True))


STRUCTURES = list(possible([len(shape) for shape in SHAPES], [False] * len(SHAPES), 8, bare=False))
WEIGHTS = [prior_weight(bound) for _, bound in STRUCTURES]


def from_the_priors(random: Random, numbers: np.random.Generator) -> tuple[Bases, Structure, Document]:
    dep, bound = random.choices(STRUCTURES, WEIGHTS)[0]
    linefeed = [[int(random.random() < PARAMETERS.linefeed) for _ in range(shape[-1])] for shape in SHAPES]
    structure = Structure(list(dep), list(bound), linefeed)
    nothing = Tables({label: {} for label in LABELS}, *_rules(structure))
    bases = draw_bases(nothing, WORDS, SYMBOLS, PARAMETERS, numbers)
    return bases, structure, draw_document(SHAPES, structure, bases, PARAMETERS, random)


def _rules(structure: Structure) -> tuple[int, int, int]:
    pairs = [(len(shape), one) for shape, one in zip(SHAPES, structure.bound, strict=True) if one]
    alone = sum(size == one for size, one in pairs)
    return len(pairs) - alone, alone, sum(one - 1 for _, one in pairs)


def by_the_sampler(random: Random, numbers: np.random.Generator) -> Iterator[tuple[Bases, Structure, Document]]:
    bases, structure, document = from_the_priors(random, numbers)
    while True:
        state = State(document, structure, bases, PARAMETERS)
        sweep(state, random.random)
        structure = state.structure
        tables = count_tables(state, random.random)
        bases = draw_bases(tables, WORDS, SYMBOLS, PARAMETERS, numbers)
        document = draw_document(SHAPES, structure, bases, PARAMETERS, random)
        yield bases, structure, document


def statistics(bases: Bases, structure: Structure, document: Document) -> Sample:
    """Return what is compared: about structures, bases, rules, and how they hang together with the page."""
    words = [word for row in document.rows for word in row.words]
    last = [symbol for row in document.rows for symbol in row.last]
    headings = [row.words[0] for row, bound in zip(document.rows, structure.bound, strict=True) if bound]
    linked = sum(dep >= 0 for dep in structure.dep)
    return (
        float(sum(structure.bound)),
        float(sum(map(bool, structure.bound))),
        float(linked),
        float(len(set(structure.dep))),
        float(sum(map(sum, structure.linefeed))),
        bases.h[0], bases.c[0] ** 2, bases.b[0], bases.b[0] * bases.n[0], bases.e[0] ** 2, bases.l[0],
        *bases.rules,
        float(words.count(0)),
        float(last.count(1)),
        float(len(set(last))),
        headings.count(0) * bases.h[0],
        linked * bases.b[0],
        float(linked * len(set(last))),
    )  # fmt: skip


def batches(samples: list[Sample], size: int) -> list[Sample]:
    """Return the means of stretches of a chain, which are nearly independent of each other."""
    starts = range(0, len(samples) - size + 1, size)
    return [tuple(fmean(column) for column in zip(*samples[at : at + size], strict=True)) for at in starts]


def test_both_ways_to_draw_agree() -> None:
    random, numbers = Random(11), np.random.default_rng(11)
    direct = [statistics(*from_the_priors(random, numbers)) for _ in range(5000)]
    chain = by_the_sampler(random, numbers)
    samples = [statistics(*next(chain)) for _ in range(8000)]
    for place, (one, other) in enumerate(
        zip(zip(*direct, strict=True), zip(*batches(samples, 200), strict=True), strict=True)
    ):
        error = sqrt(variance(one) / len(one) + variance(other) / len(other))
        assert abs(fmean(one) - fmean(other)) / error < 4, f"statistic {place}"


def test_it_finds_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test has teeth: rules drawn without their counts make the ways part."""
    random, numbers = Random(12), np.random.default_rng(12)
    direct = [statistics(*from_the_priors(random, numbers)) for _ in range(1600)]
    monkeypatch.setattr(Rules, "__new__", lambda kind, *_: tuple.__new__(kind, (0.5, 0.5)))
    chain = by_the_sampler(random, numbers)
    samples = batches([statistics(*next(chain)) for _ in range(1600)], 200)
    apart = [
        abs(fmean(one) - fmean(other)) / sqrt(variance(one) / len(one) + variance(other) / len(other) + 1e-12)
        for one, other in zip(zip(*direct, strict=True), zip(*samples, strict=True), strict=True)
    ]
    assert max(apart) > 8
