"""Plain text has no looks: a line of its own, short, that ends in a word and has a text below is a heading there."""

from __future__ import annotations

import numpy as np

from rubricator.segment.rubric.candidates import WHOLE
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.features import Seen

_WORDS = 10
_LESS = -1.0
"""Logarithm of how much longer the text below is: it has at least a third of the line's length."""


def heads_plain_text(seen: Seen) -> Floats:
    """Return 1 for the candidates in plain text that are headings, -1 for others, and 0 outside of it."""
    columns = seen.columns
    begins = (columns["starts upper"] > 0) | (columns["numbering"] > 0)
    short = (columns["words"] <= _WORDS) & (columns["ends in word"] > 0)
    # What is said again are the heads of printed pages.
    once = columns["same words"] <= 1
    heads = (seen.table[:, 5] == WHOLE) & begins & short & once & (columns["times longer after"] > _LESS)
    return np.where(columns["in code"] > 0, np.where(heads, 1.0, -1.0), 0.0)
