"""Waiting for what comes by itself."""

from __future__ import annotations

import time
from collections.abc import Callable

_PAUSE = 0.005
"""Seconds between two looks, in which what is waited for has the core."""


def until(holds: Callable[[], bool], seconds: float = 600) -> None:
    """Wait until something holds; how long it may take says nothing, as others may keep the cores busy."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it never held"
        time.sleep(_PAUSE)
