"""Reading of many pages, and training of several models, at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_all_start_methods, get_context
from typing import Any, TypeVar

from rubricator.workers.limits import usable_cores

Given = TypeVar("Given")
Made = TypeVar("Made")
_work: Callable[[int], Any]


def on_all_cores(
    work: Callable[[Given], Made | None], items: Sequence[Given], count: Callable[[int], None]
) -> list[Made]:
    """Do a piece of work for each item and count those done; return what was made, in order, without the Nones."""
    made = []
    with ProcessPoolExecutor(usable_cores()) as pool:
        for done, one in enumerate(pool.map(work, items, chunksize=8), 1):
            count(done)
            made.append(one)
    return [one for one in made if one is not None]


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
    with ProcessPoolExecutor(workers or usable_cores(), get_context("fork")) as pool:
        yield from pool.map(_call, numbers)


def _call(number: int) -> Any:
    return _work(number)
