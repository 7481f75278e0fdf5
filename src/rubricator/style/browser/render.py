"""The browser renderer: Source -> Page by headless Chromium, with boxes."""

from __future__ import annotations

import time
from array import array
from typing import cast

from playwright.sync_api import CDPSession
from playwright.sync_api import Page as Tab

from rubricator.collector import CollectorPaused
from rubricator.errors import BrowserError
from rubricator.limits import Budget, Limits, Notice
from rubricator.load import Source
from rubricator.load.remote import of_any_kind
from rubricator.page._symbols import SymbolTable
from rubricator.style.browser.chromium import Chromium, Look, T, Visit, shared_browser
from rubricator.style.browser.hidden import hidden_rows, lay_out_all
from rubricator.style.browser.looks import computed_styles
from rubricator.style.browser.serving import Server
from rubricator.style.browser.snapshot import PROPERTIES, Row, Seen, Snapshot, read_snapshot
from rubricator.style.document import Document, make_document, most_nodes, too_many_nodes
from rubricator.style.formatting import parsable
from rubricator.style.sheets import missing_sheets
from rubricator.style.styled import Styled

SETTLE_SECONDS = 1.0
"""How long the scripts of a page may go on after it has loaded."""


def style_in_browser(
    source: Source,
    *,
    limits: Limits,
    budget: Budget,
    scripts: bool = False,
    settle: float = SETTLE_SECONDS,
    browser: Chromium | None = None,
) -> Styled:
    """Return a page as the browser shows it. Without `browser`, one that the process shares is used."""
    html, left_out = parsable(source.html, limits.nodes, budget)
    server = Server(source, html, of_any_kind(source.resources), scripts)

    def capture(_: Tab, session: CDPSession) -> tuple[Snapshot, dict[int, Row]]:
        if server.delayed:
            lay_out_all(session)
        return _capture(session)

    snapshot, hidden = visit_page(server, capture, limits=limits, budget=budget, settle=settle, browser=browser)
    budget.check()
    most = most_nodes(source.html, limits)
    with CollectorPaused():
        seen = read_snapshot(snapshot, hidden, most, scripts)
        left_out = too_many_nodes(most) if seen.full else left_out
        notices = [Notice("nodes-left-out", left_out)] if left_out else []
        notices += _notices(server)
        document = _document(seen)
        style_of, styles = computed_styles(seen)
        budget.check()
        return Styled(document, style_of, styles, "browser", tuple(notices), tuple(seen.boxes), scripts)


def visit_page(
    server: Server, look: Look[T], *, limits: Limits, budget: Budget, settle: float, browser: Chromium | None = None
) -> T:
    """Open a page in the browser and look at it."""
    seconds = limits.browser_seconds
    if budget.seconds is not None:
        budget.check()
        seconds = budget.seconds - (time.monotonic() - budget.started)
    visit = Visit(server, limits, seconds, server.scripts, settle)
    return (browser or shared_browser()).visit(visit, look)


def _notices(server: Server) -> list[Notice]:
    notices = missing_sheets(server.missing)
    if server.frames:
        notices.append(Notice("frames", f"{server.frames} frames of the page could not be had; read their pages"))
    if server.incomplete:
        where = server.led_to if len(server.led_to) <= 200 else server.led_to[:197] + "..."
        notices.append(Notice("page-incomplete", f"the page left for {where} before it was complete"))
    return notices


def _capture(session: CDPSession) -> tuple[Snapshot, dict[int, Row]]:
    snapshot = cast(Snapshot, session.send("DOMSnapshot.captureSnapshot", {"computedStyles": list(PROPERTIES)}))
    address = snapshot["strings"][snapshot["documents"][0]["documentURL"]]
    if not address.startswith("http"):
        raise BrowserError(f"the page's scripts led to {address}; read it without --scripts")
    return snapshot, hidden_rows(session, snapshot)


def _document(seen: Seen) -> Document:
    symbols = SymbolTable(seen.tag, seen.attributes)
    return make_document(symbols, array("i", seen.parent), seen.attributes, seen.data)
