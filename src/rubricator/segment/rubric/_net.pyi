"""A network over the rows of a page, in single precision."""

from collections.abc import Mapping

from rubricator.segment.rubric.columns import Floats, Ints, Table
from rubricator.segment.rubric.net import Round

class Ramps:
    """Lay values of features so that the knots of each lie evenly between -1 and 1.

    A value climbs from knot to knot: of each part of the ramp it climbs what it passes.
    """

    def __init__(self, knots: Table) -> None: ...
    def scaled(self, table: Floats | Table) -> Table:
        """Return a row for each column of a table that has a line for each feature."""

class Layers:
    """The layers of a network, laid out to be asked."""

    def __init__(self, ramps: Ramps, weight: Table, bias: Table, rounds: tuple[Round, ...], last: Table) -> None: ...
    def odds(self, table: Floats, lines: Ints, groups: Mapping[str, Ints]) -> Floats:
        """Return the log odds of each output, a row for each; `lines` of the table hold the features."""
