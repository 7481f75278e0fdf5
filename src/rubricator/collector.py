"""Python's cycle collector, held back while a page is worked on."""

from __future__ import annotations

import gc
from typing import TypeVar

from rubricator.kernel import twin

Column = TypeVar("Column", bound=tuple[object, ...])


class CollectorPaused:
    """Pauses the cycle collector: a page makes thousands of tuples and no cycles, and looking for them costs time."""

    __slots__ = ("_was_enabled",)

    def __enter__(self) -> None:
        self._was_enabled = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._was_enabled:
            gc.enable()


@twin("collector")
def settled(values: Column) -> Column:
    """Return a tuple of strings, numbers, or tuples of such: the collector need not look for cycles in it.

    It will as soon as it is no longer paused, and takes longer than any step of a page to visit thousands of them.
    """
    return values
