"""Features of units that tell the content body from what is around it."""

from rubricator.segment.rubric._view import PageView
from rubricator.segment.rubric.columns import Floats

def fill_units(
    table: Floats, row: dict[str, int], view: PageView, logarithms: int, reaches: tuple[int, ...], levels: int,
    beside: tuple[str, ...],
) -> None:  # fmt: skip
    """Fill the rows of a table that hold no regions; the first rows hold logarithms.

    Of the features `beside`, those of the units one and two steps away are written, too.
    """

def choose_body(
    view: PageView, likely: Floats, begins: Floats, ends: Floats, threshold: float, least: int = 0
) -> tuple[int, int]:
    """Return the units `first` .. `stop` of the content body.

    Of all runs of units the one is taken that has the most text that is likely part of the body, and begins and ends
    where bodies do: `begins` and `ends` are the logarithms of how likely they begin before each unit and end there. It
    does not end before the unit `least`. A page whose units are all unlikely has none.
    """
