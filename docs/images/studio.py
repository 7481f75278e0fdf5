"""Draws docs/images/studio-look.png and studio-annotate.png: the studio with two of its own examples.

`python docs/images/studio.py` needs Chromium and the extras `browser`, `search` and `serve`; it prints nothing.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from rubricator.style.browser.executable import find_browser

HERE = Path(__file__).parent
READY = "html[data-ready]"


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Run a studio that annotates into a folder and searches our examples; yield its address."""
    command = [sys.executable, "-m", "rubricator"]
    index, examples = str(folder / "blocks.index"), str(files("rubricator.studio") / "examples")
    subprocess.run([*command, "index", examples, "-o", index], check=True, capture_output=True)
    options = ["--port", "0", "--workers", "1", "--annotator", "ada", "--annotations", str(folder), "--index", index]
    with subprocess.Popen([*command, "serve", *options], stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        try:
            yield server.stderr.readline().split()[2].rstrip("/")
        finally:
            server.terminate()


def look(tab: Page, url: str) -> None:
    tab.goto(f"{url}/pages/e-choir/look")
    tab.wait_for_selector(READY)
    tab.locator("#tree .row", has_text="When and where").click()
    tab.screenshot(path=HERE / "studio-look.png")


def annotate(tab: Page, url: str) -> None:
    tab.goto(f"{url}/pages/e-river-walk/annotate")
    tab.wait_for_selector(READY)
    for words in ("To the weir", "To the mill"):
        tab.locator("#lines .row", has_text=words).click()
        tab.keyboard.press("r")
        tab.keyboard.press("2")
    tab.screenshot(path=HERE / "studio-annotate.png")


def main() -> None:
    with TemporaryDirectory() as folder, serving(Path(folder)) as url, sync_playwright() as playwright:
        # Not the browser of the renderer, which reaches no network at all.
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), chromium_sandbox=False)
        tab = browser.new_page(viewport={"width": 1280, "height": 760}, reduced_motion="reduce")
        look(tab, url)
        annotate(tab, url)
        browser.close()


if __name__ == "__main__":
    main()
