"""Compiled; see `_features.pyx`."""

from __future__ import annotations

from collections.abc import Callable

from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.sight import Sight
from rubricator.segment.rubric.texts import Texts

def fill_own(
    values: Floats,
    sight: Sight,
    table: Ints,
    read: Texts,
    body: Floats,
    bits: dict[str, int],
    code_of: Callable[[str], int],
    logs: Ints,
    longer: tuple[int, int, int],
) -> Ints:
    """Write the features of candidates by themselves below those of their texts; return codes for their looks.

    Of the lines `logs` the logarithm is taken; the first of `longer` is what the second has more than the third."""
