"""A decision tree after C4.5 release 8, as Weka's J4.8 learns it with its default settings.

J. R. Quinlan, C4.5: Programs for Machine Learning, 1993; I. H. Witten and E. Frank, Data Mining, 2005. Two classes.
Nominal attributes split into one branch per value, numeric ones at a threshold; of the attributes with at least average
information gain the one with the best gain ratio is taken; a numeric gain is lowered by the cost of choosing its
threshold. Pruning is by pessimistic errors, with subtree replacement and subtree raising. Two things differ: a value
never seen at a split gets the class of most instances there (J4.8 spreads it over the branches), and a threshold stays
in the middle between two values (J4.8 moves it down to a value of the data).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log2, sqrt
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.25
"""J4.8's -C: the confidence of pruning."""
LEAST = 2
"""J4.8's -M: instances in at least two branches of a split."""
_MOST_LEAST = 25
_SLACK = 0.1
"""A pruned tree may have so many more estimated errors."""
_Z = NormalDist().inv_cdf(1 - CONFIDENCE)

Row = tuple[float, ...]
"""One value per attribute; a nominal value is a number that stands for it."""


class Attribute(NamedTuple):
    """An attribute; numeric unless it is nominal."""

    name: str
    nominal: bool = False


class Instance(NamedTuple):
    """A row and its class."""

    row: Row
    positive: bool


@dataclass(frozen=True, slots=True)
class Tree:
    """A leaf, or a split with a subtree per value; for a numeric split the values are 0 (up to the threshold) and 1."""

    positive: bool
    """The class of most instances."""
    total: int
    wrong: int
    attribute: int = -1
    threshold: float | None = None
    branches: dict[float, Tree] = field(default_factory=dict)

    def key(self, row: Row) -> float:
        """Return the branch that a row belongs to."""
        value = row[self.attribute]
        return value if self.threshold is None else float(value > self.threshold)


class _Split(NamedTuple):
    attribute: int
    threshold: float | None
    gain: float
    ratio: float


def learn(instances: Sequence[Instance], attributes: Sequence[Attribute]) -> Tree:
    """Grow a tree and prune it."""
    return _prune(_grow(instances, attributes), instances)


def predict(tree: Tree, row: Row) -> bool:
    """Return the class of a row."""
    while tree.branches:
        branch = tree.branches.get(tree.key(row))
        if branch is None:
            break
        tree = branch
    return tree.positive


def leaves(tree: Tree) -> int:
    """Count the leaves of a tree."""
    return sum(map(leaves, tree.branches.values())) if tree.branches else 1


def _leaf(instances: Sequence[Instance], otherwise: bool = False) -> Tree:
    """Make a leaf; `otherwise` is its class when both have as many instances."""
    positives = sum(one.positive for one in instances)
    negatives = len(instances) - positives
    positive = positives > negatives or (positives == negatives and otherwise)
    return Tree(positive, len(instances), min(positives, negatives))


def _grow(instances: Sequence[Instance], attributes: Sequence[Attribute], otherwise: bool = False) -> Tree:
    leaf = _leaf(instances, otherwise)
    if leaf.total < 2 * LEAST or not leaf.wrong:
        return leaf
    split = _choose(_splits(instances, attributes))
    if split is None:
        return leaf
    tree = Tree(leaf.positive, leaf.total, leaf.wrong, split.attribute, split.threshold)
    for key, part in _parts(tree, instances).items():
        tree.branches[key] = _grow(part, attributes, leaf.positive)
    return tree if _training_errors(tree) < leaf.wrong else leaf


def _training_errors(tree: Tree) -> int:
    return sum(map(_training_errors, tree.branches.values())) if tree.branches else tree.wrong


def _parts(tree: Tree, instances: Sequence[Instance]) -> dict[float, list[Instance]]:
    parts: dict[float, list[Instance]] = {}
    for one in instances:
        parts.setdefault(tree.key(one.row), []).append(one)
    return parts


def _splits(instances: Sequence[Instance], attributes: Sequence[Attribute]) -> list[_Split]:
    found = []
    for number, attribute in enumerate(attributes):
        pairs = [(one.row[number], one.positive) for one in instances]
        split = _nominal(number, pairs) if attribute.nominal else _numeric(number, pairs)
        if split and split.gain > 0:
            found.append(split)
    return found


def _choose(splits: Sequence[_Split]) -> _Split | None:
    """Of the splits with at least average gain, take the one with the best gain ratio."""
    if not splits:
        return None
    average = sum(split.gain for split in splits) / len(splits)
    return max((split for split in splits if split.gain >= average - 1e-3), key=lambda split: split.ratio)


