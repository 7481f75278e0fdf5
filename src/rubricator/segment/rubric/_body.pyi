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
