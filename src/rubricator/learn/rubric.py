"""Training of `rubric`: body, headings, title and levels, from pages that people marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.errors import GoldError
from rubricator.learn.boost import TreeSettings, fit
from rubricator.learn.corpora import FURTHER
from rubricator.learn.detag import detag, has_tags
from rubricator.learn.examples import Example, small_examples
from rubricator.learn.net import SEED, NetSettings, fit_net, page_rows
from rubricator.segment.rubric.body import unit_features, unit_groups
from rubricator.segment.rubric.columns import Floats, Ints, probabilities
from rubricator.segment.rubric.edges import edge_features
from rubricator.segment.rubric.features import Seen, candidate_features
from rubricator.segment.rubric.groups import look_groups
from rubricator.segment.rubric.learned_model import Model
from rubricator.segment.rubric.levels import heading_columns, pair_features, pairs
from rubricator.segment.rubric.net import Net
from rubricator.segment.rubric.texts import read_texts
from rubricator.segment.rubric.trees import Forest, scaled
from rubricator.segment.rubric.view import build_view
from rubricator.structure.model import JsonValue
from rubricator.version import __version__

THRESHOLDS = {"body": 0.5, "title": 0.1, "share": 0.42, "floor": 0.12, "sum": 0.4, "hopeless": -2.75}
"""Chosen by cross-validation over sites; figures hardly change around them."""
_BODY_WEIGHT = {"wcxb": 3.0, "outline": 1.0, FURTHER: 0.7, "asdus": 0.3, "cleaneval": 0.5, "l3s": 0.2}
_EDGE_WEIGHT = {"outline": 3.0, FURTHER: 2.0, "l3s": 0.3}
_CROPPED_WEIGHT = 0.5
"""Of small pages, for the content body."""
_HEADING_WEIGHT = {"outline": 2.0, FURTHER: 0.4, "asdus": 2.0, "cleaneval": 0.3}
"""`outline` is marked most consistently, `asdus` has few pages, cleaneval's people disagree. Other gold counts 1."""
_OWN_WEIGHT = {"asdus": 2.0}
"""In the outputs for the marks of one corpus alone. Other gold counts 1."""
_RULES = {FURTHER: "outline"}
"""Marks that keep to the rules of a corpus."""
_TITLE_WEIGHT = {"wcxb": 0.3}
"""Its titles are those of the `<title>` field, which often say more than the page does."""
DETAGGED_WEIGHT = 0.5
_USUAL_HEADINGS, _USUAL_TITLE = 8.0, 12.0
"""What the candidates of a page weigh together, by which the network is held to a usual pace."""
_MOST_PAIRS = 2000
_HALF = 0.5
BODY = NetSettings(
    (("up 1", "up 3", "page"), ("-1", "+1"), ("-2", "+2"), ("-4", "+4"), ("-8", "+8")),
    width=48, epochs=10, batch=8, dropout=0.2,
)  # fmt: skip
HEADING_NET = NetSettings((("path", "look", "page", "-1", "+1", "-2", "+2"),))
HEADING = TreeSettings(trees=140)
EDGES = TreeSettings(trees=60, depth=5, leaves=12, least=20)
LEVELS = TreeSettings(trees=50, depth=4, leaves=12, least=50, rate=0.15)

_TOO_FEW = "the marked pages are too few: body, headings, title and levels must each be marked on some"
Rows = list[tuple[Mapping[str, Floats], Floats, Floats]]
"""Columns, labels and weights of a part of the examples."""


