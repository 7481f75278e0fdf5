"""Record: one page of an input on its way to the page function, whatever it was read from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rubricator.limits import Notice

Form = Literal["http", "html", "bytes", "file"]
"""What `data` is: the block of a WARC record, HTML in UTF-8, HTML as it was sent, or nothing (`source` is the file)."""


@dataclass(frozen=True, slots=True)
class Record:
    """`charset` is what bytes were sent with; `error` says why there is nothing to read."""

    source: str
    position: str
    form: Form
    data: bytes = b""
    url: str | None = None
    charset: str | None = None
    warc_record_id: str | None = None
    warc_date: str | None = None
    notices: tuple[Notice, ...] = ()
    error: str | None = None
