from __future__ import annotations

from collections.abc import Iterator

import pytest

from rubricator.style.browser import Chromium
from tests.browser import SKIPPED, find_chromium


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """One browser for all tests; those that kill it leave the next one a new one."""
    if find_chromium() is None:
        pytest.skip(f"{SKIPPED}: neither chromium nor google-chrome is on the path")
    with Chromium() as started:
        yield started
