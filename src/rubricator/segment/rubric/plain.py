"""Plain text has no looks: a line of its own, short, that ends in a word and has a text below is a heading there."""

from __future__ import annotations

from rubricator.segment.rubric.candidates import WHOLE
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.features import Seen

_WORDS = 10
_LESS = -1.0
"""Logarithm of how much longer the text below is: it has at least a third of the line's length."""


def heads_plain_text(seen: Seen) -> Floats:
    """Return 1 for the candidates that are headings in a page written as plain text, else 0."""
    columns = seen.columns
    begins = (columns["starts upper"] > 0) | (columns["numbering"] > 0)
    short = (columns["words"] <= _WORDS) & (columns["ends in word"] > 0)
    heads = (seen.table[:, 5] == WHOLE) & begins & short & (columns["times longer after"] > _LESS)
    return (heads & (columns["in code"] > 0)).astype(float)
