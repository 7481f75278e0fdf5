"""Waiting for what comes by itself."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something holds, without sleeping: each look takes its time."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it never held"
