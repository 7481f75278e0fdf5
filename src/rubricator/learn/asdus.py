"""Training of asdus-dd (section 3.2): two word embeddings, and a network over their scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rubricator.errors import GoldError, MissingExtraError
from rubricator.evaluate.gold.align import place
from rubricator.evaluate.gold.gold import Gold, Span
from rubricator.evaluate.metrics.headings import fold_heading, similar
from rubricator.learn.corpora import Job, read_jobs
from rubricator.page.model import Page
from rubricator.segment.asdus.domain_model import Model
from rubricator.segment.asdus.embedding import Embedding, tokens
from rubricator.segment.asdus.network import LAYERS, PROSE, TITLE, UNRELATED, Network, features, layers, probabilities
from rubricator.segment.asdus.parameters import Parameters
from rubricator.segment.asdus.texts import collect
from rubricator.structure.model import JsonValue
from rubricator.version import __version__

try:
    from gensim.models import Word2Vec
except ImportError as error:
    raise MissingExtraError("training", "train") from error

Floats = NDArray[np.float64]
CORPUS = "asdus"
SEED = 1
_INSIDE = 0.5
"""Share of a text's characters that lie in gold prose for it to be prose."""


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """How an embedding is trained; dimensions, window and least count are those of the authors' program."""

    dimensions: int
    window: int
    least_count: int
    rounds: int = 20


TITLES = EmbeddingSettings(30, 1, 10)
PROSES = EmbeddingSettings(60, 5, 20)


@dataclass(frozen=True, slots=True)
class FitSettings:
    """How the network is trained: Adam on the cross entropy."""

    rounds: int = 60
    batch: int = 128
    rate: float = 0.003
    decay: float = 1e-4


@dataclass(frozen=True, slots=True)
class Example:
    """A page: the texts of its elements with their labels, and the gold texts."""

    fold: int
    sha256: str
    texts: list[str]
    labels: list[int]
    titles: list[str]
    prose: list[str]


def make_examples(jobs: Sequence[Job], domain: str, count: Callable[[int], None]) -> list[Example]:
    """Label the pages of one domain; a page that cannot be read is left out."""
    wanted = [job for job in jobs if job[0].domain == domain]
    if not wanted:
        known = sorted({gold.domain for gold, _, _ in jobs if gold.domain})
        raise GoldError(f"the corpus {CORPUS} has no domain {domain!r}; it has: {', '.join(known)}")
    return read_jobs(wanted, _example, count)


def _example(page: Page, gold: Gold, _: str, fold: int) -> Example:
    return make_example(page, gold, fold)


def make_example(page: Page, gold: Gold, fold: int = 0) -> Example:
    """Label each text of a page: title, prose, or unrelated where it aligns to no gold text."""
    wanted = [(text, kind) for one in gold.sections for text, kind in _section(one.title, one.prose)]
    spans = place([text for text, _ in wanted], page.text).spans
    inside = np.zeros(len(page.text) + 1, dtype=np.int64)
    marked: list[tuple[Span, str]] = []
    for (text, kind), span in zip(wanted, spans, strict=True):
        if span and kind == TITLE:
            marked.append((span, fold_heading(text)))
        elif span:
            inside[span[0] : span[1]] = 1
    sums = np.concatenate([[0], np.cumsum(inside)])
    texts = collect(page, page.body, Parameters())
    labels = []
    for one in texts:
        title = fold_heading(page.text[one.start : one.end])
        if any(span[0] < one.end and one.start < span[1] and similar(title, text) for span, text in marked):
            labels.append(TITLE)
        else:
            share = (sums[one.end] - sums[one.start]) / (one.end - one.start)
            labels.append(PROSE if share >= _INSIDE else UNRELATED)
    titles, prose = ([text for text, kind in wanted if kind == wish] for wish in (TITLE, PROSE))
    return Example(fold, page.sha256, [page.text[one.start : one.end] for one in texts], labels, titles, prose)


def _section(title: str | None, prose: Sequence[str]) -> list[tuple[str, int]]:
    return [*([(title, TITLE)] if title else []), *((text, PROSE) for text in prose)]


def train(examples: Sequence[Example], domain: str) -> Model:
    """Train embeddings and network on pages."""
    title = embed([tokens(text) for one in examples for text in one.titles], TITLES)
    prose = embed([tokens(text) for one in examples for text in one.prose], PROSES)
    rows = features([text for one in examples for text in one.texts], title, prose)
    labels = np.array([label for one in examples for label in one.labels])
    network = fit(rows, labels)
    return Model(title, prose, network, frozenset(one.sha256 for one in examples), _card(examples, domain, labels))


