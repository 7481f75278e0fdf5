"""Features of candidates by themselves: how they look, what stands beside them, which elements are around."""

from collections.abc import Callable

from rubricator.segment.rubric._view import PageView
from rubricator.segment.rubric.columns import Floats, Ints, Rows
from rubricator.segment.rubric.texts import Texts

def fill_own(
    table: Floats, row: dict[str, int], view: PageView, candidates: Rows, texts: Texts, likely: Floats,
    bits: dict[str, int], tag_code: Callable[[str], int],
) -> tuple[Ints, Ints]:  # fmt: skip
    """Fill the rows of a table that hold neither logarithms nor regions; return first runs, and codes for looks."""
