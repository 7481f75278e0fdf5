"""Gibbs sampling of the hidden variables (section 4.2), each from its exact conditional probability.

What makes a sweep fast: counts change by one row at a time; all probabilities of a row are relative to "contents only",
so that a boundary costs one word and one block more than the boundary before it; which rows a row may depend on is
known from a stack and one look ahead, without trying; and groups of sisters remember what they make of a bag of symbols
until they change.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from math import exp, log
from typing import NamedTuple

from rubricator.segment.bayes.document import EncodedRow
from rubricator.segment.bayes.state import NULL, State, Structure, is_followed_by_none

MOST_PARENTS = 100
"""Rows that are weighed as what a row depends on, from the null row down; deeper blocks are not shown anyway."""
Chance = Callable[[], float]
"""Gives numbers from 0 to 1."""


class Choices(NamedTuple):
    """The values that (dep, bound) of a row can have, and their log probabilities up to a constant.

    With contents allowed they come first; then the rows it may depend on for bound 1, for bound 2, and so on.
    """

    scores: list[float]
    parents: list[int]
    content: bool

    def value(self, place: int) -> tuple[int, int]:
        """Return (dep, bound) of a choice."""
        if self.content:
            if not place:
                return NULL, 0
            place -= 1
        bound, parent = divmod(place, len(self.parents))
        return self.parents[parent], bound + 1

    def place(self, dep: int, bound: int) -> int:
        """Return the number of the choice with these values."""
        return int(self.content) + (bound - 1) * len(self.parents) + self.parents.index(dep) if bound else 0


class Limit(NamedTuple):
    """What later rows leave open: the first row that may be depended on, and whether the row must stay a heading."""

    lowest: int
    depended_on: bool


def limits(structure: Structure) -> list[Limit]:
    """Return for each row what the links of later rows leave open.

    The first later heading outside of a row's own subtree reaches over the row, and so do its ancestors' links, which
    start further up: the row may depend on that heading's parent, or on what stands below it.
    """
    dep, bound = structure.dep, structure.bound
    size = len(dep)
    found = [Limit(NULL, False)] * size
    outside = [size] * size
    """By heading: the first heading after its subtree."""
    following = size
    for number in range(size - 1, -1, -1):
        after = following
        depended_on = after < size and dep[after] == number
        while after < size and dep[after] == number:
            after = outside[after]
        found[number] = Limit(dep[after] if after < size else NULL, depended_on)
        if bound[number]:
            outside[number] = after
            following = number
    return found


def choices(state: State, number: int, frontier: list[int], limit: Limit) -> Choices:
    """Score all values that (dep, bound) of a row can have; the row must have been removed from the counts."""
    row = state.document.rows[number]
    content = not limit.depended_on
    if row.sentence:
        return Choices([0.0], [], True)
    parents = _parents(state, number, frontier, limit)
    groups, empty = state.groups, state.empty
    candidates = [groups.get(parent, empty) for parent in parents]
    scores = [0.0] if content else []
    size = len(row.words)
    filled = state.alpha.bare or not is_followed_by_none(state.structure, number)
    most = min(size if filled else size - 1, state.most)
    moved = 0.0
    h, c, prior_h, prior_c = state.h, state.c, state.prior_h, state.prior_c
    below_h, below_c = state.h_total + state.alpha.alpha_h, state.c_total + state.alpha.alpha_c + size - 1
    for place in range(most):
        word = row.words[place]
        moved += log(
            (h[word] + prior_h[word] + row.before[place])
            * (below_c - place)
            / ((c[word] + prior_c[word] + row.after[place]) * (below_h + place))
        )
        with_content, alone = state.log_bound[place + 1]
        if place + 1 < size:
            bag = row.inner[place].bag
            score = moved + with_content - _log_n(state, row, place)
        else:
            bag = state.kept(number)
            score = moved + alone - _log_e(state, bag)
        for group in candidates:
            known = group.known.get(bag)
            scores.append(score + (state.log_b(group, bag) if known is None else known))
    return Choices(scores, parents, content)


def _parents(state: State, number: int, frontier: list[int], limit: Limit) -> list[int]:
    """Return the rows that a row may depend on without a crossing, the one it depends on among them."""
    if number and state.wants_contents(number - 1):
        return [number - 1]
    parents = frontier[bisect_left(frontier, limit.lowest) : MOST_PARENTS]
    if len(frontier) > MOST_PARENTS and state.structure.bound[number]:
        now = state.structure.dep[number]
        if now not in parents:
            parents.append(now)
    return parents


def _log_n(state: State, row: EncodedRow, place: int) -> float:
    """Return the log probability of an inner block's symbols as N, after those of the row's other inner blocks."""
    inner = row.inner[place]
    n, prior, below = state.n, state.prior_n, state.n_total + state.alpha.alpha_n + inner.others
    found = 0.0
    for at, symbol in enumerate(inner.bag):
        found += log((n[symbol] + prior[symbol] + inner.repeats[at]) / (below + at))
    return found


def _log_e(state: State, bag: tuple[int, ...]) -> float:
    """Return the log probability of the last block's symbols as E."""
    e, prior, below = state.e, state.prior_e, state.e_total + state.alpha.alpha_e
    found = 0.0
    for at, symbol in enumerate(bag):
        found += log((e[symbol] + prior[symbol] + bag[:at].count(symbol)) / (below + at))
    return found


