"""Python's cycle collector, held back while a page is worked on."""

from __future__ import annotations

import gc


class CollectorPaused:
    """Pauses the cycle collector: a page makes thousands of tuples and no cycles, and looking for them costs time."""

    __slots__ = ("_was_enabled",)

    def __enter__(self) -> None:
        self._was_enabled = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._was_enabled:
            gc.enable()
