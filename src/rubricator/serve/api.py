"""The API: routes under /v1."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rubricator.serve.metrics import MEDIA_TYPE
from rubricator.serve.openapi import openapi
from rubricator.serve.options import CHUNKS, COMPARE, EXTRACT, INDEX, SEARCH, TITLES, VIEW, Option, read_options
from rubricator.serve.problems import ProblemError
from rubricator.serve.service import Handler, Service, respond, respond_json
from rubricator.serve.upload import read_upload
from rubricator.structure.model import JsonValue
from rubricator.version import __version__


def api_routes(service: Service) -> list[Route]:
    """Return the routes of the API."""
    routes = [
        Route(f"/v1/{name}", _page_task(service, name, options), methods=["POST"])
        for name, options in (
            ("extract", EXTRACT),
            ("titles", TITLES),
            ("chunks", CHUNKS),
            ("view", VIEW),
            ("compare", COMPARE),
        )
    ]
    routes.append(Route("/v1/index", _index(service), methods=["GET", "POST"]))
    simple = (
        ("health", _health),
        ("metrics", _metrics),
        ("methods", _methods),
        ("search", _search),
        ("openapi.json", _openapi),
    )
    return routes + [Route(f"/v1/{name}", make(service), methods=["GET"]) for name, make in simple]


def _page_task(service: Service, task: str, options: Sequence[Option]) -> Handler:
    async def handle(request: Request) -> Response:
        values = read_options(options, request.query_params.multi_items())
        service.pool.check_room()
        async with service.room.body(request) as data:
            service.metrics.received += len(data)
            upload = read_upload(request, data)
            answer = await service.work(request, task, values, upload.page, upload.data)
        # A view has a policy of its own, which lets its one script run.
        return respond(answer, policy="frame-ancestors 'none'") if task == "view" else respond(answer)

    return handle


def _health(service: Service) -> Handler:
    async def handle(request: Request) -> Response:
        read_options((), request.query_params.multi_items())
        pool = service.pool
        return respond_json(
            {
                "status": "ok",
                "version": __version__,
                "workers": service.settings.workers,
                "busy": pool.busy,
                "waiting": pool.waiting,
            }
        )

    return handle


def _metrics(service: Service) -> Handler:
    async def handle(request: Request) -> Response:
        read_options((), request.query_params.multi_items())
        pool = service.pool
        gauges = {
            "workers": service.settings.workers,
            "busy": pool.busy,
            "waiting": pool.waiting,
            "held_bytes": service.room.held,
        }
        return Response(service.metrics.text(gauges, pool.workers.counts()), media_type=MEDIA_TYPE)

    return handle


def _methods(service: Service) -> Handler:
    async def handle(request: Request) -> Response:
        values = read_options((), request.query_params.multi_items())
        return respond(await service.work(request, "methods", values, {"kind": "none"}))

    return handle


def _index(service: Service) -> Handler:
    add = _index_add(service)

    async def handle(request: Request) -> Response:
        if request.method == "POST":
            return await add(request)
        values = read_options((), request.query_params.multi_items())
        return respond(await service.work(request, "index", values, index_page(service)))

    return handle


def _search(service: Service) -> Handler:
    async def handle(request: Request) -> Response:
        values = read_options(SEARCH, request.query_params.multi_items())
        return respond(await service.work(request, "search", values, index_page(service)))

    return handle


def _index_add(service: Service) -> Handler:
    async def handle(request: Request) -> Response:
        values = read_options(INDEX, request.query_params.multi_items())
        place = index_page(service)["path"]
        if not service.settings.allow_index:
            raise ProblemError(
                403, "index-closed", "this server puts no pages into its index; start it with --allow-index"
            )
        service.pool.check_room()
        async with service.room.body(request) as data:
            service.metrics.received += len(data)
            upload = read_upload(request, data)
            page = {**upload.page, "index": place}
            return respond(await service.work(request, "index-add", values, page, upload.data))

    return handle


def index_page(service: Service) -> dict[str, JsonValue]:
    """Return where the index is; a server without one has nothing to search."""
    if service.settings.index is None:
        raise ProblemError(404, "no-index", "this server has no index; start it with --index INDEX")
    return {"kind": "none", "path": str(service.settings.index)}


def _openapi(service: Service) -> Handler:  # noqa: ARG001 - made like the others
    async def handle(request: Request) -> Response:
        read_options((), request.query_params.multi_items())
        return respond_json(openapi())

    return handle
