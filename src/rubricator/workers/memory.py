"""Memory of processes: how much they have, and giving back what large pages took."""

from __future__ import annotations

import ctypes
import gc
import os
from pathlib import Path

_LARGE = 32 << 20
"""Bytes by which a process has to grow before time is spent on giving them back."""


def memory(pid: int | None = None) -> int:
    """Return the memory of a process, or of this one, in bytes; 0 where the system does not tell."""
    try:
        pages = Path(f"/proc/{pid or 'self'}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


class Housekeeper:
    """Gives the memory that large pages took back to the system; GNU's C library keeps it otherwise."""

    def __init__(self) -> None:
        self.least = memory()
        """What the process had when it was last tidy."""

    def tidy(self) -> int:
        """Give memory back if the process has grown; return what it has then."""
        now = memory()
        if now > self.least + _LARGE:
            gc.collect()
            # Others have no such function, and systems without /proc do not come here.
            if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
                trim(0)
            self.least = now = memory()
        return now
