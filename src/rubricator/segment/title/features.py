"""The binary features of a page's units, by the table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.title.columns import Columns, unit_columns
from rubricator.segment.title.table import FEATURES, Feature
from rubricator.segment.title.units import Units

Bits = NDArray[np.bool_]


def unit_features(units: Units) -> Bits:
    """Return one row a unit, one column a feature of the table."""
    return features_of(unit_columns(units), len(units.node))


def features_of(columns: Columns, count: int, table: Sequence[Feature] = FEATURES) -> Bits:
    """Ask of each unit whether its values lie in the bands."""
    bits = np.zeros((count, len(table)), dtype=np.bool_)
    if count:
        for number, feature in enumerate(table):
            values = columns[feature.column]
            bits[:, number] = (values >= feature.low) & (values < feature.high)
    return bits
