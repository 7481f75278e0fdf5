"""What the pool and its workers say to each other over pipes: records and rows, as JSON with bytes behind it."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import BinaryIO, NamedTuple, cast

from rubricator.batch.record import Form, Record
from rubricator.batch.rows import Row
from rubricator.batch.settings import Settings
from rubricator.limits import Notice
from rubricator.serve.framing import SIZES, Frame, packed, read_frame
from rubricator.structure.model import JsonValue

__all__ = ["SIZES", "Answer", "answer_of", "packed_task", "read_task", "settings_of", "task_record", "write_answer"]

_TEXTS = ("url", "charset", "warc_record_id", "warc_date", "error")
"""Fields of a record that are a text or nothing."""


class Answer(NamedTuple):
    """The rows of a record; `spent`: the process has grown and should be replaced."""

    rows: list[Row]
    spent: bool


def packed_task(record: Record) -> bytes:
    fields = asdict(record)
    data = fields.pop("data")
    return packed(Frame(fields, data))


def task_record(task: bytes) -> Record:
    """Return the record of a packed task."""
    record = read_task(io.BytesIO(task))
    assert record is not None, "a task is packed as a whole"
    return record


def read_task(stream: BinaryIO) -> Record | None:
    """Read the next record; None when the parent has gone."""
    frame = read_frame(stream)
    return None if frame is None else record_of(frame.header, frame.payload)


def record_of(fields: Mapping[str, JsonValue], data: bytes) -> Record:
    notices = cast("list[dict[str, str]]", fields["notices"])
    texts = {name: cast("str | None", fields[name]) for name in _TEXTS}
    return Record(
        source=cast(str, fields["source"]),
        position=cast(str, fields["position"]),
        form=cast(Form, fields["form"]),
        data=data,
        notices=tuple(Notice(notice["code"], notice["message"]) for notice in notices),
        **texts,
    )


def write_answer(out: BinaryIO, answer: Answer) -> None:
    rows = json.dumps(answer.rows).encode("ascii")
    out.write(packed(Frame({"spent": answer.spent}, rows)))
    out.flush()


def answer_of(frame: Frame) -> Answer:
    return Answer(cast("list[Row]", json.loads(frame.payload)), bool(frame.header["spent"]))


def settings_of(given: tuple[str, str]) -> tuple[Settings, str]:
    """Read what a worker is started with: the settings, and the folder of the sheets' places."""
    settings, folder = given
    return Settings.from_json(settings), folder
