"""What all pages share: base distributions of words and symbols, and rule probabilities (Figure 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rubricator.segment.bayes.parameters import Parameters

WORD_LABELS = ("h", "c")
SYMBOL_LABELS = ("b", "n", "e", "l")
LABELS = WORD_LABELS + SYMBOL_LABELS
"""H and C of words; B, N, E and L of symbols."""


class Rules(NamedTuple):
    """The probabilities of the rules that have a prior."""

    with_content: float
    """p4, of [2.1]: the heading row has contents too; p5 is the rest."""
    further: float
    """p6, of [3.1]: a heading block is followed by another one; p7 is the rest."""


@dataclass(frozen=True, slots=True)
class Bases:
    """Base distributions by word or symbol number, one a label, and the rules."""

    h: Sequence[float]
    c: Sequence[float]
    b: Sequence[float]
    n: Sequence[float]
    e: Sequence[float]
    l: Sequence[float]  # noqa: E741 - the paper's label
    rules: Rules


def prior_rules(parameters: Parameters) -> Rules:
    """Return the means of the rules' priors."""
    return Rules(
        parameters.content_more / (parameters.content_more + parameters.content_none),
        parameters.heading_more / (parameters.heading_more + parameters.heading_last),
    )


def uniform_bases(words: int, symbols: int, parameters: Parameters) -> Bases:
    """Return the bases to start from (section 6.3)."""
    word, symbol = [1 / max(words, 1)] * words, [1 / max(symbols, 1)] * symbols
    return Bases(word, word, symbol, symbol, symbol, symbol, prior_rules(parameters))
