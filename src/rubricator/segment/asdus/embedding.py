"""Word embeddings with hierarchical softmax, and the log probability of a text under one (section 3.2).

The score is that of gensim's `Word2Vec.score` for CBOW: each known word is predicted from the mean of the known words
around it, as a way down a binary tree. It is computed here for all texts of a page at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_WORD = re.compile(r"[^\W\d_]+")
_PART = 20_000
"""Words that are scored together, which bounds the memory; a text is not cut unless it alone is longer."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """Words, their vectors, and the way to each in the tree: its inner nodes, and -1 or 1 for the turn at each."""

    index: dict[str, int]
    window: int
    vectors: NDArray[np.float32]
    nodes: NDArray[np.float32]
    """The vectors of the tree's inner nodes."""
    points: NDArray[np.int32]
    """By word: the inner nodes on its way, in a row that is filled up with 0."""
    turns: NDArray[np.int8]
    """By word: 1 or -1 for each of them, and 0 where the way has ended."""


def tokens(text: str) -> list[str]:
    """Return the words of a text, without numbers and case."""
    return _WORD.findall(text.lower())


def score(texts: Sequence[Sequence[str]], embedding: Embedding) -> Floats:
    """Return the log probability of each text, given as its words; 0 for one without a known word."""
    known = [[embedding.index[word] for word in text if word in embedding.index] for text in texts]
    found = np.zeros(len(texts))
    for numbers in _parts([len(one) for one in known]):
        sizes = np.array([len(known[number]) for number in numbers])
        words = np.array([word for number in numbers for word in known[number]], dtype=np.int64)
        if len(words):
            owner = np.repeat(np.arange(len(numbers)), sizes)
            chances = _word_chances(words, sizes, embedding)
            found[list(numbers)] = np.bincount(owner, weights=chances, minlength=len(numbers))
    return found


def _parts(sizes: Sequence[int]) -> Iterator[range]:
    """Cut a row of texts into parts."""
    first = words = 0
    for number, size in enumerate(sizes):
        if words and words + size > _PART:
            yield range(first, number)
            first, words = number, 0
        words += size
    yield range(first, len(sizes))


def _word_chances(words: Ints, sizes: Ints, embedding: Embedding) -> Floats:
    """Return the log probability of each word among those around it in its text."""
    context = _contexts(words, sizes, embedding)
    chances = np.zeros(len(words))
    for step in range(embedding.points.shape[1]):
        turn = embedding.turns[words, step]
        there = np.flatnonzero(turn)
        if not len(there):
            break
        nodes = embedding.nodes[embedding.points[words[there], step]]
        rise = np.einsum("ij,ij->i", context[there], nodes) * turn[there]
        chances[there] -= np.logaddexp(0.0, -rise)
    return chances


def _contexts(words: Ints, sizes: Ints, embedding: Embedding) -> Floats:
    """Return the mean of the vectors around each word, without its own."""
    own = embedding.vectors[words].astype(np.float64)
    sums = np.concatenate([np.zeros((1, own.shape[1])), np.cumsum(own, axis=0)])
    stops = np.repeat(np.cumsum(sizes), sizes)
    starts = stops - np.repeat(sizes, sizes)
    places = np.arange(len(words))
    low, high = np.maximum(starts, places - embedding.window), np.minimum(stops, places + embedding.window + 1)
    context: Floats = (sums[high] - sums[low] - own) / np.maximum(high - low - 1, 1)[:, None]
    return context
