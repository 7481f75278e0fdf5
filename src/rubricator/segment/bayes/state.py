"""The hidden variables of a page, and the counts that follow from them.

`dep` is NULL (-1) for content rows and for headings at the top; dependency structures are the forests of heading rows
in which no two links cross, where the null row stands before all others. A row depends on an earlier heading row.
Unless `bare` ones are allowed, a heading is followed by contents (section 3.1): in its row, or the next row is contents
or depends on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log

from rubricator.segment.bayes.bases import Bases
from rubricator.segment.bayes.document import Bag, Document
from rubricator.segment.bayes.parameters import Parameters

NULL = -1


@dataclass(slots=True)
class Structure:
    """The hidden variables: (dep, bound) of each row, and p of each symbol in its last block."""

    dep: list[int]
    bound: list[int]
    linefeed: list[list[int]]

    def copy(self) -> Structure:
        return Structure(self.dep.copy(), self.bound.copy(), [one.copy() for one in self.linefeed])


class Group:
    """The B symbols of a group of sister rows, and the log probabilities computed since they changed."""

    __slots__ = ("counts", "known", "total")

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        self.total = 0
        self.known: dict[Bag, float] = {}

    def add(self, bag: Bag) -> None:
        for symbol in bag:
            self.counts[symbol] = self.counts.get(symbol, 0) + 1
        self.total += len(bag)
        self.known.clear()

    def remove(self, bag: Bag) -> None:
        for symbol in bag:
            self.counts[symbol] -= 1
        self.total -= len(bag)
        self.known.clear()


class State:
    """A page with its hidden variables: counts of each label without the distributions, which are integrated out.

    `prior_x` holds the base distribution of label x times its concentration, so that equation (1) is
    (count + prior) / (total + alpha).
    """

    __slots__ = (
        "alpha", "c", "c_total", "document", "e", "e_total", "empty", "groups", "h", "h_total", "l", "l_total",
        "log_bound", "most", "n", "n_total", "odds", "prior_b", "prior_c", "prior_e", "prior_h", "prior_l", "prior_n",
        "structure",
    )  # fmt: skip

    def __init__(self, document: Document, structure: Structure, bases: Bases, parameters: Parameters) -> None:
        self.document, self.structure = document, structure
        self.most = int(parameters.heading_blocks)
        self.odds = parameters.linefeed / (1 - parameters.linefeed)
        self.h, self.c = [0] * len(bases.h), [0] * len(bases.c)
        self.n, self.e, self.l = [0] * len(bases.n), [0] * len(bases.n), [0] * len(bases.n)
        self.h_total = self.c_total = self.n_total = self.e_total = self.l_total = 0
        self.groups: dict[int, Group] = {}
        self.take(bases, parameters)
        for number in range(len(document.rows)):
            self.add(number)
            for symbol, linefeed in zip(document.rows[number].last, structure.linefeed[number], strict=True):
                if linefeed:
                    self.l[symbol] += 1
                    self.l_total += 1

    def take(self, bases: Bases, parameters: Parameters) -> None:
        """Go on with other base distributions."""
        self.alpha = parameters
        self.prior_h = [parameters.alpha_h * one for one in bases.h]
        self.prior_c = [parameters.alpha_c * one for one in bases.c]
        self.prior_b = [parameters.alpha_b * one for one in bases.b]
        self.prior_n = [parameters.alpha_n * one for one in bases.n]
        self.prior_e = [parameters.alpha_e * one for one in bases.e]
        self.prior_l = [parameters.alpha_l * one for one in bases.l]
        self.log_bound = _bound_table(bases, self.most)
        self.empty = Group()
        for group in self.groups.values():
            group.known.clear()

    def add(self, number: int) -> None:
        """Count the words and symbols of a row, but those of linefeeds."""
        row, bound = self.document.rows[number], self.structure.bound[number]
        for place, word in enumerate(row.words):
            if place < bound:
                self.h[word] += 1
            else:
                self.c[word] += 1
        self.h_total += bound
        self.c_total += len(row.words) - bound
        for place, inner in enumerate(row.inner, 1):
            if place != bound:
                for symbol in inner.bag:
                    self.n[symbol] += 1
                self.n_total += len(inner.bag)
        if bound < len(row.words):
            for symbol in self.kept(number):
                self.e[symbol] += 1
                self.e_total += 1
        if bound:
            parent = self.structure.dep[number]
            group = self.groups.get(parent)
            if group is None:
                group = self.groups[parent] = Group()
            group.add(self.boundary(number))

    def remove(self, number: int) -> None:
        """Take back what `add` counts."""
        row, bound = self.document.rows[number], self.structure.bound[number]
        for place, word in enumerate(row.words):
            if place < bound:
                self.h[word] -= 1
            else:
                self.c[word] -= 1
        self.h_total -= bound
        self.c_total -= len(row.words) - bound
        for place, inner in enumerate(row.inner, 1):
            if place != bound:
                for symbol in inner.bag:
                    self.n[symbol] -= 1
                self.n_total -= len(inner.bag)
        if bound < len(row.words):
            for symbol in self.kept(number):
                self.e[symbol] -= 1
                self.e_total -= 1
        if bound:
            self.groups[self.structure.dep[number]].remove(self.boundary(number))

    def kept(self, number: int) -> Bag:
        """Return the symbols at the end of a row that are no linefeeds'."""
        linefeed = self.structure.linefeed[number]
        last = self.document.rows[number].last
        if 1 not in linefeed:
            return last
        return tuple([symbol for symbol, one in zip(last, linefeed, strict=True) if not one])

    def wants_contents(self, number: int) -> bool:
        """Say whether a row is a heading throughout, whose contents must come next."""
        return not self.alpha.bare and self.structure.bound[number] == len(self.document.rows[number].words)

    def boundary(self, number: int) -> Bag:
        """Return the B symbols of a heading row."""
        row, bound = self.document.rows[number], self.structure.bound[number]
        return row.inner[bound - 1].bag if bound < len(row.words) else self.kept(number)

    def log_b(self, group: Group, bag: Bag) -> float:
        """Return the log probability of B symbols in a group."""
        known = group.known.get(bag)
        if known is None:
            counts, prior, below = group.counts, self.prior_b, group.total + self.alpha.alpha_b
            known = 0.0
            for place, symbol in enumerate(bag):
                above = counts.get(symbol, 0) + prior[symbol]
                if place:
                    above += bag[:place].count(symbol)
                known += log(above / (below + place))
            group.known[bag] = known
        return known