def train(examples: Sequence[Example], progress: Callable[[str], None] = lambda _: None, seed: int = SEED) -> Model:
    """Train on all examples, and on small pages cropped out of them. `seed` is that of the networks."""
    examples = [*examples, *(small for one in examples for small in small_examples(one))]
    progress("content body")
    unit_columns = [unit_features(one.view) for one in examples]
    in_body = out_of_fold_body(examples, unit_columns, seed)
    body = _fit_body(examples, unit_columns, range(len(examples)), seed)
    begins, ends = _fit_edges(examples, in_body)
    progress("features")
    seen = [
        candidate_features(one.view, one.candidates, one.texts, likely)
        for one, likely in zip(examples, in_body, strict=True)
    ]
    progress("headings and title")
    like = tuple(dict.fromkeys(_rules(one) for one in examples if one.heading is not None))
    marked = [candidate_rows(one, features, like) for one, features in zip(examples, seen, strict=True)]
    for one, likely in zip(examples, in_body, strict=True):
        if one.heading is not None and (without_tags := detagged(one, likely)):
            marked.append(candidate_rows(one, without_tags, like, DETAGGED_WEIGHT))
    net, heading = fit_headings(marked, seed)
    by_corpus = dict(zip(like, fit_marks(marked), strict=True))
    progress("levels")
    level_rows = [
        _level_rows(one, features)
        for one, features in zip(examples, seen, strict=True)
        if one.parents and one.heading is not None
    ]
    same = fit_rows(
        [(columns, (relation == 0).astype(np.float64), weight) for columns, relation, weight in level_rows], LEVELS
    )
    deeper = fit_rows(
        [
            (
                {name: column[relation != 0] for name, column in columns.items()},
                (relation[relation != 0] > 0).astype(np.float64),
                weight[relation != 0],
            )
            for columns, relation, weight in level_rows
        ],
        LEVELS,
    )
    nets = {"body": body, "heading": net}
    forests = {"begins": begins, "ends": ends, "heading": heading, "deeper": deeper, "same": same, **by_corpus}
    seen_pages = frozenset(one.view.page.sha256 for one in examples)
    return Model(nets, forests, dict(THRESHOLDS), seen_pages, _card(examples, seed), like)


def _card(examples: Sequence[Example], seed: int) -> dict[str, JsonValue]:
    """Say what a model was made from."""
    pages: dict[str, JsonValue] = dict(Counter(one.corpus for one in examples))
    headings = sum(int((one.heading >= 0).sum()) for one in examples if one.heading is not None)
    return {"method": "rubric", "version": __version__, "examples": pages, "headings": headings, "seed": seed}


def out_of_fold_body(
    examples: Sequence[Example], columns: Sequence[Mapping[str, Floats]], seed: int = SEED
) -> list[Floats]:
    """Return each unit's probability of being in the body, by models that have not seen its site.

    Headings are learned from what the body's model says of pages that are new to it, as all pages are later.
    """
    found: list[Floats] = [np.zeros(0)] * len(examples)
    for fold in sorted({one.fold for one in examples}):
        inside = [number for number, one in enumerate(examples) if one.fold == fold]
        others = [number for number, one in enumerate(examples) if one.fold != fold]
        net = _fit_body(examples, columns, others, seed)
        for number in inside:
            found[number] = probabilities(net.scores(columns[number], unit_groups(examples[number].view))[0])
    return found


def _fit_body(
    examples: Sequence[Example], columns: Sequence[Mapping[str, Floats]], chosen: Sequence[int], seed: int
) -> Net:
    pages = []
    for number in chosen:
        one = examples[number]
        if one.in_body is not None:
            size = np.sqrt((one.view.units["end"] - one.view.units["start"]).astype(np.float64))
            weight = _body_weight(one, _BODY_WEIGHT) * size / max(float(size.sum()), 1.0)
            labels, weights = one.in_body[:, None], weight[:, None]
            pages.append(page_rows(columns[number], unit_groups(one.view), labels, weights))
    if not pages:
        raise GoldError(_TOO_FEW)
    return fit_net(list(columns[0]), pages, BODY, seed)


def _body_weight(one: Example, weights: dict[str, float]) -> float:
    return weights.get(one.corpus, 1.0) * (_CROPPED_WEIGHT if one.cropped else 1.0)


def _fit_edges(examples: Sequence[Example], in_body: Sequence[Floats]) -> tuple[Forest, Forest]:
    """Learn where bodies begin and end: before their first unit, and after their last."""
    begins: Rows = []
    ends: Rows = []
    for one, likely in zip(examples, in_body, strict=True):
        inside = np.flatnonzero(one.in_body).tolist() if one.in_body is not None else []
        if not inside:
            continue
        columns = edge_features(one.view, likely)
        place = np.arange(len(one.view.units) + 1)
        weight = np.full(len(place), _body_weight(one, _EDGE_WEIGHT))
        begins.append((columns, (place == inside[0]).astype(np.float64), weight))
        ends.append((columns, (place == inside[-1] + 1).astype(np.float64), weight))
    return fit_rows(begins, EDGES), fit_rows(ends, EDGES)


class Marked(NamedTuple):
    """The candidates of a page: features, the groups of one look, and what gold says.

    Labels and weights have a column for what is a heading, one for what is the title, and for each corpus one that is
    for its own headings alone.
    """

    columns: Mapping[str, Floats]
    groups: dict[str, Ints]
    labels: Floats
    weights: Floats


