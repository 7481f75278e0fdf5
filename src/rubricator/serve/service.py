"""Service: what the routes of one server share."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import cast

from starlette.requests import Request
from starlette.responses import Response

from rubricator.serve.metrics import Metrics
from rubricator.serve.options import Values
from rubricator.serve.pool import RequestPool
from rubricator.serve.problems import MEDIA_TYPE, ProblemError, problem_json
from rubricator.serve.settings import Settings
from rubricator.serve.upload import Room
from rubricator.structure.model import JsonValue
from rubricator.workers.framing import Frame

QUIET = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"
"""The policy of HTML that is an answer, not a page of ours."""
_MOST_WARNINGS = 20
Handler = Callable[[Request], Awaitable[Response]]


@dataclass(slots=True)
class Service:
    """Settings, workers and counters."""

    settings: Settings
    metrics: Metrics = field(default_factory=Metrics)
    pool: RequestPool = field(init=False)
    room: Room = field(init=False)

    def __post_init__(self) -> None:
        self.pool = RequestPool(self.settings)
        self.room = Room(self.settings, self.metrics)

    async def work(
        self, request: Request, task: str, options: Values, page: dict[str, JsonValue], data: bytes = b""
    ) -> Frame:
        """Have a task done for a request; when the client goes away, nobody waits for it any more."""
        terms: dict[str, JsonValue] = {"fetch": self.settings.allow_fetch, "scripts": self.settings.allow_scripts}
        header: dict[str, JsonValue] = {
            "options": dict(options.values),
            "page": page,
            "terms": terms,
            "seconds": self.settings.work_seconds,
        }
        job = asyncio.ensure_future(self.pool.run(task, header, data))
        gone = asyncio.ensure_future(_disconnected(request))
        try:
            await asyncio.wait([job, gone], return_when=asyncio.FIRST_COMPLETED)
            if not job.done():
                raise ProblemError(408, "client-gone", "the client has gone")
            return job.result()
        finally:
            gone.cancel()
            if not job.done():
                job.cancel()


async def _disconnected(request: Request) -> None:
    """Wait until the client has closed its connection; its body has been read before."""
    while True:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            return


def respond(answer: Frame, *, policy: str | None = QUIET) -> Response:
    """Return the answer of a worker as a response; codes of notices go into a header."""
    headers = {}
    warnings = cast("list[str]", answer.header.get("warnings") or [])
    if warnings:
        headers["Rubricator-Warnings"] = ", ".join(warnings[:_MOST_WARNINGS])
    media_type = cast(str, answer.header["type"])
    if policy and media_type.startswith("text/html"):
        headers["Content-Security-Policy"] = policy
    return Response(answer.payload, media_type=media_type, headers=headers)


def respond_json(value: JsonValue, status: int = 200) -> Response:
    data = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    return Response(data, status, media_type="application/json")


def respond_problem(problem: ProblemError) -> Response:
    body = problem_json(problem.status, problem.code, problem.detail)
    return Response(body, problem.status, headers=problem.headers, media_type=MEDIA_TYPE)
