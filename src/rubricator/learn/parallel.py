"""Training of several models at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_all_start_methods, get_context
from typing import Any, TypeVar

Made = TypeVar("Made")
_work: Callable[[int], Any]


def in_parallel(work: Callable[[int], Made], numbers: Iterable[int], workers: int | None = None) -> Iterator[Made]:
    """Do a piece of work for each number, in copies of this process, which share what it has read.

    Threads would wait for each other, as a network learns in small steps. Where a process cannot be copied, it does
    all of it itself.
    """
    global _work
    if "fork" not in get_all_start_methods():
        yield from map(work, numbers)
        return
    _work = work
    with ProcessPoolExecutor(workers or os.cpu_count(), get_context("fork")) as pool:
        yield from pool.map(_call, numbers)


def _call(number: int) -> Any:
    return _work(number)
