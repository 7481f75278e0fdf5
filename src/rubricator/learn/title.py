"""Training of title extraction, the paper's perceptron or a network and trees, from pages whose title people marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rubricator.errors import GoldError
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.gold.title_lines import specified_title
from rubricator.evaluate.metrics.headings import distance
from rubricator.evaluate.metrics.titles import same_title
from rubricator.learn.net import SEED, NetSettings, fit_net, page_rows
from rubricator.learn.perceptron import Margins, fit_perceptron
from rubricator.page.model import Page
from rubricator.segment.rubric.columns import Ints
from rubricator.segment.rubric.context import BITS
from rubricator.segment.rubric.net import Net
from rubricator.segment.rubric.trees import Forest
from rubricator.segment.title.candidates import (
    Candidate,
    candidate_columns,
    candidate_groups,
    find_candidates,
    font_sizes,
    run_text,
)
from rubricator.segment.title.columns import Columns
from rubricator.segment.title.extraction import first_units
from rubricator.segment.title.features import unit_features
from rubricator.segment.title.table import FEATURES, Feature
from rubricator.segment.title.title_model import Model
from rubricator.segment.title.units import Units, find_units
from rubricator.structure.model import JsonValue
from rubricator.version import __version__

from .corpora import Job, read_jobs

CORPORA = ("l3s", "outline")
MARGINS = Margins(positive=50.0, negative=1.0, rounds=30)
"""Between values that were tried, by cross-validation over sites: 10 and 100 gave the same F1 to .01, 500 found more
second titles that are none."""
LEAST = 0.2
"""Probability of a title, for `network`; from .05 to .3 the F1 of either corpus changed by .012 at most."""
NET = NetSettings((("style", "line", "page", "-1", "+1", "-3", "+3"),), rivals=True)
"""As that of headings; other shapes were not tried."""
_HALF = np.float32(0.5)
_CLOSE = 2
"""Characters by which places of a title may be further from its marked text than the best."""
_RUN = 8
"""Units of the longest title."""
TITLE, NO_TITLE, OPEN = 1, 0, -1
Labels = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TitleExample:
    """A page, its marked titles as they are and by the specification, and what units and candidates are."""

    corpus: str
    id: str
    fold: int
    page: Page
    wanted: tuple[str, ...]
    specified: tuple[str, ...]
    units: Units
    bits: NDArray[np.bool_]
    labels: Labels
    """Per unit; OPEN where the title is repeated elsewhere, or could not be placed."""
    candidates: list[Candidate]
    columns: Columns
    groups: dict[str, Ints]
    candidate_labels: Labels


def make_examples(jobs: Sequence[Job], count: Callable[[int], None]) -> list[TitleExample]:
    """Render the pages and place their titles; a page that cannot be read is left out."""
    found = read_jobs(jobs, _example, count)
    if not any(example.wanted for example in found):
        raise GoldError("there is no page with a marked title to learn from")
    return found


def _example(page: Page, gold: Gold, corpus: str, fold: int) -> TitleExample:
    return title_example(page, gold.titles, corpus, gold.id, fold)


def title_example(page: Page, titles: tuple[str, ...], corpus: str, name: str, fold: int) -> TitleExample:
    """Place the titles of a page. The specification decides which lines of a marked title are its title."""
    specified = tuple(specified_title(page, title) for title in titles)
    units = first_units(find_units(page))
    candidates = find_candidates(units)
    return TitleExample(
        corpus,
        name,
        fold,
        page,
        titles,
        specified,
        units,
        unit_features(units),
        _unit_labels(units, specified),
        candidates,
        candidate_columns(units, candidates) if candidates else {},
        candidate_groups(units, candidates) if candidates else {},
        _candidate_labels(units, candidates, specified),
    )


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _unit_labels(units: Units, titles: Sequence[str]) -> Labels:
    """Mark the units of each title, at the place where it stands out most; elsewhere it is left open."""
    labels = np.full(len(units.node), NO_TITLE, dtype=np.int64)
    sizes = font_sizes(units)
    page, nodes = units.page, units.node
    for title in map(_folded, titles):
        near = range(int(len(title) * 0.6), int(len(title) * 1.7) + 2)
        places = []
        for first in range(len(nodes)):
            for stop in range(first + 1, min(first + _RUN, len(nodes)) + 1):
                length = page.end[nodes[stop - 1]] - page.start[nodes[first]]
                if length > near.stop:
                    break
                if length in near and same_title(text := _folded(run_text(units, first, stop)), title):
                    places.append((distance(text, title, len(title)), first, stop))
        if not places:
            return np.full(len(nodes), OPEN, dtype=np.int64)
        best = min(places)[0] + _CLOSE
        kept = [(first, stop) for far, first, stop in places if far <= best]
        for first, stop in kept:
            labels[first:stop] = OPEN
        first, stop = max(
            kept, key=lambda run: (not units.regions[nodes[run[0]]] & BITS["link"], sizes[run[0]], -run[0])
        )
        labels[first:stop] = TITLE
    return labels


def _candidate_labels(units: Units, candidates: Sequence[Candidate], titles: Sequence[str]) -> Labels:
    """Mark the candidates that are nearest to a title."""
    labels = np.full(len(candidates), NO_TITLE, dtype=np.int64)
    for title in map(_folded, titles):
        far = {}
        for number, one in enumerate(candidates):
            text = _folded(run_text(units, one.first, one.stop))
            if 0.7 * len(title) < len(text) < len(title) / 0.7 and same_title(text, title):
                far[number] = distance(text, title, len(title)) / max(len(text), len(title))
        if not far:
            return np.full(len(candidates), OPEN, dtype=np.int64)
        nearest = min(far.values())
        labels[[number for number, one in far.items() if one <= nearest + 0.03]] = TITLE
    return labels


def train(
    examples: Sequence[TitleExample], variant: str, table: Sequence[Feature] = FEATURES, seed: int = SEED
) -> Model:
    """Train a variant. `table` names the features that the perceptron may use; the others get no weight."""
    known = frozenset(one.page.sha256 for one in examples)
    if variant == "network":
        return _train_network(examples, known, seed)
    chosen = np.array([feature in set(table) for feature in FEATURES])
    rows = np.concatenate([one.bits for one in examples])[:, chosen]
    labels = np.concatenate([one.labels for one in examples])
    if not (labels == TITLE).any():
        raise GoldError("the titles of the marked pages are not in their text: there is nothing to learn from")
    plane = fit_perceptron(rows[labels != OPEN], labels[labels != OPEN] == TITLE, MARGINS)
    weights = np.zeros(len(FEATURES))
    weights[chosen] = plane.weights
    return Model("perceptron", weights, plane.bias, None, None, known, _card(examples, "perceptron"))


def _train_network(examples: Sequence[TitleExample], known: frozenset[str], seed: int) -> Model:
    """Train a network and a forest that each have half a say: the mean of their log odds counts."""
    some = [one for one in examples if one.candidates and not (one.candidate_labels == OPEN).all()]
    if not any((one.candidate_labels == TITLE).any() for one in some):
        raise GoldError("the titles of the marked pages are not in their text: there is nothing to learn from")
    net, forest = _fit_net(some, seed), _fit_trees(some)
    net = replace(net, last=net.last * _HALF)
    forest = replace(forest, value=forest.value * _HALF)
    bias = -float(np.log(LEAST / (1 - LEAST)))
    return Model("network", None, bias, net, forest, known, _card(examples, "network") | {"seed": seed})


def _fit_net(examples: Sequence[TitleExample], seed: int) -> Net:
    """Candidates of a page are rivals; those left open do not take part."""
    pages = []
    for one in examples:
        labels, counts = one.candidate_labels == TITLE, one.candidate_labels != OPEN
        pages.append(page_rows(one.columns, one.groups, labels[:, None].astype(float), counts[:, None].astype(float)))
    return fit_net(list(examples[0].columns), pages, NET, seed)


def _fit_trees(some: Sequence[TitleExample]) -> Forest:
    """Each candidate is judged for itself."""
    # Imported here: the perceptron does without the extra.
    from rubricator.learn.boost import TreeSettings, fit

    names = list(some[0].columns)
    table = np.concatenate([np.stack([one.columns[name] for name in names], axis=1).astype(np.float32) for one in some])
    labels = np.concatenate([one.candidate_labels for one in some])
    counts = [max(int((one.candidate_labels == TITLE).sum()), 1) for one in some]
    # A title that is said five times on its page counts as one.
    weights = np.concatenate(
        [np.where(one.candidate_labels == TITLE, 1 / count, 1.0) for one, count in zip(some, counts, strict=True)]
    )
    # Smaller trees than those of headings, as there are few titles; other values were not tried.
    growth = TreeSettings(trees=150, depth=5, leaves=12, rate=0.07, features=0.3, least=20)
    kept = labels != OPEN
    return fit(names, table[kept], (labels[kept] == TITLE).astype(np.float64), weights[kept], growth)


def _card(examples: Sequence[TitleExample], variant: str) -> dict[str, JsonValue]:
    """Say what a model was made from."""
    pages: dict[str, JsonValue] = dict(Counter(one.corpus for one in examples))
    titled = sum(bool(one.wanted) for one in examples)
    return {"method": "title", "variant": variant, "version": __version__, "examples": pages, "titles": titled}
