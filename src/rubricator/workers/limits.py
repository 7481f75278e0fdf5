"""What a task may take, and how many tasks a machine does at a time."""

from __future__ import annotations

import os
from dataclasses import dataclass

GRACE = 1.0
"""Seconds beyond its limit that a task has to end by itself, before the system ends its process."""


@dataclass(frozen=True, slots=True)
class TaskLimits:
    """What one task may take. Bytes of memory are counted from what its process has before its first task."""

    seconds: float
    memory: int
    kept: int
    """A process that still has more after a task is replaced."""
    answer: int = 512 << 20
    """Bytes of an answer."""
    is_watched: bool = False
    """The pool looks at the memory now and then. Else the system holds the process to it, which counts what is
    reserved, too: a browser reserves far more than it takes."""


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
