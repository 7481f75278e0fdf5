"""What boosted trees say of rows."""

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric.columns import Floats, Ints, Table

class Trees:
    """Full trees: the features and thresholds of inner nodes, and the values of leaves."""

    def __init__(self, feature: NDArray[np.int16], threshold: Table, value: Table) -> None: ...
    def scores(self, table: Floats, lines: Ints, among: NDArray[np.uint8] | None, hopeless: float) -> Floats:
        """Return the log odds of each row; `lines` hold the features that trees ask for."""
