"""Both say of the same structures that they hold."""

from __future__ import annotations

import pytest

from rubricator.structure.model import Structure

from ..structure.test_invariants import INVALID, VALID, nested
from .twins import both

CASES = [
    *((one, 100, True) for one in VALID.values()),
    *((one, 100, False) for one, _ in INVALID.values()),
    (nested(100), 100, True),
    (nested(101), 100, False),
    (nested(5), 4, False),
]


@pytest.mark.parametrize(("structure", "depth", "holds"), CASES)
def test_what_holds(structure: Structure, depth: int, holds: bool) -> None:
    for one in both("structure.invariants.holds"):
        assert one(structure, depth) is holds
