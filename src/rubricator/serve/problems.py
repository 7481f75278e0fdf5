"""Problems: what goes wrong, as `application/problem+json` (RFC 9457)."""

from __future__ import annotations

import json
from http import HTTPStatus

from rubricator.errors import (
    BrowserError,
    FetchError,
    GoldError,
    IndexFileError,
    LoadError,
    MissingExtraError,
    PageTimeoutError,
    RubricatorError,
    StructureError,
    UsageError,
)
from rubricator.structure.model import JsonValue

MEDIA_TYPE = "application/problem+json"

_OF_ERRORS: tuple[tuple[type[RubricatorError], int, str], ...] = (
    (UsageError, 422, "wrong-use"),
    (FetchError, 502, "not-fetched"),
    (LoadError, 422, "not-a-page"),
    (PageTimeoutError, 504, "timeout"),
    (MissingExtraError, 501, "not-installed"),
    (BrowserError, 503, "browser"),
    (GoldError, 422, "gold"),
    (IndexFileError, 503, "index"),
    (StructureError, 500, "structure"),
)
"""The first that fits is told."""


class ProblemError(Exception):
    """A request that cannot be answered."""

    def __init__(self, status: int, code: str, detail: str, *, retry: int | None = None) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail, self.retry = status, code, detail, retry

    @property
    def headers(self) -> dict[str, str]:
        if self.status == 401:
            return {"WWW-Authenticate": "Bearer"}
        return {} if self.retry is None else {"Retry-After": str(self.retry)}


def problem_of(error: RubricatorError) -> ProblemError:
    """Return how an error of the library is told over HTTP."""
    for kind, status, code in _OF_ERRORS:
        if isinstance(error, kind):
            return ProblemError(status, code, str(error))
    return ProblemError(500, "error", str(error))


def problem_json(status: int, code: str, detail: str) -> bytes:
    """Return a problem as it is sent."""
    found: dict[str, JsonValue] = {
        "type": f"urn:rubricator:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
    }
    return json.dumps(found, ensure_ascii=False).encode("utf-8", "replace")