def _mass(*counts: int) -> float:
    """Return the entropy of counts, times their sum, in bits."""
    total = sum(counts)
    return sum(-count * log2(count / total) for count in counts if count)


def _nominal(attribute: int, pairs: list[tuple[float, bool]]) -> _Split | None:
    bags: dict[float, list[int]] = {}
    for value, positive in pairs:
        bags.setdefault(value, [0, 0])[positive] += 1
    if sum(sum(bag) >= LEAST for bag in bags.values()) < 2:
        return None
    size, positives = len(pairs), sum(bag[1] for bag in bags.values())
    gain = (_mass(size - positives, positives) - sum(_mass(*bag) for bag in bags.values())) / size
    return _Split(attribute, None, gain, gain * size / _mass(*(sum(bag) for bag in bags.values())))


def _numeric(attribute: int, pairs: list[tuple[float, bool]]) -> _Split | None:
    """Find the best threshold; each side needs a tenth of a class's share of the instances, at least 2, at most 25."""
    size = len(pairs)
    least = min(max(0.1 * size / 2, LEAST), _MOST_LEAST)
    if size < 2 * least:
        return None
    pairs.sort()
    positives = sum(positive for _, positive in pairs)
    before = _mass(size - positives, positives)
    left = tried = 0
    best, where = -1.0, 0
    for at in range(1, size):
        left += pairs[at - 1][1]
        if pairs[at - 1][0] + 1e-5 >= pairs[at][0] or at < least or size - at < least:
            continue
        tried += 1
        gain = before - _mass(at - left, left) - _mass(size - at - positives + left, positives - left)
        if gain > best:
            best, where = gain, at
    if not tried:
        return None
    gain = (best - log2(tried)) / size
    threshold = (pairs[where - 1][0] + pairs[where][0]) / 2
    return _Split(attribute, threshold, gain, gain * size / _mass(where, size - where))


def _prune(tree: Tree, instances: Sequence[Instance]) -> Tree:
    """Replace a subtree by a leaf, or by its largest branch, where that has no more estimated errors."""
    if not tree.branches:
        return tree
    parts = _parts(tree, instances)
    for key, part in parts.items():
        tree.branches[key] = _prune(tree.branches[key], part)
    largest = tree.branches[max(parts, key=lambda key: len(parts[key]))]
    as_tree = _estimate(tree, instances) + _SLACK
    as_branch = _estimate(largest, instances) + _SLACK
    as_leaf = pessimistic_errors(tree.total, tree.wrong)
    if as_leaf <= as_tree and as_leaf <= as_branch:
        return Tree(tree.positive, tree.total, tree.wrong)
    if as_branch <= as_tree:
        return _prune(_refill(largest, instances), instances)
    return tree


def _estimate(tree: Tree, instances: Sequence[Instance]) -> float:
    """Return the estimated errors of a subtree on instances that may not be those it was grown from."""
    if not tree.branches:
        leaf = _leaf(instances)
        return pessimistic_errors(leaf.total, leaf.wrong)
    return sum(
        _estimate(tree.branches[key], part)
        if key in tree.branches
        else pessimistic_errors(len(part), _leaf(part).wrong)
        for key, part in _parts(tree, instances).items()
    )


def _refill(tree: Tree, instances: Sequence[Instance], otherwise: bool = False) -> Tree:
    """Make the same tree from other instances."""
    leaf = _leaf(instances, otherwise)
    if not tree.branches:
        return leaf
    parts = _parts(tree, instances)
    branches = {key: _refill(branch, parts.get(key, ()), leaf.positive) for key, branch in tree.branches.items()}
    branches |= {key: _leaf(part, leaf.positive) for key, part in parts.items() if key not in branches}
    return Tree(leaf.positive, leaf.total, leaf.wrong, tree.attribute, tree.threshold, branches)


def pessimistic_errors(total: int, wrong: int) -> float:
    """Return the errors of a leaf at the upper bound of their confidence interval."""
    if not total:
        return 0.0
    if not wrong:
        return float(total * (1 - CONFIDENCE ** (1 / total)))
    if wrong + 0.5 >= total:
        return float(total)
    share = (wrong + 0.5) / total
    spread = _Z * sqrt(share / total - share**2 / total + _Z**2 / (4 * total**2))
    return total * (share + _Z**2 / (2 * total) + spread) / (1 + _Z**2 / total)
