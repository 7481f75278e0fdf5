"""What the studio's scripts ask for: opening pages, looking at them, reading, comparing and searching."""

from __future__ import annotations

import json
from asyncio import to_thread
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rubricator.serve.api import index_page
from rubricator.serve.options import (
    BODY,
    COMPARE,
    EXTRACT,
    METHOD,
    PARAMETERS,
    RENDER,
    SEARCH,
    Option,
    Values,
    read_options,
)
from rubricator.serve.service import respond, respond_json
from rubricator.serve.upload import Upload, read_upload
from rubricator.structure.model import JsonValue
from rubricator.studio.pages import PageRef
from rubricator.studio.studio import Studio
from rubricator.workers.framing import Frame

NAME = Option("name", "What the page is called.", {"type": "string", "maxLength": 1000})
SIDES = tuple(
    Option(name, "A method, or gold:ANNOTATOR.", {"type": "string", "maxLength": 100}, required=True)
    for name in ("left", "right")
)
_LOOK = (*PARAMETERS, RENDER)
_COMMON = {option.name: option.default for option in (*EXTRACT, *COMPARE) if option.default is not None}


def data_routes(studio: Studio) -> list[Route]:
    """Return the routes for data of pages."""

    async def opening(request: Request) -> Response:
        values = read_options((NAME,), request.query_params.multi_items())
        studio.service.pool.check_room()
        async with studio.service.room.body(request) as data:
            upload = read_upload(request, data)
            answer = await studio.service.work(request, "studio-open", with_defaults(values), upload.page, upload.data)
            line, _, fetched = answer.payload.partition(b"\n")
            found = json.loads(line)
            # A page by its address is kept like any other: all views show the same, and it can be annotated.
            kept = Upload(found["page"], fetched) if upload.page["kind"] == "url" else upload
            name = values.text_or_none("name") or found["path"] or found["url"] or found["title"]
            page = await to_thread(studio.pages.add, kept, name, found["title"])
        return respond_json({"id": page.id, "title": page.title, "name": page.name})

    async def look(request: Request) -> Response:
        return respond(await ask(studio, request, "studio-view", read_options(_LOOK, _given(request))))

    async def text(request: Request) -> Response:
        answer = await ask(studio, request, "extract", read_options(EXTRACT, _given(request)))
        return Response(answer.payload, media_type="text/plain; charset=utf-8")

    async def read(request: Request) -> Response:
        return respond(await ask(studio, request, "studio-read", read_options(_LOOK, _given(request))))

    async def compare(request: Request) -> Response:
        return respond(await ask(studio, request, "studio-compare", read_options((*SIDES, RENDER), _given(request))))

    async def search(request: Request) -> Response:
        values = read_options(SEARCH, _given(request))
        answer = await studio.service.work(request, "search", values, index_page(studio.service))
        found: Any = json.loads(answer.payload)
        pages = await to_thread(lambda: {one["page"]: studio.pages.by_path(one["page"]) for one in found["results"]})
        for one in found["results"]:
            page = pages[one["page"]]
            one["opens"], one["name"] = (page.id, page.name) if page else (None, one["page"])
        return respond_json(found)

    return [
        Route("/data/open", opening, methods=["POST"]),
        Route("/data/search", search, methods=["GET"]),
        Route("/data/pages/{id}/look", look, methods=["GET"]),
        Route("/data/pages/{id}/text", text, methods=["GET"]),
        Route("/data/pages/{id}/read", read, methods=["GET"]),
        Route("/data/pages/{id}/compare", compare, methods=["GET"]),
    ]


def _given(request: Request) -> list[tuple[str, str]]:
    return request.query_params.multi_items()


def with_defaults(values: Values) -> Values:
    """Return values with the defaults of all that tasks look at."""
    return Values(_COMMON | {METHOD.name: METHOD.default, BODY.name: BODY.default} | dict(values.values))


async def page_of(studio: Studio, request: Request) -> PageRef:
    """Return the page that the address names."""
    return await to_thread(studio.pages.find, request.path_params["id"])


async def ask(
    studio: Studio, request: Request, task: str, values: Values, page: PageRef | None = None, **more: JsonValue
) -> Frame:
    """Have a task done for a page, the one that the address names if none is given."""
    page = page or await page_of(studio, request)
    annotations = await to_thread(studio.annotations.of, page)
    data = await to_thread(page.data)
    described: dict[str, JsonValue] = {**page.page, "annotations": dict(annotations), **more}
    return await studio.service.work(request, task, with_defaults(values), described, data)