def _card(examples: Sequence[Example], domain: str, labels: NDArray[np.int64]) -> dict[str, JsonValue]:
    counts = Counter(labels.tolist())
    kinds: dict[str, JsonValue] = {"title": counts[TITLE], "prose": counts[PROSE], "unrelated": counts[UNRELATED]}
    return {
        "method": "asdus-dd", "version": __version__, "domain": domain, "pages": len(examples), "texts": kinds,
        "seed": SEED,
    }  # fmt: skip


def embed(sentences: Sequence[Sequence[str]], how: EmbeddingSettings) -> Embedding:
    """Train word vectors with hierarchical softmax, and keep what scoring needs."""
    counts = Counter(word for sentence in sentences for word in sentence)
    if not any(count >= how.least_count for count in counts.values()):
        raise GoldError(f"the marked pages are too few: no word occurs {how.least_count} times")
    model = Word2Vec(
        [list(sentence) for sentence in sentences],
        vector_size=how.dimensions,
        window=how.window,
        min_count=how.least_count,
        epochs=how.rounds,
        hs=1,
        negative=0,
        workers=1,
        seed=SEED,
    )
    words = list(model.wv.index_to_key)
    ways = [(model.wv.get_vecattr(word, "point"), model.wv.get_vecattr(word, "code")) for word in words]
    longest = max(len(code) for _, code in ways)
    points, turns = np.zeros((len(words), longest), dtype=np.int32), np.zeros((len(words), longest), dtype=np.int8)
    for number, (point, code) in enumerate(ways):
        points[number, : len(code)] = point[: len(code)]
        turns[number, : len(code)] = 1 - 2 * np.asarray(code, dtype=np.int8)
    index = {word: number for number, word in enumerate(words)}
    vectors, nodes = (array.astype(np.float16).astype(np.float32) for array in (model.wv.vectors, model.syn1))
    return Embedding(index, how.window, vectors, nodes, points, turns)


def fit(rows: Floats, labels: NDArray[np.int64], how: FitSettings | None = None) -> Network:
    """Train the network; the same rows give the same weights."""
    how = how or FitSettings()
    chance = np.random.default_rng(SEED)
    mean, deviation = rows.mean(axis=0), rows.std(axis=0)
    network = Network(
        tuple(chance.normal(0, np.sqrt(2 / size), (size, after)) for size, after in pairwise(LAYERS)),
        tuple(np.zeros(size) for size in LAYERS[1:]),
        mean,
        np.where(deviation > 0, deviation, 1.0),
    )
    scaled, wanted = (rows - network.mean) / network.deviation, np.eye(LAYERS[-1])[labels]
    state = [np.zeros_like(one) for one in (*network.weights, *network.offsets) for _ in range(2)]
    step = 0
    for done in range(how.rounds):
        rate = how.rate * (1 - done / how.rounds)
        order = chance.permutation(len(rows))
        for first in range(0, len(rows), how.batch):
            step += 1
            some = order[first : first + how.batch]
            network = _adam(network, _gradients(network, scaled[some], wanted[some], how.decay), state, step, rate)
    return network


def _gradients(network: Network, rows: Floats, wanted: Floats, decay: float) -> list[Floats]:
    """Return the gradients of the cross entropy by weights, then by offsets."""
    given = layers(network, rows)
    plain = replace(network, mean=np.zeros(rows.shape[1]), deviation=np.ones(rows.shape[1]))
    error = (probabilities(plain, rows) - wanted) / len(rows)
    weights: list[Floats] = []
    offsets: list[Floats] = []
    for number in range(len(network.weights) - 1, -1, -1):
        weights.insert(0, given[number].T @ error + decay * network.weights[number])
        offsets.insert(0, error.sum(axis=0))
        error = (error @ network.weights[number].T) * (given[number] > 0)
    return [*weights, *offsets]


def _adam(network: Network, gradients: list[Floats], state: list[Floats], step: int, rate: float) -> Network:
    """Take one step (Kingma and Ba, 2015)."""
    changed = []
    for number, (value, gradient) in enumerate(zip((*network.weights, *network.offsets), gradients, strict=True)):
        state[2 * number] = 0.9 * state[2 * number] + 0.1 * gradient
        state[2 * number + 1] = 0.999 * state[2 * number + 1] + 0.001 * gradient**2
        first, second = state[2 * number] / (1 - 0.9**step), state[2 * number + 1] / (1 - 0.999**step)
        changed.append(value - rate * first / (np.sqrt(second) + 1e-8))
    half = len(network.weights)
    return replace(network, weights=tuple(changed[:half]), offsets=tuple(changed[half:]))
