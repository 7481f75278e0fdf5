"""The sampler against enumeration: its conditionals are those of the joint probability."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from random import Random

import pytest

from rubricator.segment.bayes.bases import Rules
from rubricator.segment.bayes.document import Document
from rubricator.segment.bayes.joint import log_joint
from rubricator.segment.bayes.parameters import Parameters
from rubricator.segment.bayes.sampler import MOST_PARENTS, Choices, best, choices, draw, limits, linefeed_scores, sweep
from rubricator.segment.bayes.state import NULL, State, Structure, drop_bare, first_structure
from tests.bayes.generate import is_possible, possible, random_bases, random_document

PARAMETERS = Parameters(
    alpha_h=3.0, alpha_c=5.0, alpha_b=1.5, alpha_e=2.0, alpha_l=4.0, alpha_n=6.0, linefeed=0.3, heading_blocks=3.0
)


def shares(scores: dict[tuple[int, int], float]) -> dict[tuple[int, int], float]:
    top = max(scores.values())
    total = sum(exp(score - top) for score in scores.values())
    return {value: exp(score - top) / total for value, score in scores.items()}


def conditionals(state: State) -> dict[int, Choices]:
    """Return the choices of each row at the present state."""
    found = {}
    frontier = [NULL]
    dep, bound = state.structure.dep, state.structure.bound
    for number, limit in enumerate(limits(state.structure)):
        if not state.document.rows[number].sentence:
            state.remove(number)
            found[number] = choices(state, number, frontier, limit)
            state.add(number)
        if bound[number]:
            while frontier[-1] != dep[number]:
                frontier.pop()
            frontier.append(number)
    return found


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_conditionals_are_those_of_enumeration(seed: int, bare: bool) -> None:
    random = Random(seed)
    document = random_document(random)
    bases = random_bases(3, 3, random, Rules(0.4, 0.2))
    parameters = replace(PARAMETERS, bare=bare)
    state = State(document, first_structure(document, random.random), bases, parameters)
    sizes = [len(row.words) for row in document.rows]
    sentences = [row.sentence for row in document.rows]
    everything = list(possible(sizes, sentences, 3, bare))
    reached = log_joint(document, state.structure, bases, parameters)
    for _ in range(4):
        structure = state.structure
        for number, found in conditionals(state).items():
            wanted = {
                (dep[number], bound[number]): log_joint(
                    document, Structure(dep, bound, structure.linefeed), bases, parameters
                )
                for dep, bound in everything
                if _same_but(number, dep, structure.dep) and _same_but(number, bound, structure.bound)
            }
            ours = shares({found.value(place): score for place, score in enumerate(found.scores)})
            theirs = shares(wanted)
            assert ours.keys() == theirs.keys()
            assert all(abs(ours[value] - theirs[value]) < 1e-9 for value in ours)
        reached += sweep(state, random.random).gain
        assert is_possible(state.structure, sizes, bare)
        assert reached == pytest.approx(log_joint(document, state.structure, bases, parameters), abs=1e-8)


def _same_but(number: int, one: list[int], other: list[int]) -> bool:
    return one[:number] == other[:number] and one[number + 1 :] == other[number + 1 :]


@pytest.mark.parametrize("seed", range(10))
def test_linefeeds_too(seed: int) -> None:
    random = Random(100 + seed)
    document = random_document(random)
    bases = random_bases(3, 3, random, Rules(0.4, 0.2))
    state = State(document, first_structure(document, random.random), bases, PARAMETERS)
    sweep(state, random.random)
    for number, row in enumerate(document.rows):
        for place in row.free:
            joint = []
            for value in (0, 1):
                other = state.structure.copy()
                other.linefeed[number][place] = value
                joint.append(log_joint(document, other, bases, PARAMETERS))
            fresh = State(document, state.structure, bases, PARAMETERS)
            _forget_symbol(fresh, number, place)
            e, l = linefeed_scores(fresh, number, place)  # noqa: E741 - the paper's labels
            assert l - e == pytest.approx(joint[1] - joint[0], abs=1e-9)


def _forget_symbol(state: State, number: int, place: int) -> None:
    """Take the label of one symbol out of the counts."""
    row = state.document.rows[number]
    if state.structure.linefeed[number][place]:
        state.l[row.last[place]] -= 1
        state.l_total -= 1
    elif state.structure.bound[number] < len(row.words):
        state.e[row.last[place]] -= 1
        state.e_total -= 1
    else:
        state.groups[state.structure.dep[number]].remove((row.last[place],))


@pytest.mark.parametrize(
    ("dep", "bound", "right"),
    [
        ([-1, 0, 0], [1, 1, 1], True),
        ([-1, 0, 1], [1, 1, 1], True),
        ([-1, -1, 0], [1, 1, 1], False),  # the link over a heading at the top crosses that one's
        ([-1, -1, 0], [1, 0, 1], True),  # over contents it does not
        ([-1, 0, 0, 1], [1, 1, 1, 1], False),
        ([-1, 0], [0, 1], False),  # contents are not depended on
        ([-1, 0], [1, 0], False),
        ([1, -1], [1, 1], False),  # nor are later rows
    ],
)
def test_possible_structures(dep: list[int], bound: list[int], right: bool) -> None:
    assert is_possible(Structure(dep, bound, []), [2] * len(dep)) is right


@pytest.mark.parametrize(
    ("dep", "bound", "right"),
    [
        ([-1, -1], [1, 0], True),  # contents in the next row
        ([-1, 0, -1], [1, 1, 0], True),  # a heading with contents of its own
        ([-1, -1, -1], [1, 1, 0], False),  # the first is followed by its sister
        ([-1, 0], [1, 1], False),  # nothing follows the last
        ([-1, 0, 0], [1, 1, 0], False),  # contents depend on nothing
    ],
)
def test_headings_have_contents(dep: list[int], bound: list[int], right: bool) -> None:
    structure = Structure(dep, bound, [])
    assert is_possible(structure, [1] * len(dep)) is right
    assert is_possible(structure, [2] * len(dep)) is (dep[-1] != 0 or bound[-1] > 0)


def test_bare_headings_are_made_contents() -> None:
    random = Random(7)
    for _ in range(200):
        document = random_document(random)
        sizes = [len(row.words) for row in document.rows]
        dep, bound = random.choice(list(possible(sizes, [False] * len(sizes), 3, bare=True)))
        structure = Structure(dep, bound, [[0] * len(row.last) for row in document.rows])
        kept = is_possible(structure, sizes)
        drop_bare(document, structure)
        assert is_possible(structure, sizes)
        assert (structure.bound == bound) or not kept


def test_structures_of_headings_are_counted_by_catalan_numbers() -> None:
    for rows, count in ((1, 1), (2, 2), (3, 5), (4, 14), (5, 42)):
        forests = [dep for dep, bound in possible([1] * rows, [False] * rows, 1, bare=True) if all(bound)]
        assert len(forests) == count


def test_samples_have_the_frequencies_of_the_posterior() -> None:
    random = Random(5)
    document = random_document(random, most_rows=3)
    while len(document.rows) < 3 or any(row.free or row.sentence for row in document.rows):
        document = random_document(random, most_rows=3)
    bases = random_bases(3, 3, random, Rules(0.4, 0.2))
    state = State(document, first_structure(document, random.random), bases, PARAMETERS)
    sizes = [len(row.words) for row in document.rows]
    wanted = {
        (*dep, *bound): log_joint(document, Structure(dep, bound, state.structure.linefeed), bases, PARAMETERS)
        for dep, bound in possible(sizes, [False] * 3, 3, bare=False)
    }
    top = max(wanted.values())
    total = sum(exp(one - top) for one in wanted.values())
    seen = dict.fromkeys(wanted, 0)
    turns = 20_000
    for _ in range(turns):
        sweep(state, random.random)
        seen[*state.structure.dep, *state.structure.bound] += 1
    distance = sum(abs(seen[key] / turns - exp(one - top) / total) for key, one in wanted.items()) / 2
    assert distance < 0.03


def test_greedy_sweeps_only_climb() -> None:
    random = Random(8)
    document = random_document(random)
    bases = random_bases(3, 3, random, Rules(0.4, 0.2))
    state = State(document, first_structure(document, random.random), bases, PARAMETERS)
    gains = [sweep(state, random.random, best) for _ in range(10)]
    assert all(one.gain >= 0 for one in gains)
    assert not gains[-1].changed


def test_sentences_stay_contents() -> None:
    random = Random(2)
    for _ in range(20):
        document = random_document(random)
        state = State(
            document, first_structure(document, random.random), random_bases(3, 3, random, Rules(0.4, 0.2)), PARAMETERS
        )
        sweep(state, random.random)
        pairs = zip(document.rows, state.structure.bound, strict=True)
        assert not any(bound for row, bound in pairs if row.sentence)


def test_a_chain_of_headings_does_not_make_the_choices_grow_without_end() -> None:
    size = 3 * MOST_PARENTS
    random = Random(1)
    rows = random_document(random, most_rows=1).rows[:1] * size
    rows = tuple(row._replace(sentence=False) for row in rows)
    document = Document(rows, ("0", "1", "2"), ("0", "1", "2"))
    structure = first_structure(document, random.random)
    structure.dep, structure.bound = list(range(-1, size - 1)), [1] * size
    state = State(document, structure, random_bases(3, 3, random, Rules(0.4, 0.2)), replace(PARAMETERS, bare=True))
    most = max(len(found.parents) for found in conditionals(state).values())
    assert most <= MOST_PARENTS + 1
    sweep(state, random.random)
    assert is_possible(state.structure, [len(row.words) for row in rows], bare=True)


def test_draws_follow_their_weights() -> None:
    random = Random(3)
    counts = [0, 0, 0]
    for _ in range(6000):
        counts[draw([0.0, -1000.0, 1.0], random.random)] += 1
    assert counts[1] == 0
    assert counts[2] / 6000 == pytest.approx(exp(1) / (1 + exp(1)), abs=0.03)
