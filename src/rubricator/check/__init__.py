"""Whether a page's headings say to everybody what they show to readers: `rubricator check`."""

from __future__ import annotations

from rubricator.check.model import RULES, Finding, Report, Rule
from rubricator.check.rules import check_page, check_together

__all__ = ["RULES", "Finding", "Report", "Rule", "check_page", "check_together"]
