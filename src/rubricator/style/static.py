"""The static renderer: Source -> Page in process, without a browser."""

from __future__ import annotations

from rubricator.collector import CollectorPaused
from rubricator.limits import Budget, Limits
from rubricator.load import Source
from rubricator.page.model import Page
from rubricator.style.assemble import assemble_page
from rubricator.style.cascade import compute_styles
from rubricator.style.document import parse_document
from rubricator.style.sheets import SheetCollector


def render_static(source: Source, *, limits: Limits, budget: Budget, linked: bool = True) -> Page:
    """Render a page. `linked=False` leaves linked and imported stylesheets alone."""
    with CollectorPaused():
        return _render(source, limits, budget, linked)


def _render(source: Source, limits: Limits, budget: Budget, linked: bool) -> Page:
    document = parse_document(source.html, limits, budget)
    budget.check()
    collector = SheetCollector(source, limits, budget, document.quirks, linked)
    sheets = collector.collect(document)
    budget.check()
    style_of, styles = compute_styles(document, sheets, collector.layers, limits, budget)
    budget.check()
    return assemble_page(source, document, style_of, styles, renderer="static", notices=collector.notices)
