"""The lines of a page as tables, without the permalinks beside headings."""

from rubricator.page.model import Page
from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.context import Context

def lay_out(page: Page, context: Context, link: int) -> tuple[Ints, Ints, Ints, Floats, Floats, int]:
    """Return the columns of runs, of units (whole numbers, others), the links before, and the style of most text."""

def ideographs(text: str, first: int, after: int) -> int:
    """Count the characters of a range."""
