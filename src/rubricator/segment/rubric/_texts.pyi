"""Compiled; see `_texts.pyx`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.texts import Numbering

def read(
    text: str,
    table: Ints,
    low: int,
    high: int,
    scale: float,
    title: frozenset[str],
    known: NDArray[np.uint16],
    classify: Callable[[str], int],
    per_class: NDArray[np.uint64],
    bits: int,
    marks: dict[str, int],
    numbering_of: Callable[[str, int, int], Numbering],
) -> tuple[Floats, list[str], Ints, list[Numbering]]:
    """Return the columns, folded texts, their numbers, and numberings. `low` .. `high` is the text that is seen."""
