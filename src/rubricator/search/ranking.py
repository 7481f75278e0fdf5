"""Ranking as pure functions: BM25, its normalised form, and linear combinations of fields.

Formulas (1) to (3) of Hu and others, "Title extraction from bodies of HTML documents and its application to web page
retrieval", SIGIR 2005. Their idf turns negative for a term in more than half of the documents: matching would then
lower a score, and the denominator of (2) could be zero. Here it is log(1 + x) instead of log(x): never negative, the
same order of terms, and nearly the same value for rare ones. `smooth=False` is the paper's, cut off at 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Part = str
PARTS: tuple[Part, ...] = ("text", "heading", "path")
"""What postings count apart: a window's own words, its block's heading, the title and headings above."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field made of parts, with its weight and the parameters of BM25."""

    parts: tuple[Part, ...]
    weight: float = 1.0
    k1: float = 1.1
    b: float = 0.7


@dataclass(frozen=True, slots=True)
class Ranking:
    """How windows are scored: the sum of their fields, each normalised by (2) if `normalised`."""

    fields: tuple[Field, ...]
    normalised: bool = False
    share: float = 0.0
    """A block that is less than this part of the block above it is shown as that block."""


DEFAULT = Ranking(
    (Field(PARTS, 1.0, k1=0.6, b=0.05), Field(("heading", "path"), 0.1, k1=1.2, b=0.75)),
    share=0.1,
)
"""Chosen on half of the exim4 queries: `rubricator evaluate retrieval` says how."""


def idf(count: int, frequency: int, *, smooth: bool = True) -> float:
    """Return the inverse document frequency of a term in `frequency` of `count` documents; never negative."""
    odds = (count - frequency + 0.5) / (frequency + 0.5)
    return math.log1p(odds) if smooth else max(0.0, math.log(odds))


def bm25(frequency: Floats, length: Floats, average: float, weight: float, k1: float, b: float) -> Floats:
    """Return what one term gives to the score of each document, formula (1); `weight` is its idf."""
    relative = length / average if average else length
    scores: Floats = weight * (k1 + 1) * frequency / (k1 * ((1 - b) + b * relative) + frequency)
    return scores


def ceiling(weights: Iterable[float], k1: float) -> float:
    """Return the score that no document can pass, the denominator of formula (2)."""
    return sum((k1 + 1) * weight for weight in weights)


def query_weight(frequency: float, k3: float = 1000.0) -> float:
    """Return the weight of a term by how often, or how surely, the query has it (Okapi BM2500)."""
    return (k3 + 1) * frequency / (k3 + frequency)


def paper_ranking(alpha: float, title: tuple[Part, ...] = ("heading", "path")) -> Ranking:
    """Return formula (3) with the paper's parameters: all text k1 1.1 and b .7, titles k1 .4 and b .95."""
    return Ranking((Field(PARTS, alpha, 1.1, 0.7), Field(title, 1 - alpha, 0.4, 0.95)), normalised=True)


def selection_value(inside: int, sample: int, count: int, frequency: int) -> float:
    """Return Robertson's value of a term for expanding a query: in `inside` of `sample` relevant documents."""
    odds = (inside + 0.5) * (count - frequency - sample + inside + 0.5)
    against = (frequency - inside + 0.5) * (sample - inside + 0.5)
    return inside * math.log(max(odds, 1e-9) / max(against, 1e-9))


def new_terms(original: Mapping[str, float], inside: Mapping[str, int], values: Mapping[str, float]) -> list[str]:
    """Return the terms that are worth adding to a query, best first."""
    new = [term for term in inside if term not in original and values[term] > 0]
    return sorted(new, key=lambda term: (-values[term], term))


def expansion(original: Mapping[str, float], new: Sequence[str]) -> dict[str, float]:
    """Return a query with new terms, best first: the query's own count double, new ones from 1 falling to 0.

    So Yu and others weighted them, "Improving pseudo-relevance feedback in web information retrieval using web page
    segmentation", WWW 2003.
    """
    found = {term: 2 * weight for term, weight in original.items()}
    return found | {term: 1 - place / len(new) for place, term in enumerate(new)}