def draw(scores: list[float], chance: Chance) -> int:
    """Draw a number with probabilities that are given by their logarithms."""
    if len(scores) == 1:
        return 0
    top = max(scores)
    weights = [exp(score - top) for score in scores]
    left = chance() * sum(weights)
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    return scores.index(top)


def best(scores: list[float], chance: Chance) -> int:  # noqa: ARG001 - it stands where `draw` stands
    """Return the number of the likeliest; the first of equals."""
    return scores.index(max(scores))


Choose = Callable[[list[float], Chance], int]


class Swept(NamedTuple):
    """What a sweep did: how much the log probability of the page grew, whether anything changed, values weighed."""

    gain: float
    changed: bool
    weighed: int


def sweep(state: State, chance: Chance, choose: Choose = draw) -> Swept:
    """Choose (dep, bound) and the linefeed symbols of each row in turn."""
    structure = state.structure
    dep, bound = structure.dep, structure.bound
    frontier = [NULL]
    gain, changed, weighed = 0.0, False, 0
    for number, limit in enumerate(limits(structure)):
        if not state.document.rows[number].sentence:
            old = dep[number], bound[number]
            state.remove(number)
            open_values = choices(state, number, frontier, limit)
            scores = open_values.scores
            chosen, before = choose(scores, chance), open_values.place(*old)
            weighed += len(scores)
            if chosen != before:
                gain += scores[chosen] - scores[before]
                changed = True
                dep[number], bound[number] = open_values.value(chosen)
            state.add(number)
        if bound[number]:
            while frontier[-1] != dep[number]:
                frontier.pop()
            frontier.append(number)
        for place in state.document.rows[number].free:
            grown = sweep_linefeed(state, number, place, chance, choose)
            gain += grown
            changed = changed or grown != 0
    return Swept(gain, changed, weighed)


def linefeed_scores(state: State, number: int, place: int) -> list[float]:
    """Return the log probabilities of a symbol in the last block to be E or B, or L; its label must not be counted."""
    row, bound = state.document.rows[number], state.structure.bound[number]
    symbol, alpha = row.last[place], state.alpha
    linefeed = state.odds * (state.l[symbol] + state.prior_l[symbol]) / (state.l_total + alpha.alpha_l)
    if bound == len(row.words):
        group = state.groups[state.structure.dep[number]]
        other = (group.counts.get(symbol, 0) + state.prior_b[symbol]) / (group.total + alpha.alpha_b)
    else:
        other = (state.e[symbol] + state.prior_e[symbol]) / (state.e_total + alpha.alpha_e)
    return [0.0, log(linefeed / other)]


def sweep_linefeed(state: State, number: int, place: int, chance: Chance, choose: Choose = draw) -> float:
    """Choose p of one symbol; return how much the log probability grew."""
    _count_last(state, number, place, -1)
    scores = linefeed_scores(state, number, place)
    chosen = choose(scores, chance)
    old = state.structure.linefeed[number][place]
    state.structure.linefeed[number][place] = chosen
    _count_last(state, number, place, 1)
    return scores[chosen] - scores[old]


def _count_last(state: State, number: int, place: int, step: int) -> None:
    """Count a symbol of the last block under its label, or take it back."""
    row = state.document.rows[number]
    symbol = row.last[place]
    if state.structure.linefeed[number][place]:
        state.l[symbol] += step
        state.l_total += step
    elif state.structure.bound[number] < len(row.words):
        state.e[symbol] += step
        state.e_total += step
    else:
        group = state.groups[state.structure.dep[number]]
        if step > 0:
            group.add((symbol,))
        else:
            group.remove((symbol,))
