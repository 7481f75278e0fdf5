"""Starting Chromium for tests: found on the path, without sandbox, GPU and background traffic."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

SKIPPED = "no browser"
"""How the reason of a skipped browser test begins; the summary of a test run looks for it."""
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def find_chromium() -> str | None:
    """Return the path of a Chromium or Chrome, None when there is none."""
    return shutil.which("chromium") or shutil.which("google-chrome")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a headless Chromium; the test is skipped where there is none."""
    executable = find_chromium()
    if executable is None:
        pytest.skip(f"{SKIPPED}: neither chromium nor google-chrome is on the path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=_ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
