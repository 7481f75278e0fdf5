"""Record: one page of an input on its way to the page function, whatever it was read from."""

from __future__ import annotations

import io
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from rubricator.limits import Notice
from rubricator.workers.framing import Frame, packed, read_frame

Form = Literal["http", "html", "bytes", "file"]
"""What `data` is: the block of a WARC record, HTML in UTF-8, HTML as it was sent, or nothing (`source` is the file)."""


@dataclass(frozen=True, slots=True)
class Record:
    """`charset` is what bytes were sent with; `error` says why there is nothing to read."""

    source: str
    position: str
    form: Form
    data: bytes = field(default=b"", repr=False)
    url: str | None = None
    charset: str | None = None
    warc_record_id: str | None = None
    warc_date: str | None = None
    notices: tuple[Notice, ...] = ()
    error: str | None = None

    def packed(self) -> bytes:
        """Return the record as bytes, which the engine and the pipes of workers take."""
        fields = asdict(self)
        data = fields.pop("data")
        return packed(Frame(fields, data))

    @staticmethod
    def unpacked(data: bytes) -> Record:
        frame = read_frame(io.BytesIO(data))
        assert frame is not None, "a record is packed as a whole"
        fields: dict[str, Any] = dict(frame.header)
        fields["notices"] = tuple(Notice(**notice) for notice in fields["notices"])
        return Record(data=frame.payload, **fields)
