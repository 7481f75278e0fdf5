"""Short texts whose words the next long text repeats."""

from rubricator.segment.asdus.language import Language
from rubricator.segment.rubric._view import PageView
from rubricator.segment.rubric.columns import Floats, Rows

def repeats(after: str, title: str, language: Language, least: float) -> bool:
    """Say whether a text has such a share of a title's lemmas; stop words count only where there is nothing else."""

def fill_echo(
    table: Floats,
    row: dict[str, int],
    view: PageView,
    candidates: Rows,
    language: Language,
    skipped_tags: frozenset[str],
) -> None:
    """Write which candidates are titles by ASDUS, how much of them, and what their tag path is worth."""
