"""The OpenAPI description of the API, made from the same tables that requests are read with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from rubricator.serve.options import CHUNKS, COMPARE, EXTRACT, INDEX, SEARCH, TITLES, VIEW, Option
from rubricator.serve.problems import MEDIA_TYPE
from rubricator.serve.schemas import Object, schemas
from rubricator.serve.upload import JSON_TYPE, MHTML_TYPES, PAGE_TYPES, ZIP_TYPES
from rubricator.structure.model import JsonValue
from rubricator.version import __version__

_PROBLEMS = {
    "400": "The body is not what it says it is.",
    "401": "The token is missing or wrong.",
    "403": "The server does not do this: it was not started so.",
    "404": "There is no such thing here.",
    "408": "The request arrived too slowly.",
    "413": "The body is too large.",
    "415": "The body's type is not taken.",
    "422": "The parameters are wrong, or the body is no page.",
    "429": "Too many requests; come back later.",
    "500": "A mistake of the server.",
    "501": "An optional part is not installed.",
    "502": "The address could not be fetched.",
    "503": "The server, its browser or its index is not to be had now.",
    "504": "The page took too long.",
}
_FOR_ALL = ("401", "403", "422", "503")
_FOR_PAGES = tuple(code for code in _PROBLEMS if code != "404")
_FOR_INDEX = (*_FOR_ALL, "404", "408", "429", "500", "501", "504")


@cache
def openapi() -> Object:
    """Return the description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rubricator",
            "version": __version__,
            "summary": "Reads a web page as a person does and gives back its logical hierarchy.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "security": [{}, {"token": []}],
        "paths": _paths(),
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": schemas(),
        },
    }


def _paths() -> Object:
    return {
        "/v1/extract": {
            "post": _page_operation(
                "extract",
                "A page as JSON, Markdown, simplified HTML, chunks or an outline",
                EXTRACT,
                {
                    "application/json": {"$ref": "#/components/schemas/Structure"},
                    "text/markdown": {"type": "string"},
                    "text/html": {"type": "string"},
                    "application/x-ndjson": {"type": "string"},
                    "text/plain": {"type": "string"},
                },
            )
        },
        "/v1/titles": {
            "post": _page_operation("titles", "The titles in a page's body", TITLES, _json("Titles")),
        },
        "/v1/chunks": {
            "post": _page_operation(
                "chunks",
                "A page in chunks, one JSON object a line",
                CHUNKS,
                {"application/x-ndjson": {"type": "string"}},
            ),
        },
        "/v1/view": {
            "post": _page_operation(
                "view",
                "The page with what was found drawn on it, as an HTML file",
                VIEW,
                {"text/html": {"type": "string"}},
            ),
        },
        "/v1/compare": {
            "post": _page_operation(
                "compare", "Two methods on one page, heading by heading", COMPARE, _json("Comparison")
            ),
        },
        "/v1/methods": {"get": _operation("methods", "What the methods are", (), _json("Methods"), _FOR_INDEX)},
        "/v1/index": {
            "get": _operation("index", "What the index holds", (), _json("Index"), _FOR_INDEX),
            "post": _page_operation(
                "addToIndex", "Put a page into the index", INDEX, _json("Indexed"), (*_FOR_PAGES, "404")
            ),
        },
        "/v1/search": {"get": _operation("search", "Blocks that answer a query", SEARCH, _json("Results"), _FOR_INDEX)},
        "/v1/health": {"get": _operation("health", "Whether the server is well", (), _json("Health"), _FOR_ALL)},
        "/v1/metrics": {
            "get": _operation("metrics", "Counters for Prometheus", (), {"text/plain": {"type": "string"}}, _FOR_ALL)
        },
    }


def _json(name: str) -> Object:
    return {"application/json": {"$ref": f"#/components/schemas/{name}"}}


def _page_operation(
    name: str, what: str, options: Sequence[Option], answers: Object, codes: Sequence[str] = _FOR_PAGES
) -> Object:
    operation = _operation(name, what, options, answers, codes)
    page: Object = {"schema": {"type": "string", "contentMediaType": "text/html"}, "example": "<h1>Kiln</h1><p>Hot."}
    binary: Object = {"schema": {"type": "string", "format": "binary"}}
    content: Object = dict.fromkeys((*PAGE_TYPES[:2], "text/plain"), page)
    content |= dict.fromkeys(("application/octet-stream", *MHTML_TYPES, *ZIP_TYPES), binary)
    content[JSON_TYPE] = {"schema": {"$ref": "#/components/schemas/Given"}}
    what_body = "The page: HTML, MHTML, a saved page with its folder as ZIP, or JSON with its HTML or its address."
    return operation | {"requestBody": {"required": True, "description": what_body, "content": content}}


def _operation(
    name: str, what: str, options: Sequence[Option], answers: Mapping[str, JsonValue], codes: Sequence[str]
) -> Object:
    fine: Object = {
        "description": what,
        "headers": {
            "Rubricator-Warnings": {"description": "Codes of notices, with commas.", "schema": {"type": "string"}}
        },
        "content": {kind: {"schema": schema} for kind, schema in answers.items()},
    }
    responses: Object = {"200": fine}
    for code in sorted(codes):
        schema: Object = {"$ref": "#/components/schemas/Problem"}
        responses[code] = {"description": _PROBLEMS[code], "content": {MEDIA_TYPE: {"schema": schema}}}
    return {
        "operationId": name,
        "summary": what,
        "parameters": [_parameter(option) for option in options],
        "responses": responses,
    }


def _parameter(option: Option) -> Object:
    found: Object = {"name": option.name, "in": "query", "description": option.what, "required": option.required}
    if option.schema["type"] == "object":
        found["content"] = {JSON_TYPE: {"schema": dict(option.schema)}}
    else:
        found["schema"] = dict(option.schema)
    if option.example is not None and "content" not in found:
        found["example"] = option.example
    return found
