"""Compiled; see `_candidates.pyx`."""

from __future__ import annotations

import re

from rubricator.segment.rubric.columns import Ints
from rubricator.segment.rubric.sight import Sight

def find(sight: Sight, emphasis: frozenset[str], number_only: re.Pattern[str]) -> Ints:
    """Return the candidates in order of their units, as a table."""
