"""The gate: how many bytes may be on their way from the readers to the workers of one process.

The engine lets readers run ahead of the page function as far as they can, which would hold whole archives in memory.
"""

from __future__ import annotations

import asyncio
import threading
import time

BYTES = 64 << 20
_NAP = 0.01
_IDLE = 0.5
"""Seconds without a page being read after which readers go on: the engine waits for more before it hands on any."""


class Gate:
    """Counts bytes in and out; readers wait while there are too many inside and pages are being read."""

    def __init__(self, most: int = BYTES) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._inside = 0
        self._last = time.monotonic()
        self._busy = 0

    async def enter(self, size: int) -> None:
        while self._inside + size > self.most and not self._idle():
            await asyncio.sleep(_NAP)
        with self._lock:
            self._inside += size

    def begin(self) -> None:
        with self._lock:
            self._busy += 1

    def end(self, size: int) -> None:
        with self._lock:
            self._busy -= 1
            self._inside = max(0, self._inside - size)
            self._last = time.monotonic()

    def reset(self) -> None:
        """Forget what a plan that failed has left inside."""
        with self._lock:
            self._inside = 0

    def _idle(self) -> bool:
        return not self._busy and time.monotonic() - self._last > _IDLE


GATE = Gate()
