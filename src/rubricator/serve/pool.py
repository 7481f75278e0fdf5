"""The pool of workers: child processes that take one page at a time, and are killed when a page takes too much."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import time
from dataclasses import dataclass, field
from typing import cast

from rubricator.serve.framing import SIZES, Frame, packed, unpacked
from rubricator.serve.memory import memory, tidy
from rubricator.serve.metrics import Metrics
from rubricator.serve.problems import ProblemError
from rubricator.serve.settings import Settings
from rubricator.structure.model import JsonValue

log = logging.getLogger("rubricator")
_INTERVAL = 0.25
_GRACE = 1.0
"""Seconds beyond its budget that a worker has to say itself that the budget ran out."""
_START_SECONDS = 60.0
_END_SECONDS = 3.0
_PIPE = 1 << 20


class WorkerGoneError(Exception):
    """A worker ended in the middle of a page; `why` is one of timeout, memory, crash."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(slots=True)
class Worker:
    """One child process."""

    settings: Settings
    process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the process and wait until it is ready."""
        self.process = await asyncio.create_subprocess_exec(
            *self.settings.worker,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_PIPE,
            # Ctrl-C in the terminal is for the server, which lets pages end that are under way.
            start_new_session=True,
        )
        async with asyncio.timeout(_START_SECONDS):
            await self._read()

    async def ask(self, frame: Frame, seconds: float) -> Frame:
        """Send a job and wait for its answer; raise WorkerGoneError when it has to be ended."""
        assert self.process and self.process.stdin
        deadline = time.monotonic() + seconds + _GRACE
        self.process.stdin.write(packed(frame))
        answer = asyncio.ensure_future(self._read())
        try:
            while not answer.done():
                await asyncio.wait([answer], timeout=min(_INTERVAL, max(0.0, deadline - time.monotonic())))
                if answer.done():
                    break
                if time.monotonic() >= deadline:
                    raise WorkerGoneError("timeout")
                if memory(self.process.pid) > self.settings.worker_bytes:
                    raise WorkerGoneError("memory")
            return answer.result()
        except (EOFError, OSError) as error:
            raise WorkerGoneError("crash") from error
        finally:
            answer.cancel()

    async def _read(self) -> Frame:
        assert self.process and self.process.stdout
        stream = self.process.stdout
        header_size, size = SIZES.unpack(await stream.readexactly(SIZES.size))
        if size > self.settings.answer_bytes:
            raise WorkerGoneError("answer")
        return unpacked(await stream.readexactly(header_size), await stream.readexactly(size))

    async def end(self, *, kindly: bool = False) -> None:
        """End the process: kindly by closing its input, else at once."""
        process, self.process = self.process, None
        if process is None:
            return
        assert process.stdin
        process.stdin.close()
        if kindly:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), _END_SECONDS)
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                # Only the worker: a browser of its own sees its pipe close and ends, with all that it has started.
                process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        await process.wait()


@dataclass(slots=True)
class Pool:
    """Workers and those who wait for them."""

    settings: Settings
    metrics: Metrics
    waiting: int = 0
    busy: int = 0
    _idle: asyncio.LifoQueue[Worker] = field(default_factory=asyncio.LifoQueue)
    _workers: list[Worker] = field(default_factory=list)
    _renewals: set[asyncio.Task[None]] = field(default_factory=set)
    _closed: bool = False

    async def start(self) -> None:
        """Start all workers."""
        self._workers = [Worker(self.settings) for _ in range(self.settings.workers)]
        try:
            await asyncio.gather(*(worker.start() for worker in self._workers))
        except (OSError, EOFError, TimeoutError):
            await self.close()
            raise
        self.metrics.started += len(self._workers)
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        """End all workers; pages that are still under way are given up."""
        self._closed = True
        for renewal in self._renewals:
            renewal.cancel()
        await asyncio.gather(*self._renewals, return_exceptions=True)
        await asyncio.gather(*(worker.end(kindly=True) for worker in self._workers))

    def check_room(self) -> None:
        """Refuse a request at once when more wait than may."""
        if self.waiting >= self.settings.waiting:
            raise ProblemError(429, "busy", "too many requests wait already; come back later", retry=2)

    async def run(self, header: dict[str, JsonValue], payload: bytes = b"") -> Frame:
        """Have a job done; problems of the worker are raised."""
        seconds = self.settings.work_seconds
        worker = await self._take()
        self.busy += 1
        kept = False
        try:
            answer = await worker.ask(Frame(header | {"seconds": seconds}, payload), seconds)
            kept = cast(int, answer.header["memory"]) <= self.settings.kept_bytes
            if not kept:
                self.metrics.ended["grown"] += 1
        except WorkerGoneError as gone:
            self.metrics.ended[gone.why] += 1
            raise _problem(gone.why, seconds) from gone
        except asyncio.CancelledError:
            self.metrics.ended["cancelled"] += 1
            raise
        finally:
            self.busy -= 1
            if kept:
                self._idle.put_nowait(worker)
            else:
                self._renew(worker)
            if not self.busy:
                # When the answer has been sent.
                asyncio.get_running_loop().call_later(_INTERVAL, tidy)
        status = cast(int, answer.header["status"])
        if status != 200:
            raise ProblemError(status, cast(str, answer.header["code"]), cast(str, answer.header["detail"]))
        return answer

    async def _take(self) -> Worker:
        with contextlib.suppress(asyncio.QueueEmpty):
            return self._idle.get_nowait()
        self.check_room()
        self.waiting += 1
        try:
            return await asyncio.wait_for(self._idle.get(), self.settings.waiting_seconds)
        except TimeoutError:
            raise ProblemError(503, "busy", "no worker became free in time; come back later", retry=5) from None
        finally:
            self.waiting -= 1

    def _renew(self, worker: Worker) -> None:
        """Start a new process in the place of one, while others go on."""
        if self._closed:
            return
        renewal = asyncio.ensure_future(self._renewed(worker))
        self._renewals.add(renewal)
        renewal.add_done_callback(self._renewals.discard)

    async def _renewed(self, worker: Worker) -> None:
        while True:
            await worker.end()
            try:
                await worker.start()
                break
            except (OSError, EOFError, TimeoutError):
                log.exception("a worker could not be started; it is tried again")
                await asyncio.sleep(_END_SECONDS)
        self.metrics.started += 1
        self._idle.put_nowait(worker)


def _problem(why: str, seconds: float) -> ProblemError:
    if why == "timeout":
        return ProblemError(504, "timeout", f"the page took longer than {seconds:g} s and was given up")
    if why == "memory":
        return ProblemError(422, "page-too-costly", "the page took too much memory and was given up")
    if why == "answer":
        return ProblemError(422, "page-too-costly", "the answer is too large to be sent")
    return ProblemError(500, "crash", "the process that worked on the page ended; others go on")