def _bound_table(bases: Bases, most: int) -> list[tuple[float, float]]:
    """Return the log probabilities of the rules for each number of heading blocks: with contents, and without.

    A heading block saves the 0.5 of a content block (rule [4]), as all are relative to a row of contents.
    """
    with_content, further = bases.rules
    table = []
    for blocks in range(most + 1):
        shared = (blocks - 1) * log(further) + log(1 - further) + blocks * log(2)
        table.append((shared + log(with_content), shared + log(1 - with_content)))
    return table


def is_followed_by_none(structure: Structure, number: int) -> bool:
    """Say whether the next row cannot be the contents of a row: there is none, or it is a heading beside or above."""
    after = number + 1
    return after == len(structure.dep) or (structure.bound[after] > 0 and structure.dep[after] != number)


def drop_bare(document: Document, structure: Structure) -> None:
    """Make contents of headings without any. Nothing depends on such a row, as the next row does not."""
    dep, bound = structure.dep, structure.bound
    for number in range(len(dep) - 1, -1, -1):
        if bound[number] == len(document.rows[number].words) and is_followed_by_none(structure, number):
            dep[number], bound[number] = NULL, 0


def first_structure(document: Document, chance: Callable[[], float]) -> Structure:
    """Return the structure to start from: contents only, symbols of linefeeds at random."""
    size = len(document.rows)
    linefeeds = [[int(place in row.free and chance() < 0.5) for place in range(len(row.last))] for row in document.rows]
    return Structure([NULL] * size, [0] * size, linefeeds)
