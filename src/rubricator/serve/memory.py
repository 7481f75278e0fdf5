"""Memory of processes: how much they have, and giving back what large pages took."""

from __future__ import annotations

import ctypes
import gc
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import cast

_LARGE = 64 << 20


def memory(pid: int | None = None) -> int:
    """Return the memory of a process, or of this one, in bytes; 0 where the system does not tell."""
    try:
        pages = Path(f"/proc/{pid or 'self'}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


def tidy() -> None:
    """Give the memory that large pages took back to the system; C libraries keep it otherwise."""
    if memory() > _LARGE:
        gc.collect()
        if (trim := _trim()) is not None:
            trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    """Return the function of GNU's C library that does so; others have none."""
    try:
        return cast("Callable[[int], int]", ctypes.CDLL(None).malloc_trim)
    except (AttributeError, OSError, TypeError):
        return None
