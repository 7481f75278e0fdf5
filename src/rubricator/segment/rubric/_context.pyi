"""Compiled; see `_context.pyx`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rubricator.page.model import Attributes
from rubricator.segment.rubric.columns import Ints

def climb(
    tags: tuple[str, ...],
    parents: tuple[int, ...],
    starts: tuple[int, ...],
    ends: tuple[int, ...],
    attributes: tuple[Attributes, ...],
    tag_bits: dict[str, int],
    role_bits: dict[str, int],
    word_bits: dict[str, int],
    text_tag: str,
    level_bits: tuple[int, ...],
    factor: int,
) -> tuple[Ints, NDArray[np.uint64], frozenset[str], int]:
    """Return the columns of `Context`.

    A node asks its parent, then that one's grandparent, and so on in steps twice as long, which reaches the root of
    a page nested 100,000 deep in 17."""
