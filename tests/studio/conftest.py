from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from rubricator.serve.settings import Settings
from tests.browser import chromium
from tests.serve.servers import Client, serving

ROOT = Path(__file__).parents[2]


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
