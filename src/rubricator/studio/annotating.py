"""Routes of annotating: marks to start from, drafts, saving, export, agreement."""

from __future__ import annotations

import json
from asyncio import Lock, to_thread
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rubricator.errors import RubricatorError
from rubricator.serve.options import METHOD, RENDER, Option, Values, read_options
from rubricator.serve.problems import ProblemError, problem_of
from rubricator.serve.service import respond, respond_json
from rubricator.structure.model import JsonValue
from rubricator.studio.annotations import stem
from rubricator.studio.data import SIDES, ask, page_of
from rubricator.studio.files import checked_annotator
from rubricator.studio.studio import Studio

P = ParamSpec("P")
T = TypeVar("T")
ANNOTATOR = Option("annotator", "Who annotates.", {"type": "string", "maxLength": 40, "minLength": 1}, required=True)
OLDER = Option("older", "Bring over this older version.", {"type": "string", "maxLength": 200})
ANEW = Option("anew", "Start from the method, whatever was saved.", {"type": "boolean"})


def annotation_routes(studio: Studio) -> list[Route]:
    """Return the routes for annotations."""
    saving: dict[str, Lock] = {}

    async def marks(request: Request) -> Response:
        values = _read((ANNOTATOR, ANEW, OLDER, METHOD, RENDER), request)
        page = await page_of(studio, request)
        versions = await _told(studio.annotations.versions, page, values.text("annotator"))
        return respond(await ask(studio, request, "studio-marks", values, page, versions=list(versions)))

    async def draft(request: Request) -> Response:
        values = _read((ANNOTATOR,), request)
        page = await page_of(studio, request)
        async with studio.service.room.body(request) as data:
            digest = _marks(data)[1]
            await _told(studio.annotations.keep_draft, page, values.text("annotator"), digest, data)
        return respond_json({"kept": True})

    async def save(request: Request) -> Response:
        values = _read((ANNOTATOR,), request)
        page = await page_of(studio, request)
        target = await _told(studio.annotations.target, page, values.text("annotator"))
        async with studio.service.room.body(request) as data:
            text, digest = _marks(data)
            more = {"target": str(target), "marks": text, "name": stem(page)}
            # Nobody else may save between the look at what is there and the writing.
            async with saving.setdefault(str(target), Lock()):
                answer = await ask(studio, request, "studio-save", values, page, **more)
            await _told(studio.annotations.drop_draft, page, values.text("annotator"), digest, data)
        return respond(answer)

    async def export(request: Request) -> Response:
        values = _read((ANNOTATOR,), request)
        page = await page_of(studio, request)
        return respond(await ask(studio, request, "studio-export", values, page))

    async def agreement(request: Request) -> Response:
        values = read_options(SIDES, request.query_params.multi_items())
        return respond_json(await _agreement(studio, request, values))

    return [
        Route("/data/pages/{id}/marks", marks, methods=["GET"]),
        Route("/data/pages/{id}/draft", draft, methods=["PUT"]),
        Route("/data/pages/{id}/annotation", save, methods=["PUT"]),
        Route("/data/pages/{id}/heps", export, methods=["GET"]),
        Route("/data/agreement", agreement, methods=["GET"]),
    ]


def _read(options: tuple[Option, ...], request: Request) -> Values:
    values = read_options(options, request.query_params.multi_items())
    try:
        checked_annotator(values.text("annotator"))
    except RubricatorError as error:
        raise problem_of(error) from error
    return values


def _marks(data: bytes) -> tuple[str, str]:
    """Return marks as text, and the sha256 of the page that they are of."""
    try:
        text = data.decode()
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise ProblemError(400, "json", "the body is not JSON") from None
    if not isinstance(given, dict):
        raise ProblemError(422, "wrong-use", "marks are a JSON object")
    return text, str(given.get("page"))


async def _told(function: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """Call a function in a thread; errors of the library become problems."""
    try:
        return await to_thread(function, *args, **more)
    except RubricatorError as error:
        raise problem_of(error) from error


async def _agreement(studio: Studio, request: Request, values: Values) -> JsonValue:
    """Compare all pages that both have annotated, one after the other."""
    # Imported here: it needs an extra.
    try:
        from rubricator.studio.agreement import read_agreement, summary
    except RubricatorError as error:
        raise problem_of(error) from error
    pair = {values.text("left"), values.text("right")}
    listed = await to_thread(lambda: [*studio.pages.in_folder(), *studio.pages.recent()])
    found = []
    rows: list[JsonValue] = []
    messages: list[JsonValue] = []
    for page in listed:
        if pair <= studio.annotations.of(page).keys():
            try:
                answer = await ask(studio, request, "studio-agreement", values, page)
            except ProblemError as problem:
                if problem.code not in ("gold", "not-a-page"):
                    raise
                # One page that was changed since must not hide what is known of the others.
                messages.append(f"{page.name} is left out: {problem.detail}")
                continue
            found.append(read_agreement(json.loads(answer.payload)))
            rows.append({"id": page.id, "name": page.name, **summary(found[-1:])})
    return {**summary(found), "rows": rows, "messages": messages}