def candidate_rows(one: Example, seen: Seen, like: Sequence[str] = (), share: float = 1.0) -> Marked:
    """Put together what gold says of the candidates of a page; what it does not say has no weight.

    Pages weigh by the root of their number of headings: ten pages would hold half of all otherwise.
    """
    labels, weights = np.zeros((2, len(one.candidates), 2 + len(like)))
    if one.heading is not None:
        labels[:, 0] = one.heading >= 0
        weight = share * one.counts / np.sqrt(max(float(labels[:, 0].sum()), 1.0))
        weights[:, 0] = _HEADING_WEIGHT.get(one.corpus, 1.0) * weight
        if _rules(one) in like:
            own = 2 + like.index(_rules(one))
            labels[:, own], weights[:, own] = labels[:, 0], _OWN_WEIGHT.get(one.corpus, 1.0) * weight
    if one.title is not None:
        labels[:, 1] = one.title
        weights[:, 1] = share * _TITLE_WEIGHT.get(one.corpus, 1.0)
    return Marked(seen.columns, look_groups(seen.looks), labels, weights)


def _rules(one: Example) -> str:
    """Return the corpus by whose rules an example is marked."""
    return _RULES.get(one.corpus, one.corpus)


def fit_headings(marked: Sequence[Marked], seed: int = SEED) -> tuple[Net, Forest]:
    """Train a network and a forest that each have half a say in what is a heading: their log odds are added up.

    The title is told by the network alone.
    """
    marked = [one for one in marked if one.weights.any()]
    forest = fit_rows([(one.columns, one.labels[:, 0], one.weights[:, 0]) for one in marked], HEADING)
    others = marked[0].labels.shape[1] - 2
    usual = np.array([_USUAL_HEADINGS, _USUAL_TITLE, *[_USUAL_HEADINGS] * others])
    pages = [page_rows(one.columns, one.groups, one.labels, one.weights / usual) for one in marked]
    net = fit_net(list(marked[0].columns), pages, HEADING_NET, seed)
    net = replace(net, last=net.last * np.array([_HALF, 1, *[_HALF] * others], dtype=np.float32))
    return net, scaled(forest, _HALF)


def fit_marks(marked: Sequence[Marked]) -> list[Forest]:
    """Train a forest on the headings of each corpus alone, which has half a say beside the network's own output."""
    own = range(2, marked[0].labels.shape[1])
    return [
        scaled(fit_rows([(one.columns, one.labels[:, at], one.weights[:, at]) for one in marked], HEADING), _HALF)
        for at in own
    ]


def detagged(one: Example, in_body: Floats) -> Seen | None:
    """Return the features that the candidates have when no tag gives headings away; None where no tag does.

    And where the page's units are others then: what is a button behind the words of a heading, the tag alone tells.
    """
    if not has_tags(one.view.page):
        return None
    view = build_view(detag(one.view.page))
    if not np.array_equal(view.units["start"], one.view.units["start"]):
        return None
    return candidate_features(view, one.candidates, read_texts(view, one.candidates), in_body)


def _level_rows(one: Example, seen: Seen) -> tuple[Mapping[str, Floats], NDArray[np.int64], Floats]:
    """Compare the gold headings of a page: 0 same level, 1 the later one is deeper, -1 higher."""
    assert one.heading is not None and one.parents is not None
    depth: list[int] = []
    for parent in one.parents:
        depth.append(1 if parent is None else depth[parent] + 1)
    chosen = [number for number in range(len(one.candidates)) if one.heading[number] >= 0]
    chosen.sort(key=lambda number: one.candidates[number].start)
    level = np.array([depth[int(one.heading[number])] for number in chosen], dtype=np.int64)
    upper, lower = pairs(len(chosen))
    if len(upper) > _MOST_PAIRS:
        kept = np.sort(np.random.default_rng(1).choice(len(upper), _MOST_PAIRS, replace=False))
        upper, lower = upper[kept], lower[kept]
    columns = pair_features(heading_columns(one.view, chosen, seen), upper, lower)
    relation = np.sign(level[lower] - level[upper])
    return columns, relation, np.full(len(upper), 10 / np.sqrt(max(len(upper), 1)))


def fit_rows(rows: Rows, growth: TreeSettings) -> Forest:
    """Train a forest on rows that all have the same columns."""
    rows = [one for one in rows if len(one[1])]
    if not rows:
        raise GoldError(_TOO_FEW)
    names = list(rows[0][0])
    table = np.concatenate(
        [np.stack([columns[name] for name in names], axis=1).astype(np.float32) for columns, _, _ in rows]
    )
    labels = np.concatenate([labels for _, labels, _ in rows])
    weights = np.concatenate([weights for _, _, weights in rows])
    kept = weights > 0
    return fit(names, table[kept], labels[kept], weights[kept], growth)
