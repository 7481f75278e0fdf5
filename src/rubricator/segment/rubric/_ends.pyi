"""Where blocks end."""

from rubricator.segment.rubric._view import PageView

def nest(
    view: PageView,
    headings: list[tuple[int, int]],
    ranks: list[int],
    title: int,
    end: int,
    max_depth: int,
    lines: frozenset[str],
) -> list[tuple[int, int, int]]:
    """Return the heading, the level and the end of each block; `lines` are elements of lines."""
