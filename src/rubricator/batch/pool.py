"""The pool: worker processes that take one page at a time; one that dies costs the page that it was on."""

from __future__ import annotations

import atexit
import json
import os
import queue
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from rubricator.batch.framing import SIZES, Answer, answer_of, task_record
from rubricator.batch.page import error_row
from rubricator.batch.rows import Row
from rubricator.batch.settings import Settings
from rubricator.batch.worker import GRACE
from rubricator.errors import BatchError
from rubricator.serve.framing import unpacked

_START_SECONDS = 120.0
_LATE = 5.0
"""Seconds that a worker has to be ended by the system itself, before the pool ends it."""
_PIPE = 1 << 16
TRIES = 2
START_TRIES = 5


class WorkerGoneError(Exception):
    """A worker ended, or was ended, in the middle of a page."""

    def __init__(self, why: str, *, late: bool = False) -> None:
        super().__init__(why)
        self.late = late
        """It ran out of time; there is no use in trying again."""


class Worker:
    """One child process, talked to by one thread at a time."""

    def __init__(self, settings: Settings, folder: str) -> None:
        self._seconds = settings.seconds
        # One thread of numpy's each: there is a worker for every core.
        threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rubricator.batch.worker", json.dumps((settings.to_json(), folder))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env=os.environ | threads,
        )
        assert self.process.stdin and self.process.stdout
        self._in, self._out = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        try:
            self._talk(b"", time.monotonic() + _START_SECONDS)
        except BaseException:
            self.end()
            raise

    def ask(self, task: bytes) -> Answer:
        """Have a page read; raise WorkerGoneError when the process ends over it, or has to be ended."""
        return self._talk(task, time.monotonic() + self._seconds + GRACE + _LATE)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()

    def _talk(self, task: bytes, deadline: float) -> Answer:
        """Write a task and read its answer, neither of them blocking: a process that is stuck reads nothing either."""
        answer = bytearray()
        left = memoryview(task)
        with selectors.DefaultSelector() as ready:
            ready.register(self._out, selectors.EVENT_READ)
            if left:
                ready.register(self._in, selectors.EVENT_WRITE)
            while not _complete(answer):
                events = ready.select(max(0.0, deadline - time.monotonic()))
                if not events and time.monotonic() >= deadline:
                    raise WorkerGoneError("it took too long", late=True)
                for key, _ in events:
                    if key.fd == self._in:
                        left = left[self._write(left) :]
                        if not left:
                            ready.unregister(self._in)
                    elif not self._read(answer):
                        raise self._gone()
        return _unpacked(answer)

    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self._in, data[:_PIPE])
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            raise self._gone() from None

    def _read(self, answer: bytearray) -> int:
        try:
            data = os.read(self._out, _PIPE)
        except BlockingIOError:
            return 1
        answer += data
        return len(data)

    def _gone(self) -> WorkerGoneError:
        code = self.process.wait()
        if code == -signal.SIGALRM:
            return WorkerGoneError("it took too long", late=True)
        why = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return WorkerGoneError(why)


def _complete(answer: bytearray) -> bool:
    return len(answer) >= SIZES.size and len(answer) >= SIZES.size + sum(SIZES.unpack_from(answer))


def _unpacked(answer: bytearray) -> Answer:
    header, _ = SIZES.unpack_from(answer)
    data = bytes(answer)
    return answer_of(unpacked(data[SIZES.size : SIZES.size + header], data[SIZES.size + header :]))


class Pool:
    """Workers, started when they are needed, and the threads that talk to them."""

    def __init__(self, settings: Settings, folder: str, workers: int) -> None:
        self.settings, self.folder = settings, folder
        self._places: queue.LifoQueue[Worker | None] = queue.LifoQueue()
        for _ in range(workers):
            self._places.put(None)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="rubricator-page")
        self._alive: set[Worker] = set()
        self._closed = False

    def read(self, tasks: Sequence[bytes]) -> list[list[Row]]:
        """Have pages read, as many at a time as there are workers; return their rows in order."""
        return list(self._threads.map(self.read_one, tasks))

    def read_one(self, task: bytes) -> list[Row]:
        """Have one page read. A worker that dies over it is replaced, and the page tried once more."""
        why = ""
        for _ in range(TRIES):
            try:
                return self._try(task)
            except WorkerGoneError as gone:
                if gone.late:
                    return [error_row(task_record(task), self.settings, f"timeout: {self._too_long()}")]
                why = str(gone)
        told = f"crash: the process that read the page ended twice ({why}); it may need more memory or be hostile"
        return [error_row(task_record(task), self.settings, told)]

    def _too_long(self) -> str:
        return f"the page took longer than its budget of {self.settings.seconds:g} s and was ended; raise --timeout"

    def _try(self, task: bytes) -> list[Row]:
        worker = self._places.get()
        try:
            if worker is None:
                worker = self._start()
            answer = worker.ask(task)
        except BaseException:
            self._end(worker)
            self._places.put(None)
            raise
        if answer.spent:
            self._end(worker)
            worker = None
        self._places.put(worker)
        return answer.rows

    def _start(self) -> Worker:
        if self._closed:
            raise BatchError("the run was ended")
        why = ""
        for _ in range(START_TRIES):
            try:
                worker = Worker(self.settings, self.folder)
            except (WorkerGoneError, OSError) as gone:
                why = str(gone)
                continue
            self._alive.add(worker)
            return worker
        raise BatchError(f"no worker process could be started ({why}); is there memory left?")

    def _end(self, worker: Worker | None) -> None:
        if worker is not None:
            self._alive.discard(worker)
            worker.end()

    def pids(self) -> list[int]:
        return [worker.process.pid for worker in list(self._alive)]

    def close(self) -> None:
        """End all workers; pages under way are given up."""
        self._closed = True
        for worker in list(self._alive):
            worker.process.kill()
        self._threads.shutdown(cancel_futures=True)
        for worker in list(self._alive):
            self._end(worker)


_POOLS: dict[tuple[str, str, int], Pool] = {}
_LOCK = threading.Lock()


def pool_of(settings: Settings, folder: str, workers: int) -> Pool:
    """Return the pool of this process for a run: plan after plan uses the same workers."""
    key = (settings.to_json(), folder, workers)
    with _LOCK:
        if key not in _POOLS:
            close_pools()
            _POOLS[key] = Pool(settings, folder, workers)
        return _POOLS[key]


def close_pools() -> None:
    while _POOLS:
        _POOLS.popitem()[1].close()


atexit.register(close_pools)


def default_workers() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
