"""The rows of the output: one for each page, or for each chunk of one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypedDict, cast

from rubricator.limits import Notice
from rubricator.structure.model import Structure


class Warned(TypedDict):
    code: str
    message: str


class Row(TypedDict):
    """`source` and `position` say which record a row is of, `part` is the number of the chunk."""

    url: str | None
    warc_record_id: str | None
    warc_date: str | None
    title: str | None
    text: str | None
    structure: str | None
    method: str
    warnings: list[Warned]
    error: str | None
    ms: float
    source: str
    position: str
    part: int


COLUMNS = tuple(Row.__annotations__)
NOT_HTML = "not-html"
"""The kind of error of records that hold something else than a page; it does not count as a failure."""


def warned(notices: tuple[Notice, ...]) -> list[Warned]:
    return [{"code": notice.code, "message": notice.message} for notice in notices]


def error_kind(error: str) -> str:
    return error.partition(":")[0]


def structure_of_row(row: Mapping[str, object]) -> Structure:
    """Return the structure that a row of `--emit tree` holds."""
    document = json.loads(cast(str, row["structure"]))
    document["text"] = row["text"]
    return Structure.from_json(json.dumps(document))
