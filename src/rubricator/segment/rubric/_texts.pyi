"""What the characters of candidates say, one candidate after the other."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric.columns import Floats, Ints, Rows

NO_NUMBER: int
NUMBERED_WORD: int
DIGITS: int
ROMAN: int
LETTER: int
BULLET: int
QUESTION: int
"""Kinds of numberings."""

KNOWN: int
WORD: int
UPPER: int
LOWER: int
DIGIT: int
SPACE: int
COMMA: int
END: int
OPENS: int
ASKS: int
CASELESS: int
"""Classes of characters."""

NUMBERING: np.dtype[Any]
"""The columns of numberings, as `_texts.pxd` names them."""

def read(
    text: str, candidates: Rows, low: int, high: int, scale: float, title: frozenset[str], table: Floats,
    row: dict[str, int], known: NDArray[np.uint16], classify: Callable[[str], int], marks: dict[str, int],
    numbering_of: Callable[[str, int, int], tuple[int, int, int]],
    search_date: Callable[[str], re.Match[str] | None],
) -> tuple[list[str], Ints, Rows]:  # fmt: skip
    """Fill a table; return folded texts, their numbers, and numberings. `low` .. `high` is the text that is seen."""
