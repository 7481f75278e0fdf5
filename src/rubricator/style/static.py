"""The static renderer: computed styles in process, without a browser."""

from __future__ import annotations

from rubricator.limits import Budget, Limits
from rubricator.load import Source
from rubricator.style.cascade import compute_styles
from rubricator.style.document import parse_document
from rubricator.style.sheets import SheetCollector
from rubricator.style.styled import Styled


def style_statically(source: Source, *, limits: Limits, budget: Budget, linked: bool = True) -> Styled:
    """Parse a page and compute its styles. `linked=False` leaves linked and imported stylesheets alone."""
    document = parse_document(source.html, limits, budget)
    budget.check()
    collector = SheetCollector(source, limits, budget, document.quirks, linked)
    sheets = collector.collect(document)
    budget.check()
    style_of, styles = compute_styles(document, sheets, collector.layers, limits, budget)
    budget.check()
    return Styled(document, style_of, styles, "static", tuple(collector.notices))
