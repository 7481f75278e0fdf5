"""Compiled; see `_said.pyx`."""

from __future__ import annotations

from rubricator.segment.asdus.language import Language
from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.sight import Sight

def repeats(after: str, title: str, language: Language, least: float) -> bool:
    """Say whether a text has such a share of a title's lemmas; stop words count only where there is nothing else."""

def fill_said(
    values: Floats, row: int, sight: Sight, table: Ints, language: Language, skipped_tags: frozenset[str], image: int
) -> None:
    """Write which candidates are titles by ASDUS, how much of them, and what their tag path is worth."""
