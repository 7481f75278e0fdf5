"""The browser under bad pages: `python benchmarks/soak.py [--pages 200] [--bad 3]`.

Renders pages in a row with one browser pool; spread among them are some that hang, that crash their tab and that fill
the memory. All others must come out, each bad one must end in its own error, and nothing may be left running.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable

from playwright.sync_api import CDPSession
from playwright.sync_api import Page as Tab

from rubricator.errors import BrowserError, PageTimeoutError
from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.render import render_browser
from rubricator.style.browser import Chromium, Server, visit_page
from rubricator.style.browser.watchdog import group_processes

SECONDS = 4.0
"""What a page that hangs may take."""
LIMITS = Limits(browser_bytes=1 << 30)


def good(chromium: Chromium, number: int) -> None:
    html = f"<!doctype html><h1>Page {number}</h1>" + "<p>words and <b>more</b> words" * 50
    page = render_browser(load(html), Options(limits=LIMITS), browser=chromium)
    assert page.text.startswith(f"Page {number} words"), page.text[:50]
    assert page.boxes is not None and page.boxes[page.body] is not None


def hang(chromium: Chromium, number: int) -> None:  # noqa: ARG001 - all kinds of pages are called alike
    source = load("<p>hang<script>for (;;);</script>")
    render_browser(source, Options(scripts=True, limits=LIMITS, budget=Budget(SECONDS)), browser=chromium)


def fill(chromium: Chromium, number: int) -> None:  # noqa: ARG001
    source = load("<p>fill<script>const all = []; for (;;) all.push(new Uint8Array(1 << 24).fill(1))</script>")
    render_browser(source, Options(scripts=True, limits=LIMITS), browser=chromium)


def crash(chromium: Chromium, number: int) -> None:  # noqa: ARG001
    def crash_tab(_: Tab, session: CDPSession) -> None:
        session.send("Page.crash")

    source = load("<p>crash")
    server = Server(source, source.html, source.resources, False)
    visit_page(server, crash_tab, limits=LIMITS, budget=Budget(), settle=0, browser=chromium)


BAD: dict[Callable[[Chromium, int], None], tuple[type[Exception], str]] = {
    hang: (PageTimeoutError, "took longer"),
    crash: (BrowserError, "may have crashed"),
    fill: (BrowserError, "of memory"),
}


def plan(pages: int, bad: int) -> list[Callable[[Chromium, int], None]]:
    """Spread the bad pages evenly among the good ones."""
    kinds: list[Callable[[Chromium, int], None]] = [good] * pages
    troubles = [kind for _ in range(bad) for kind in BAD]
    for number, kind in enumerate(troubles):
        kinds[(number + 1) * pages // (len(troubles) + 1)] = kind
    return kinds


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=200, help="pages in a row (default: 200)")
    parser.add_argument("--bad", type=int, default=3, help="of each kind of bad page (default: 3)")
    given = parser.parse_args(arguments)
    started, done, wrong = time.monotonic(), Counter[str](), []
    pids: set[int] = set()
    with Chromium() as chromium:
        for number, kind in enumerate(plan(given.pages, given.bad)):
            try:
                kind(chromium, number)
                expected = kind is good
            except (PageTimeoutError, BrowserError) as error:
                wanted = BAD.get(kind)
                expected = wanted is not None and isinstance(error, wanted[0]) and wanted[1] in str(error)
                if not expected:
                    print(f"page {number} ({kind.__name__}): {error}", file=sys.stderr)
            done[kind.__name__] += 1
            if not expected:
                wrong.append(number)
            if chromium.pid:
                pids.add(chromium.pid)
    left = [process for pid in pids for process in group_processes(pid)]
    shown = ", ".join(f"{count} {name}" for name, count in done.items())
    seconds = time.monotonic() - started
    print(f"{shown}; {len(pids)} browsers, {seconds:.0f} s; wrong: {len(wrong)}; left running: {len(left)}")
    return 1 if wrong or left else 0


if __name__ == "__main__":
    sys.exit(main())
