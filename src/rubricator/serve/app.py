"""The application: the API and the studio behind one guard, with workers that live as long as it does."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from rubricator.serve.api import api_routes
from rubricator.serve.guard import Guard
from rubricator.serve.problems import ProblemError
from rubricator.serve.service import Service, respond_problem
from rubricator.serve.settings import Settings
from rubricator.studio.routes import studio_routes
from rubricator.studio.shown import problem_page
from rubricator.studio.studio import Studio

log = logging.getLogger("rubricator")


def make_app(settings: Settings) -> Starlette:
    """Return the application of a server."""
    service = Service(settings)
    studio = Studio(service)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await service.pool.start()
        try:
            with studio.opened():
                yield
        finally:
            await service.pool.close()

    async def told(request: Request, problem: ProblemError) -> Response:
        return problem_page(studio, problem) if _is_visited(request) else respond_problem(problem)

    async def http(request: Request, error: HTTPException) -> Response:
        found = await told(request, ProblemError(error.status_code, "http", error.detail))
        found.headers.update(error.headers or {})
        return found

    app = Starlette(
        routes=[*api_routes(service), *studio_routes(studio)],
        middleware=[Middleware(Guard, settings=settings, metrics=service.metrics)],
        exception_handlers={
            ProblemError: told,  # type: ignore[dict-item]  # each handler takes its own kind of error
            HTTPException: http,  # type: ignore[dict-item]
            ClientDisconnect: _gone,  # type: ignore[dict-item]
            Exception: _mistake,
        },
        lifespan=lifespan,
    )
    app.state.metrics = service.metrics
    return app


def _is_visited(request: Request) -> bool:
    """Say whether somebody has come to a page of the studio; programs and our scripts want no HTML."""
    is_data = request.url.path.startswith(("/v1/", "/data/", "/static/"))
    return request.method == "GET" and not is_data and "text/html" in request.headers.get("accept", "")


async def _gone(_: Request, error: ClientDisconnect) -> Response:  # noqa: ARG001 - nobody is left to be told
    return respond_problem(ProblemError(408, "client-gone", "the client has gone"))


async def _mistake(_: Request, error: Exception) -> Response:  # noqa: ARG001 - Starlette raises it again, for the log
    return respond_problem(ProblemError(500, "internal", "a mistake of the server; its log says more"))
