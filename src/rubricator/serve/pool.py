"""Requests to worker processes: how many may wait and how long, and what a client hears when a page goes wrong."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import cast

from rubricator.errors import WorkerError
from rubricator.serve.problems import ProblemError
from rubricator.serve.settings import Settings
from rubricator.structure.model import JsonValue
from rubricator.workers.framing import Frame
from rubricator.workers.limits import TaskLimits
from rubricator.workers.memory import Housekeeper
from rubricator.workers.pool import Asked, Pool

_END_SECONDS = 3.0
_TIDY_SECONDS = 0.25
_COSTLY = 422, "page-too-costly"
_PROBLEMS = {
    "timeout": (504, "timeout", "the page took longer than {seconds:g} s and was given up"),
    "memory": (*_COSTLY, "the page took too much memory and was given up"),
    "answer": (*_COSTLY, "the answer is too large to be sent"),
    "crash": (500, "crash", "the process that worked on the page ended; others go on"),
    "error": (500, "internal", "the page could not be worked on; the server's log says why"),
}
"""What a client is told, by why a worker could not do its task."""
_NO_WORKER = 503, "busy", "no worker could be started; come back later"


@dataclass(slots=True)
class RequestPool:
    """The workers of a server, and those who wait for them."""

    settings: Settings
    workers: Pool = field(init=False)
    housekeeper: Housekeeper = field(default_factory=Housekeeper)

    def __post_init__(self) -> None:
        settings = self.settings
        # Watched, as a worker may start a browser, which reserves far more memory than it takes.
        limits = TaskLimits(
            settings.work_seconds, settings.worker_bytes, settings.kept_bytes, settings.answer_bytes, is_watched=True
        )
        self.workers = Pool(settings.tasks, None, settings.workers, limits)

    async def start(self) -> None:
        """Start all workers."""
        await asyncio.to_thread(self.workers.start)

    async def close(self) -> None:
        """End all workers; pages that are still under way are given up."""
        await asyncio.to_thread(self.workers.close, _END_SECONDS)

    @property
    def busy(self) -> int:
        return sum(one.running() for one in list(self.workers.asked))

    @property
    def waiting(self) -> int:
        return len(self.workers.asked) - self.busy

    def check_room(self) -> None:
        """Refuse a request at once when more wait than may."""
        if len(self.workers.asked) >= self.settings.workers + self.settings.waiting:
            raise ProblemError(429, "busy", "too many requests wait already; come back later", retry=2)

    async def run(self, task: str, header: dict[str, JsonValue], payload: bytes = b"") -> Frame:
        """Have a task done; problems of the worker are raised. One that is cancelled costs its worker."""
        self.check_room()
        try:
            asked = self.workers.submit(task, header, payload)
            found = await self._answer(asked)
        except WorkerError as error:
            status, code, detail = _PROBLEMS.get(error.why, _NO_WORKER)
            raise ProblemError(status, code, detail.format(seconds=self.settings.work_seconds)) from error
        finally:
            if not self.workers.asked:
                # When the answer has been sent.
                asyncio.get_running_loop().call_later(_TIDY_SECONDS, self.housekeeper.tidy)
        status = cast(int, found.header["status"])
        if status != 200:
            raise ProblemError(status, cast(str, found.header["code"]), cast(str, found.header["detail"]))
        return found

    async def _answer(self, asked: Asked) -> Frame:
        answer = asyncio.wrap_future(asked)
        try:
            await asyncio.wait([answer], timeout=self.settings.waiting_seconds)
            if not (asked.running() or asked.done()):
                raise ProblemError(503, "busy", "no worker became free in time; come back later", retry=5)
            return await answer
        finally:
            answer.cancel()
