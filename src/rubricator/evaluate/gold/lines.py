"""Which lines of a page gold text stands in: both are aligned word by word (longest common subsequence)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from rubricator.evaluate.gold.gold import Span
from rubricator.evaluate.metrics.words import words_of

ENOUGH = 0.5
"""Share of the words of a line that are aligned, from which on it is content."""


def aligned_share(text: str, lines: Sequence[Span], gold: str) -> NDArray[np.float64]:
    """Return the share of each line's words that are aligned with gold; 0 for lines without words."""
    numbers: dict[str, int] = {}
    words: list[int] = []
    counts = []
    for start, end in lines:
        own = [numbers.setdefault(word, len(numbers)) for word in words_of(text[start:end])]
        words += own
        counts.append(len(own))
    wanted = [numbers[word] for word in words_of(gold) if word in numbers]
    is_aligned = np.zeros(len(words))
    for step in LCSseq.opcodes(words, wanted):
        if step.tag == "equal":
            is_aligned[step.src_start : step.src_end] = 1
    line_of = np.repeat(np.arange(len(lines)), counts)
    return np.bincount(line_of, is_aligned, minlength=len(lines)) / np.maximum(counts, 1)


def content_lines(text: str, lines: Sequence[Span], gold: str) -> NDArray[np.bool_]:
    """Say which lines are content: those of which enough words are aligned with gold."""
    return aligned_share(text, lines, gold) >= ENOUGH
