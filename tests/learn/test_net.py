"""Networks learn what they are shown, and only by what counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rubricator.learn import net as learning
from rubricator.learn.net import NetSettings, PageRows, fit_net
from rubricator.segment.rubric.net import Net

NAMES = ("size", "noise")


def pages(count: int, seed: int) -> list[PageRows]:
    """Make pages whose headings are the rows before a long one: own features do not tell, the next row's do."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        table = rng.random((12, 2)).astype(np.float32)
        labels = np.append(table[1:, 0] > 0.7, False).astype(np.float64)[:, None]
        made.append(PageRows(table, {"look": rng.integers(0, 2, 12)}, labels, np.full((12, 1), 1 / 12)))
    return [one._replace(groups={"look": np.unique(one.groups["look"], return_inverse=True)[1]}) for one in made]


def right(net: Net, some: list[PageRows]) -> float:
    """Return the share of rows that are told rightly."""
    hits = []
    for one in some:
        groups = {**one.groups, "page": np.zeros(len(one.labels), dtype=np.int64)}
        scores = net.scores(dict(zip(NAMES, one.table.T.astype(np.float64), strict=True)), groups)[0]
        hits.append(((scores > 0) == (one.labels[:, 0] > 0.5)).mean())
    return float(np.mean(hits))


def test_the_next_row_is_seen() -> None:
    shape = NetSettings((("look", "+1"),), width=16, epochs=30, rate=0.01)
    assert right(fit_net(NAMES, pages(200, 1), shape), pages(40, 2)) > 0.95
    blind = NetSettings((("look",),), width=16, epochs=30, rate=0.01)
    assert right(fit_net(NAMES, pages(200, 1), blind), pages(40, 2)) < 0.8


def test_the_same_pages_give_the_same_network() -> None:
    one, other = (fit_net(NAMES, pages(10, 3), NetSettings((("+1",),), width=4)) for _ in range(2))
    assert one.last.tolist() == other.last.tolist()
    assert one.rounds[0].weight.tolist() == other.rounds[0].weight.tolist()


def test_rows_that_do_not_count_teach_nothing() -> None:
    some = pages(10, 4)
    lies = [one._replace(labels=1 - one.labels, weights=0 * one.weights) for one in pages(10, 5)]
    shape = NetSettings((("+1",),), width=4)
    assert fit_net(NAMES, [*some, *lies], shape).last.tolist() == fit_net(NAMES, some, shape).last.tolist()


@pytest.mark.parametrize("rivals", [False, True])
def test_gradients_are_the_slopes_of_the_loss(rivals: bool) -> None:
    shape = NetSettings((("look", "page", "-1", "+1"), ("+2", "look")), width=3, dropout=0.0, blind=0.0, rivals=rivals)
    rng = np.random.default_rng(6)
    parts: list[Any] = [part.astype(np.float64) for part in learning._start(rng, 2, 1, shape)]
    some = pages(4, 7)
    some[2] = some[2]._replace(labels=0 * some[2].labels)
    some[3].weights[4:6] = 0
    batch = learning._batch(some)
    batch = batch._replace(table=batch.table.astype(np.float64))

    def shared(odds: Any, page: PageRows) -> float:
        counted = page.weights > 0
        right = counted & (page.labels > 0)
        whole = np.log(1 + np.exp(odds[counted]).sum())
        return float((whole - (np.log(np.exp(odds[right]).sum()) if right.any() else 0)) * page.weights.max())

    def loss() -> float:
        weight, bias, *rest, last = parts
        numbers = np.maximum(batch.table @ weight + bias, 0)
        for views, one, start in zip(shape.rounds, rest[0::2], rest[1::2], strict=True):
            numbers = numbers + np.maximum(batch.sides.seen(numbers, views) @ one + start, 0)
        odds = numbers @ last[:-1] + last[-1]
        if rivals:
            return sum(shared(odds[batch.page == page], some[page]) for page in range(len(some)))
        return float(((np.logaddexp(0, odds) - batch.labels * odds) * batch.weights).sum())

    for part, gradient in zip(parts, learning._gradients(parts, batch, shape, rng), strict=True):
        place = tuple(rng.integers(0, size) for size in part.shape)
        old, slopes = part[place], []
        for step in (1e-6, -1e-6):
            part[place] = old + step
            slopes.append(loss())
        part[place] = old
        assert gradient[place] == pytest.approx((slopes[0] - slopes[1]) / 2e-6, rel=1e-3, abs=1e-5)


def test_rivals_share_one_probability() -> None:
    """Each page has one largest row, and none is right where it is small: a row alone does not tell."""
    rng = np.random.default_rng(8)
    some = []
    for _ in range(240):
        table = (rng.random((12, 2)) * rng.choice([0.3, 1.0, 3.0])).astype(np.float32)
        best = (table[:, :1] == table[:, 0].max()) & (table[:, 0].max() > 0.3)
        groups = {"look": np.zeros(12, dtype=np.int64), "page": np.zeros(12, dtype=np.int64)}
        some.append(PageRows(table, groups, best.astype(np.float64), np.ones((12, 1))))
    net = fit_net(NAMES, some[:200], NetSettings((("page",),), width=16, epochs=60, rate=0.01, rivals=True))
    hits = 0
    for one in some[200:]:
        odds = net.scores(dict(zip(NAMES, one.table.T.astype(np.float64), strict=True)), one.groups)[0]
        found = int(np.argmax(odds)) if odds.max() > 0 else None
        hits += found == (int(np.argmax(one.labels)) if one.labels.any() else None)
    assert hits >= 30
