"""The OpenAPI description: sound in itself, and true of the server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CHECKS

from rubricator.serve.openapi import openapi
from rubricator.serve.upload import MHTML_TYPES, ZIP_TYPES

from .servers import Client

SCHEMA = schemathesis.openapi.from_dict(openapi())
_ALL = set(CHECKS.get_all())
_LEFT_OUT = {
    "unsupported_method",  # any method but the described is answered with 405, as test_api says
    "positive_data_acceptance",  # an XPath, a preset or an archive can be wrong in ways that no schema says
    "negative_data_rejection",  # any bytes are a page, `null` too; wrong parameters are in test_api
    "not_a_server_error",  # 501 and 504 are right answers; the test itself refuses 500
    "ignored_auth",  # the server under test has no token
}


@schemathesis.serializer(*MHTML_TYPES, *ZIP_TYPES)
def archive(_: schemathesis.SerializationContext, value: object) -> bytes:
    """Send archives as the bytes that were made up for them."""
    data = getattr(value, "data", None)
    return data if isinstance(data, bytes) else str(value).encode("utf-8", "replace")


def test_the_description_is_valid() -> None:
    import jsonschema_rs  # comes with schemathesis

    found: Any = openapi()
    assert set(found["paths"]) == {
        f"/v1/{name}" for name in "extract titles chunks view compare methods index search health metrics".split()
    }
    assert jsonschema_rs.meta.is_valid(found["components"]["schemas"]["Structure"])


@SCHEMA.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_the_server_does_as_described(case: schemathesis.Case[Any], server: Client) -> None:
    excluded = [check for check in _ALL if getattr(check, "__name__", "") in _LEFT_OUT]
    if isinstance(case.query, dict) and case.query.get("render") == "browser":
        case.query["render"] = "static"  # the browser has tests of its own
    answer = case.call_and_validate(base_url=server.url, excluded_checks=excluded)  # type: ignore[arg-type]
    assert answer.status_code != 500, answer.text


def test_the_served_description_is_the_same(server: Client) -> None:
    assert server.get("/v1/openapi.json").json() == json.loads(json.dumps(openapi()))


@pytest.mark.parametrize("name", ["docs/api.md"])
def test_every_route_is_documented(name: str) -> None:
    text = (Path(__file__).parents[2] / name).read_text("utf-8")
    found: Any = openapi()
    for path in found["paths"]:
        assert f"`{path}`" in text or f" {path}" in text, path
