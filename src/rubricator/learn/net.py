"""Training of a network over the rows of pages (`segment/rubric/net.py`), in plain numpy."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rubricator.segment.rubric.columns import Floats, Ints, Table
from rubricator.segment.rubric.net import Net, Ramps, Round, Sides

SEED = 1
_KNOTS = 9
_LEAST_STEPS = 300
"""Of few pages, each is seen more often."""
_BEFORE, _LATER = 0.9, 0.999
"""How much of the mean gradient and of its mean square each step keeps (Adam: Kingma and Ba, ICLR 2015)."""
_LONGEST = 1.0
"""A gradient is not longer than this."""
_LITTLE = np.float32(1e-30)
_WARM = 0.3
"""Share of the steps in which the rate rises; then it falls (one cycle: Smith, WACV 2017)."""


@dataclass(frozen=True, slots=True)
class NetSettings:
    """How a network is built and trained. Values were chosen by cross-validation over sites."""

    rounds: tuple[tuple[str, ...], ...]
    width: int = 64
    epochs: int = 12
    batch: int = 16
    """Pages of a step."""
    rate: float = 0.002
    decay: float = 0.01
    dropout: float = 0.3
    blind: float = 0.1
    """Share of the features that are hidden at a step."""
    rivals: bool = False
    """At most one thing of a page is right, which several rows may stand for: they share out one probability, with
    none of them at log odds of 0. Else each row is judged for itself."""


class PageRows(NamedTuple):
    """The rows of a page: features, groups, labels and weights."""

    table: Table
    """A column for each feature."""
    groups: dict[str, Ints]
    labels: Floats
    """A column for each output, as for the weights."""
    weights: Floats


class _Batch(NamedTuple):
    table: Table
    page: Ints
    sides: Sides
    labels: Table
    weights: Table


def page_rows(columns: Mapping[str, Floats], groups: dict[str, Ints], labels: Floats, weights: Floats) -> PageRows:
    """Make rows of columns."""
    return PageRows(np.stack(list(columns.values()), axis=1).astype(np.float32), groups, labels, weights)


def fit_net(names: Sequence[str], pages: Sequence[PageRows], shape: NetSettings, seed: int = SEED) -> Net:
    """Train a network that gives the log odds of the labels. The weights of a usual page add up to about 1."""
    pages = [page for page in pages if page.weights.any()]
    knots = _knots(pages)
    ramps = Ramps(knots)
    pages = [page._replace(table=np.ascontiguousarray(ramps.scaled(page.table.T))) for page in pages]
    rng = np.random.default_rng(seed)
    parts = _start(rng, len(names), pages[0].labels.shape[1], shape)
    each = -(-len(pages) // shape.batch)
    epochs = max(shape.epochs, -(-_LEAST_STEPS // each))
    steps = epochs * each
    slopes, squares = ([np.zeros_like(part) for part in parts] for _ in range(2))
    for step, chosen in enumerate(_batches(rng, len(pages), epochs, shape.batch)):
        gradients = _gradients(parts, _batch([pages[number] for number in chosen]), shape, rng)
        length = np.sqrt(sum(float((part**2).sum()) for part in gradients)) / len(chosen)
        shrink = np.float32(min(1.0, _LONGEST / max(length, 1e-12)) / len(chosen))
        rate = shape.rate * _cycle(step / steps)
        for part, gradient, slope, square in zip(parts, gradients, slopes, squares, strict=True):
            slope += (1 - _BEFORE) * (gradient * shrink - slope)
            square += (1 - _LATER) * ((gradient * shrink) ** 2 - square)
            part *= 1 - rate * shape.decay
            corrected = np.sqrt(square / (1 - _LATER ** (step + 1))) + 1e-8
            part -= rate / (1 - _BEFORE ** (step + 1)) * slope / corrected
    weight, bias, *rest, last = parts
    rounds = tuple(Round(*one) for one in zip(shape.rounds, rest[0::2], rest[1::2], strict=True))
    return Net(tuple(names), knots, weight, bias, rounds, last)


def _knots(pages: Sequence[PageRows]) -> Table:
    """Return for each feature the values that part all rows evenly, each once, the last repeated."""
    table = np.concatenate([page.table for page in pages])[::2]
    parts = np.quantile(table, np.linspace(0, 1, _KNOTS), axis=0).astype(np.float32)
    once = [np.unique(column) for column in parts.T]
    return np.stack([np.append(column, np.repeat(column[-1:], _KNOTS - len(column))) for column in once])


def _start(rng: np.random.Generator, features: int, outputs: int, shape: NetSettings) -> list[Table]:
    """Return the parts of an untrained network: weights and biases in turn, then what the numbers add up to."""
    sizes = [features, *((1 + len(views)) * shape.width for views in shape.rounds)]
    parts = []
    for size in sizes:
        reach = 1 / np.sqrt(size)
        parts += [rng.uniform(-reach, reach, (size, shape.width)), rng.uniform(-reach, reach, shape.width)]
    reach = 1 / np.sqrt(shape.width)
    return [part.astype(np.float32) for part in [*parts, rng.uniform(-reach, reach, (shape.width + 1, outputs))]]


def _cycle(done: float) -> float:
    """Return the share of the rate at a point of training: it rises from a little to all, and falls to nothing."""
    if done < _WARM:
        return 0.04 + 0.96 * (1 - math.cos(math.pi * done / _WARM)) / 2
    return (1 + math.cos(math.pi * (done - _WARM) / (1 - _WARM))) / 2


def _batches(rng: np.random.Generator, pages: int, epochs: int, size: int) -> Iterator[list[int]]:
    for _ in range(epochs):
        order = rng.permutation(pages).tolist()
        for low in range(0, pages, size):
            yield order[low : low + size]


def _batch(pages: Sequence[PageRows]) -> _Batch:
    """Put pages together so that no row sees those of another page."""
    groups: dict[str, Ints] = {"page": np.repeat(np.arange(len(pages)), [len(page.labels) for page in pages])}
    for name in pages[0].groups.keys() - {"page"}:
        firsts = np.cumsum([0, *(int(page.groups[name].max()) + 1 for page in pages)])
        groups[name] = np.concatenate([page.groups[name] + first for page, first in zip(pages, firsts, strict=False)])
    table = np.concatenate([page.table for page in pages])
    labels, weights = (np.concatenate([page[part] for page in pages]).astype(np.float32) for part in (2, 3))
    return _Batch(table, groups["page"], Sides(groups), labels, weights)


def _gradients(parts: Sequence[Table], batch: _Batch, shape: NetSettings, rng: np.random.Generator) -> list[Table]:
    """Return how the weighted log loss of a batch changes with each part, some numbers dropped at random."""
    weight, bias, *rest, last = parts

    def drop(numbers: Table, share: float) -> tuple[Table, Table]:
        kept = (rng.random(numbers.shape, dtype=np.float32) >= share).astype(np.float32) / np.float32(1 - share)
        return numbers * kept, kept

    table, _ = drop(batch.table, shape.blind)
    made = np.maximum(table @ weight + bias, 0)
    numbers, kept = drop(made, shape.dropout)
    passed = []
    first = kept * (made > 0)
    for views, one, start in zip(shape.rounds, rest[0::2], rest[1::2], strict=True):
        seen = batch.sides.seen(numbers, views)
        made = np.maximum(seen @ one + start, 0)
        added, kept = drop(made, shape.dropout)
        passed.append((seen, kept * (made > 0)))
        numbers = numbers + added
    odds = numbers @ last[:-1] + last[-1]
    if shape.rivals:
        wrong = _shared(odds, batch) * batch.weights
    else:
        wrong = (1 / (1 + np.exp(-np.clip(odds, -30, 30))) - batch.labels) * batch.weights
    found = [np.concatenate([numbers.T @ wrong, wrong.sum(axis=0, keepdims=True)])]
    back = wrong @ last[:-1].T
    for views, one, (seen, through) in zip(shape.rounds[::-1], rest[0::2][::-1], passed[::-1], strict=True):
        own = back * through
        found = [seen.T @ own, own.sum(axis=0), *found]
        beside = np.split(own @ one.T, 1 + len(views), axis=1)
        # A mean goes back as the mean of its group, a step as the step the other way.
        back = back + beside[0]
        for name, part in zip(views, beside[1:], strict=True):
            back += batch.sides.view(part, _opposite(name))
    own = back * first
    return [table.T @ own, own.sum(axis=0), *found]


def _shared(odds: Table, batch: _Batch) -> Table:
    """Return how the log loss of each page changes with log odds: a row's share, less its share of what is right."""
    page = batch.page
    first = np.flatnonzero(np.diff(page, prepend=-1))
    odds = np.where(batch.weights > 0, odds, -np.inf)
    top = np.maximum(np.maximum.reduceat(odds, first), 0)
    share = np.exp(odds - top[page])
    right = share * batch.labels
    whole = np.add.reduceat(share, first) + np.exp(-top)
    marked = np.maximum(np.add.reduceat(right, first), _LITTLE)
    found: Table = share / whole[page] - right / marked[page]
    return found


def _opposite(view: str) -> str:
    return str.translate(view, {ord("+"): "-", ord("-"): "+"}) if view[0] in "+-" else view
