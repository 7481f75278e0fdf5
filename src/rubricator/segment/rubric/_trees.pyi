"""Compiled; see `_trees.pyx`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric.columns import Floats, Ints, Table

class Trees:
    """Full trees: the features and thresholds of inner nodes, and the values of leaves."""

    def __init__(self, feature: NDArray[np.int16], threshold: Table, value: Table) -> None: ...
    def walked(
        self,
        table: Floats,
        lines: Ints,
        low: int,
        high: int,
        among: NDArray[np.bool_] | None,
        hopeless: float,
        first: int,
    ) -> Floats:
        """Return the log odds of the rows `low` .. `high`, or 0 where they are not `among` those asked for.

        Those that the `first` trees put below `hopeless` keep what they have."""
