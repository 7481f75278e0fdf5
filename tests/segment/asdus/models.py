"""A small model of asdus-dd, made by hand: titles are short."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rubricator.segment.asdus.domain_model import Model
from rubricator.segment.asdus.embedding import Embedding
from rubricator.segment.asdus.network import LAYERS, Network


def tiny_embedding() -> Embedding:
    """Three words in a tree of two inner nodes: 0 turns one way at the root, the others part at the second node."""
    return Embedding(
        {"we": 0, "cookies": 1, "use": 2},
        1,
        np.array([[1, 0], [0, 1], [1, 1]], dtype=np.float32),
        np.array([[0.5, -1], [2, 0.25]], dtype=np.float32),
        np.array([[0, 0], [0, 1], [0, 1]], dtype=np.int32),
        np.array([[1, 0], [-1, 1], [-1, -1]], dtype=np.int8),
    )


def tiny_model() -> Model:
    """Look at the length alone: below e^4 characters a text is a title, above it prose."""
    weights = [np.zeros((size, after)) for size, after in pairwise(LAYERS)]
    offsets = [np.zeros(size) for size in LAYERS[1:]]
    weights[0][2, 0], offsets[0][0] = 1.0, 0.0
    weights[1][0, 0] = 1.0
    weights[2][0] = -1.0, 1.0, -9.0
    offsets[2][:] = 4.0, -4.0, 0.0
    network = Network(tuple(weights), tuple(offsets), np.zeros(3), np.ones(3))
    return Model(tiny_embedding(), tiny_embedding(), network, frozenset({"aa"}), {"domain": "PP"})
