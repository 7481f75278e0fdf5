"""Pages drawn from the model with known structures: the links are found again."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from rubricator.segment.bayes.bases import Bases, Rules, uniform_bases
from rubricator.segment.bayes.document import Document
from rubricator.segment.bayes.estimation import estimate
from rubricator.segment.bayes.learning import Average, add_tables, count_tables, draw_bases
from rubricator.segment.bayes.parameters import Parameters
from rubricator.segment.bayes.sampler import sweep
from rubricator.segment.bayes.state import NULL, State, Structure, first_structure
from tests.bayes.generate import draw_document

PARAMETERS = Parameters(
    alpha_b=0.1, alpha_h=20.0, alpha_c=20.0, alpha_e=5.0, alpha_l=5.0, alpha_n=5.0, final_sweeps=100.0, runs=8.0,
    bare=True,
)  # fmt: skip
"""Groups of sisters keep to few symbols, so that there is something to find."""
WORDS, SYMBOLS = 60, 40


def half(size: int, first: bool) -> list[float]:
    """Return a base distribution over one half of what there is, nearly."""
    shares = [1.0 if (place < size // 2) is first else 0.01 for place in range(size)]
    return [one / sum(shares) for one in shares]


BASES = Bases(
    half(WORDS, True), half(WORDS, False), half(SYMBOLS, True), half(SYMBOLS, False), half(SYMBOLS, False),
    half(SYMBOLS, False), Rules(0.6, 0.05),
)  # fmt: skip


def draw_page(
    random: Random, sections: int = 3, items: int = 8, parameters: Parameters = PARAMETERS
) -> tuple[Document, Structure]:
    """Draw a page with a title, sections under it, items under most of those, and contents between them."""
    dep, bound = [NULL], [1]
    shapes: list[tuple[int, ...]] = [(3,)]
    for _ in range(sections):
        section = len(dep)
        dep.append(0)
        bound.append(1)
        shapes.append((3,))
        size = random.choice([0, items, items])
        if not size and not parameters.bare:
            dep.append(NULL)
            bound.append(0)
            shapes.append((1, 2))
        for _ in range(size):
            dep.append(section)
            bound.append(1)
            shapes.append((2, 1))
            if random.random() < 0.3:
                dep.append(NULL)
                bound.append(0)
                shapes.append((1, 2))
    structure = Structure(dep, bound, [[0] * (shape[-1] - 1) + [1] for shape in shapes])
    return draw_document(shapes, structure, BASES, parameters, random, free=1), structure


def links(structure: Structure) -> set[tuple[int, int]]:
    return {(number, dep) for number, dep in enumerate(structure.dep) if structure.bound[number]}


def f_measure(found: list[set[tuple[int, int]]], wanted: list[set[tuple[int, int]]]) -> float:
    right = sum(len(one & other) for one, other in zip(found, wanted, strict=True))
    return 2 * right / (sum(map(len, found)) + sum(map(len, wanted)))


@pytest.mark.parametrize("bare", [False, True])
def test_links_are_recovered_with_known_bases(bare: bool) -> None:
    random = Random(4)
    parameters = replace(PARAMETERS, bare=bare)
    pages = [draw_page(random, parameters=parameters) for _ in range(8)]
    found = [estimate(document, BASES, [], parameters, lambda: None) for document, _ in pages]
    score = f_measure([links(one.structure) for one in found], [links(structure) for _, structure in pages])
    assert score >= 0.9


def test_links_are_recovered_with_bases_learned_from_many_pages() -> None:
    random, numbers = Random(6), np.random.default_rng(6)
    pages = [draw_page(random) for _ in range(25)]
    bases = uniform_bases(WORDS, SYMBOLS, PARAMETERS)
    states = [State(one, first_structure(one, random.random), bases, PARAMETERS) for one, _ in pages]
    average = Average()
    for turn in range(60):
        for state in states:
            state.take(bases, PARAMETERS)
            sweep(state, random.random)
        tables = add_tables(count_tables(state, random.random) for state in states)
        bases = draw_bases(tables, WORDS, SYMBOLS, PARAMETERS, numbers)
        if turn >= 30:
            average.add(bases)
    learned = average.mean()
    some = pages[:6]
    found = [estimate(one, learned, [], PARAMETERS, lambda: None) for one, _ in some]
    assert f_measure([links(one.structure) for one in found], [links(structure) for _, structure in some]) >= 0.9


def test_the_same_seed_finds_the_same_and_more_runs_never_less() -> None:
    document, _ = draw_page(Random(9))
    once = replace(PARAMETERS, runs=1.0)
    first, again = (estimate(document, BASES, [], once, lambda: None) for _ in range(2))
    assert first == again
    assert estimate(document, BASES, [], PARAMETERS, lambda: None).log_probability >= first.log_probability
