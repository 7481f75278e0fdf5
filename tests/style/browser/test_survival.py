"""Pages that hang, crash or fill the memory cost themselves only; nothing is left running."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession
from playwright.sync_api import Page as Tab

from rubricator.errors import BrowserError, PageTimeoutError
from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.style.browser import Chromium, Server, visit_page
from rubricator.style.browser.watchdog import group_processes, kill_group

from .pages import show

pytestmark = pytest.mark.browser

HANG = "<p>hang<script>for (;;);</script>"
FILL = "<p>fill<script>const all = []; for (;;) all.push(new Uint8Array(1 << 24).fill(1))</script>"


def crash(_: Tab, session: CDPSession) -> None:
    session.send("Page.crash")


def visit_and_crash(chromium: Chromium) -> None:
    server = Server(load("<p>crash"), "<p>crash", load("<p>").resources, False)
    visit_page(server, crash, limits=Limits(), budget=Budget(), settle=0, browser=chromium)


def test_a_page_that_hangs_is_given_up(chromium: Chromium) -> None:
    show(chromium, "<p>before")
    before = chromium.pid
    with pytest.raises(PageTimeoutError, match="raise --timeout"):
        show(chromium, HANG, scripts=True, seconds=2)
    assert before is not None and group_processes(before) == []
    assert show(chromium, "<p>after").text == "after"


def test_a_tab_that_crashes_is_survived(chromium: Chromium) -> None:
    with pytest.raises(BrowserError, match="crash"):
        visit_and_crash(chromium)
    assert show(chromium, "<p>after").text == "after"


def test_memory_has_a_limit(chromium: Chromium) -> None:
    with pytest.raises(BrowserError, match="more than 1024 MB of memory"):
        show(chromium, FILL, scripts=True, limits=Limits(browser_bytes=1 << 30))
    assert show(chromium, "<p>after").text == "after"


def test_a_browser_that_is_gone_is_started_again(chromium: Chromium) -> None:
    assert show(chromium, "<p>before").text == "before"
    assert chromium.pid
    kill_group(chromium.pid)
    pages = []
    # The driver may hear of it only while the next page is opened; the one after that must come out.
    try:
        pages.append(show(chromium, "<p>after").text)
    except BrowserError:
        pages.append(show(chromium, "<p>after").text)
    assert pages == ["after"]


def test_one_browser_serves_pages_and_threads(chromium: Chromium) -> None:
    texts: list[str] = []
    threads = [threading.Thread(target=lambda: texts.append(show(chromium, "<p>words").text)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == ["words"] * 3
    pid = chromium.pid
    show(chromium, "<p>again")
    assert chromium.pid == pid


def test_nothing_runs_after_closing() -> None:
    with Chromium() as browser:
        show(browser, "<p>one")
        pid = browser.pid
        assert pid and len(group_processes(pid)) > 1
    assert group_processes(pid) == []
    assert show(browser, "<p>two").text == "two"
    browser.close()


def test_the_shared_browser_ends_with_the_process(tmp_path: Path) -> None:
    program = """
import rubricator
from rubricator.style.browser import shared_browser
print(rubricator.read("<h1>One</h1><p>two", method="tags", render="browser").outline())
print(shared_browser().pid)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stderr == ""
    assert "One" in done.stdout
    assert group_processes(int(done.stdout.split()[-1])) == []


def test_without_a_browser_the_error_says_how_to_get_one(tmp_path: Path) -> None:
    environment = {"PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "rubricator", "outline", "-", "--render", "browser"],
        input="<p>x",
        capture_output=True,
        text=True,
        check=False,
        env=environment | {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ},
    )
    assert done.returncode == 1
    assert (
        "there is no Chromium or Chrome on this machine; install one with: playwright install chromium" in done.stderr
    )
