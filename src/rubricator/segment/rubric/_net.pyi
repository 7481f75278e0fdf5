"""Compiled; see `_net.pyx`."""

from __future__ import annotations

from collections.abc import Mapping

from rubricator.segment.rubric.columns import Floats, Ints, Table
from rubricator.segment.rubric.net import Ramps, _Part

class Reckoning:
    """A network, laid out to be asked. `alone` is how many multiplications BLAS does in one thread."""

    def __init__(
        self, ramps: Ramps, weight: Table, bias: Table, parts: tuple[_Part, ...], last: Table, alone: int
    ) -> None: ...
    def odds(self, tables: list[tuple[Floats, Ints, int, int]], groups: Mapping[str, Ints]) -> Floats:
        """Return the log odds of each output, a row for each, of rows of tables."""
    def _own(self, table: Floats, lines: Ints, low: int, high: int) -> Table:
        """Return what the features of the rows `low` .. `high` of a table become."""
    def _taken_in(self, numbers: Table, groups: Mapping[str, Ints]) -> Table:
        """Let rows take in what stands around, round by round."""
