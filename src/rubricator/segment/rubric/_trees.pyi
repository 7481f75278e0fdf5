"""Rows walk down boosted trees."""

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric.columns import Floats, Ints, Table

class Trees:
    """Full trees: the features and thresholds of inner nodes, and the values of leaves."""

    def __init__(self, feature: NDArray[np.int16], threshold: Table, value: Table) -> None: ...
    def walk(self, table: Floats, lines: Ints, rows: Ints, first: int, stop: int) -> Floats:
        """Return what the trees `first` .. `stop` say of some rows together; `lines` hold the features they ask for."""
