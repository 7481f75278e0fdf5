"""Every piece of a page that could be a heading."""

import re

from rubricator.segment.rubric._view import PageView
from rubricator.segment.rubric.columns import Rows

def find(view: PageView, emphasis: frozenset[str], number_only: re.Pattern[str]) -> Rows:
    """Return the candidates in order of their units."""
