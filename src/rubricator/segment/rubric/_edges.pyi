"""Features of the places where the content body may begin or end."""

from rubricator.segment.rubric._view import PageView
from rubricator.segment.rubric.columns import Floats

def fill_edges(table: Floats, row: dict[str, int], view: PageView, likely: Floats, reaches: tuple[int, ...]) -> None:
    """Fill the rows of a table that hold no regions."""
