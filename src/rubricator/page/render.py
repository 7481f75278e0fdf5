"""Source -> Page, by either renderer: step 2 gives a document and its styles, step 3 makes the Page of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubricator.collector import CollectorPaused
from rubricator.load import Source
from rubricator.options import DEFAULTS, Options
from rubricator.page.build import build_page
from rubricator.page.model import Page
from rubricator.style.static import style_statically

if TYPE_CHECKING:
    from rubricator.style.browser import Chromium


def render_static(source: Source, options: Options = DEFAULTS, *, linked: bool = True) -> Page:
    """Render a page without a browser. `linked=False` leaves linked and imported stylesheets alone."""
    with CollectorPaused():
        return build_page(source, style_statically(source, limits=options.limits, budget=options.budget, linked=linked))


def render_browser(source: Source, options: Options = DEFAULTS, *, browser: Chromium | None = None) -> Page:
    """Render a page in headless Chromium. Without `browser`, one that the process shares is used."""
    # Imported here: it needs an extra, and takes longer to load than a page to read.
    from rubricator.style.browser import SETTLE_SECONDS, style_in_browser

    styled = style_in_browser(
        source,
        limits=options.limits,
        budget=options.budget,
        scripts=options.scripts,
        settle=SETTLE_SECONDS if options.settle is None else options.settle,
        browser=browser,
    )
    with CollectorPaused():
        return build_page(source, styled)
