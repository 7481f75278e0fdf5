"""The view as a picture: the whole page with what was found drawn on it, taken by the renderer's browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rubricator.emit.view.document import View
from rubricator.limits import Notice
from rubricator.load import NoResources, Source
from rubricator.options import DEFAULTS, Options

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

_HIGHEST = 16_000
"""Pixels; what lies below is left out, as browsers draw no larger surface."""
PAGE_WIDTH = 1280
"""As wide as the browser renderer shows pages."""
_AROUND = 20
"""Room around the page for what is drawn."""
_READY = "html[data-ready]"
_WHOLE = """width => {
    document.documentElement.classList.add("whole")
    document.getElementById("pane").style.minWidth = `${width}px`
    dispatchEvent(new Event("resize"))
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(
        () => done([document.body.offsetWidth, document.body.offsetHeight]))))
}"""


class Picture(NamedTuple):
    """A PNG, and what is not in it."""

    png: bytes
    warnings: tuple[Notice, ...]


def to_picture(view: View, options: Options = DEFAULTS, *, width: int = PAGE_WIDTH) -> Picture:
    """Return a picture of a view, its page `width` pixels wide. Needs the extra `rubricator[browser]`."""
    # Imported here: it needs an extra.
    from rubricator.style.browser import Server, visit_page

    server = Server(Source(view.html, "utf-8", "", path="the view"), view.html, NoResources(), scripts=True)

    def taken(tab: Page, _: CDPSession) -> tuple[bytes, int]:
        return _taken(tab, width)

    png, height = visit_page(server, taken, limits=options.limits, budget=options.budget, settle=0)
    if height <= _HIGHEST:
        return Picture(png, ())
    text = f"the page is {height} pixels high; the picture shows the first {_HIGHEST} of them"
    return Picture(png, (Notice("picture-limit", text),))


def _taken(tab: Page, page_width: int) -> tuple[bytes, int]:
    tab.wait_for_selector(_READY, state="attached")
    width, height = tab.evaluate(_WHOLE, page_width + _AROUND)
    clip = {"x": 0, "y": 0, "width": width, "height": min(height, _HIGHEST)}
    return tab.screenshot(full_page=True, clip=clip, animations="disabled"), height  # type: ignore[arg-type]
