"""The feed-forward network of section 3.2: three features, hidden layers of 24 and 48, three classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.asdus.embedding import Embedding, score, tokens

Floats = NDArray[np.float64]
LAYERS = (3, 24, 48, 3)
TITLE, PROSE, UNRELATED = range(3)


@dataclass(frozen=True, slots=True)
class Network:
    """Weights and offsets of each layer; mean and deviation of the features."""

    weights: tuple[Floats, ...]
    offsets: tuple[Floats, ...]
    mean: Floats
    deviation: Floats


def features(texts: Sequence[str], title: Embedding, prose: Embedding) -> Floats:
    """Return t-score, p-score and length of each text, as logarithms: they spread over four orders of magnitude."""
    words = [tokens(text) for text in texts]
    columns = -score(words, title), -score(words, prose), np.array([float(len(text)) for text in texts])
    rows: Floats = np.log1p(np.stack(columns, axis=1))
    return rows


def probabilities(network: Network, rows: Floats) -> Floats:
    """Return how likely each row is a title, prose, or unrelated."""
    activity = layers(network, (rows - network.mean) / network.deviation)[-1]
    chances = np.exp(activity - activity.max(axis=1, keepdims=True))
    result: Floats = chances / chances.sum(axis=1, keepdims=True)
    return result


def layers(network: Network, rows: Floats) -> list[Floats]:
    """Return what each layer gives, the input first; rectified, but for the last."""
    given = [rows]
    last = len(network.weights) - 1
    for place, (weight, offset) in enumerate(zip(network.weights, network.offsets, strict=True)):
        sums = given[-1] @ weight + offset
        given.append(sums if place == last else np.maximum(sums, 0.0))
    return given
