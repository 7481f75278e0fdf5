from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from rubricator.serve.settings import Settings
from tests.browser import chromium
from tests.serve.servers import Client, serving

ROOT = Path(__file__).parents[2]
_PATIENCE = 120_000
"""Milliseconds for any step in a window: others may keep the cores busy."""
expect.set_options(timeout=_PATIENCE)


class Workshop(NamedTuple):
    """A studio over a folder of pages, and the index of these."""

    client: Client
    folder: Path

    @property
    def url(self) -> str:
        return self.client.url

    @property
    def annotations(self) -> Path:
        return self.folder / "annotations"


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    from rubricator.cli.main import main

    folder = tmp_path_factory.mktemp("pages")
    shutil.copy(ROOT / "examples" / "kiln.html", folder)
    shutil.copy(ROOT / "src/rubricator/studio/examples/river-walk.html", folder / "walk.html")
    index = tmp_path_factory.mktemp("index") / "blocks.index"
    assert main(["index", str(folder), "-o", str(index)]) == 0
    settings = Settings(
        port=0, workers=1, pages=folder, annotations=folder / "annotations", annotator="ada", index=index
    )
    with serving(settings) as client:
        yield Workshop(client, folder)


# Not for the session: other modules start theirs, and Playwright allows one at a time.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def window(browser: Browser) -> Iterator[Callable[[], Page]]:
    """Opens windows, each of somebody else. Scripts make no mistakes in them."""
    problems: list[str] = []
    opened: list[Page] = []

    def open_window() -> Page:
        context = browser.new_context(viewport={"width": 1200, "height": 800})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.set_default_timeout(_PATIENCE)
        opened.append(context.new_page())
        opened[-1].on("pageerror", lambda error: problems.append(str(error)))
        return opened[-1]

    yield open_window
    for one in opened:
        one.context.close()
    assert problems == []


@pytest.fixture
def tab(window: Callable[[], Page]) -> Iterator[Page]:
    """A window in which nothing goes wrong: no request is refused, either."""
    problems: list[str] = []
    page = window()
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    yield page
    assert problems == []
