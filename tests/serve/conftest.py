from __future__ import annotations

from collections.abc import Iterator

import pytest

from rubricator.serve.settings import Settings

from .servers import Client, serving


@pytest.fixture(scope="session")
def server() -> Iterator[Client]:
    """A server with the usual settings, one worker and a small limit on bodies."""
    with serving(Settings(port=0, workers=1, body_bytes=1 << 20)) as client:
        yield client
