"""Reading a slice: its records, one after the other, each one once. What cannot be read is a record with an error."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import BinaryIO

from rubricator.batch.inputs import Input, Slice
from rubricator.batch.opening import is_remote, open_input
from rubricator.batch.record import Record
from rubricator.batch.settings import Settings
from rubricator.batch.warc.http import Response, is_page, parse_head
from rubricator.batch.warc.packing import packing_of
from rubricator.batch.warc.records import WarcRecord, read_records
from rubricator.batch.warc.stream import Unpacked
from rubricator.errors import LoadError, UsageError
from rubricator.limits import Limits, Notice
from rubricator.load.encoding import without_surrogates

_CAP = Limits().page_bytes
_HEAD = 1 << 16
_ROWS = 16
_SHOWN = 20
_LOOKED_LINES, _LOOKED_BYTES = 100, 8 << 20
"""Lines at the beginning of a file that are looked at for a column, and where the last of them begins at most."""
_WARC_TYPES = ("response", "resource")


def records_of(one: Slice, settings: Settings) -> Iterator[Record]:
    """Yield the records of a slice."""
    if one.kind == "page":
        yield from _pages(one)
        return
    path = one.paths[0]
    reader = {"warc": _warc, "parquet": _parquet, "jsonl": _jsonl}[one.kind]
    position = str(one.start)
    try:
        for record in reader(path, one, settings):
            position = record.position
            yield record
    except (LoadError, OSError) as error:
        # What comes after cannot be known; the row says where it ended.
        yield Record(path, f"{position}/end", "bytes", error=f"input: {path!r} could not be read further: {error}")


def _pages(one: Slice) -> Iterator[Record]:
    for path in one.paths:
        if not is_remote(path):
            yield Record(path, "0", "file")
            continue
        try:
            with open_input(path) as file:
                yield Record(path, "0", "bytes", file.read(_CAP + 1), url=path)
        except (LoadError, OSError) as error:
            yield Record(path, "0", "bytes", url=path, error=f"input: {error}")


def _warc(path: str, one: Slice, settings: Settings) -> Iterator[Record]:  # noqa: ARG001 - all readers are called alike
    with open_input(path) as file:
        for record in read_records(file, _CAP + _HEAD, one.start, one.stop, whole=True):
            kind = record.headers.get("warc-type", "").strip().lower()
            if kind in _WARC_TYPES or (record.broken and kind == ""):
                yield _archived(path, record, kind)


def _archived(path: str, record: WarcRecord, kind: str) -> Record:
    headers = record.headers
    error, block, form, charset = None, record.block, "http", None
    if record.broken:
        error, block = f"broken-record: {record.broken}", b""
    elif kind == "resource" and not block.startswith(b"HTTP/"):
        stated = Response(0, headers, 0)
        form, charset = "bytes", stated.charset
        if stated.content_type not in ("text/html", "application/xhtml+xml"):
            error, block = f"not-html: {stated.content_type[:100] or 'no content type'}", b""
    else:
        response = parse_head(block)
        # Films and pictures need not travel to a worker to be told from pages.
        if response.content_type and not is_page(response, b""):
            block = block[: response.body_at]
    notices = record.notices
    if record.left_out:
        notices = (*notices, Notice("page-truncated", f"{record.left_out} bytes of the page were left out"))
    return Record(
        path,
        record.position,
        "http" if form == "http" else "bytes",
        block,
        url=headers.get("warc-target-uri", "").strip("<>") or None,
        charset=charset,
        warc_record_id=headers.get("warc-record-id"),
        warc_date=headers.get("warc-date"),
        notices=notices,
        error=error,
    )


def _jsonl(path: str, one: Slice, settings: Settings) -> Iterator[Record]:
    for position, line in _full_lines(path, one):
        yield _of_line(path, position, line, settings)


def _full_lines(path: str, one: Slice) -> Iterator[tuple[str, bytes]]:
    """Yield the lines of a slice that are not empty, and where they begin."""
    with open_input(path) as file:
        packed = packing_of(file) is not None
        lines = _lines(io.BufferedReader(_UnpackedFile(file)), one) if packed else _lines(file, one)
        for position, line in lines:
            if line.strip():
                yield position, line


def _lines(file: BinaryIO | io.BufferedReader, one: Slice) -> Iterator[tuple[str, bytes]]:
    """Yield the lines that begin in a slice, and where they begin. A line over the cap is cut."""
    at = one.start
    if at:
        file.seek(at - 1)
        at += _pass_line(file) - 1
    most = 2 * _CAP
    while one.stop is None or at < one.stop:
        line = file.readline(most)
        if not line:
            return
        yield str(at), line
        at += len(line)
        if not line.endswith(b"\n") and len(line) == most:
            at += _pass_line(file)


def _pass_line(file: BinaryIO | io.BufferedReader) -> int:
    passed = 0
    while line := file.readline(1 << 20):
        passed += len(line)
        if line.endswith(b"\n"):
            break
    return passed


def _of_line(path: str, position: str, line: bytes, settings: Settings) -> Record:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Record(path, position, "html", error=f"input: the line is not JSON: {str(error)[:200]}")
    if not isinstance(fields, dict):
        return Record(path, position, "html", error="input: the line is not a JSON object")
    url = fields.get(settings.url_column)
    url = url if isinstance(url, str) else None
    column = settings.html_column
    html = fields.get(column)
    if not isinstance(html, str):
        missing = f"the line has no {column!r}" if column not in fields else f"no text in {column!r}"
        return Record(path, position, "html", url=url, error=f"input: {missing}")
    return Record(
        path,
        position,
        "html",
        without_surrogates(html).encode(),
        url=url,
        warc_record_id=_text(fields.get("warc_record_id")),
        warc_date=_text(fields.get("warc_date")),
    )


def _parquet(path: str, one: Slice, settings: Settings) -> Iterator[Record]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with open_input(path) as file:
        try:
            table = pq.ParquetFile(file)
            names = table.schema_arrow.names
            if settings.html_column not in names:
                raise LoadError(f"it has no column {settings.html_column!r}; name it with --html-column")
            wanted = (settings.html_column, settings.url_column, "warc_record_id", "warc_date")
            columns = [name for name in wanted if name in names]
            position = 0
            for number in range(table.num_row_groups):
                group = table.metadata.row_group(number)
                if _in_slice(group, one):
                    for batch in table.iter_batches(_ROWS, row_groups=[number], columns=columns):
                        for fields in batch.to_pylist():
                            yield _of_row(path, position, fields, settings)
                            position += 1
                else:
                    position += group.num_rows
        except pa.ArrowException as error:
            raise LoadError(str(error)) from error


def check_columns(inputs: Iterable[Input], column: str) -> None:
    """See that tables and lines have the column that pages are in, while a run is planned; of remote ones, the first.

    Of lines the first ones are looked at. What is no table at all, or has no proper line, has rows that say so.
    """
    looked: set[str] = set()
    for one in inputs:
        if one.kind not in ("parquet", "jsonl") or (is_remote(one.path) and one.kind in looked):
            continue
        if is_remote(one.path):
            looked.add(one.kind)
        names = _table_columns(one.path) if one.kind == "parquet" else _line_columns(one.path, column)
        if names is not None and column not in names:
            known = ", ".join(without_surrogates(name) for name in names[:_SHOWN])
            raise UsageError(f"{one.path!r} has no column {column!r}; name another with --html-column: {known}")


def _table_columns(path: str) -> list[str] | None:
    """Return the columns of a table; None when it cannot be read."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with open_input(path) as file:
            return list(pq.ParquetFile(file).schema_arrow.names)
    except (LoadError, OSError, pa.ArrowException):
        return None


def _line_columns(path: str, wanted: str) -> list[str] | None:
    """Return the keys of the first lines, up to one that has the wanted one; None when no line is a JSON object."""
    names: dict[str, None] | None = None
    try:
        for _, line in islice(_full_lines(path, Slice("jsonl", (path,), 0, stop=_LOOKED_BYTES)), _LOOKED_LINES):
            with suppress(ValueError, RecursionError):
                fields = json.loads(line)
                if isinstance(fields, dict):
                    names = {**(names or {}), **dict.fromkeys(fields)}
                    if wanted in fields:
                        break
    except (LoadError, OSError):
        # Its row will say so.
        return None
    return None if names is None else list(names)


def _in_slice(group: object, one: Slice) -> bool:
    """Whether a row group begins in a slice."""
    if one.stop is None:
        return True
    columns = [group.column(number) for number in range(group.num_columns)]  # type: ignore[attr-defined]
    offsets = [column.dictionary_page_offset or column.data_page_offset for column in columns]
    begins = min(offsets, default=0)
    return one.start <= begins < one.stop


def _of_row(path: str, position: int, fields: dict[str, object], settings: Settings) -> Record:
    html, url = fields.get(settings.html_column), _text(fields.get(settings.url_column))
    if not isinstance(html, str | bytes):
        return Record(path, str(position), "html", url=url, error=f"input: nothing in {settings.html_column!r}")
    return Record(
        path,
        str(position),
        "html" if isinstance(html, str) else "bytes",
        without_surrogates(html).encode() if isinstance(html, str) else html,
        url=url,
        warc_record_id=_text(fields.get("warc_record_id")),
        warc_date=_text(fields.get("warc_date")),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None if value is None else str(value)


class _UnpackedFile(io.RawIOBase):
    """A packed file of lines, unpacked."""

    def __init__(self, file: BinaryIO) -> None:
        self._stream = Unpacked(file)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        stream = self._stream
        while not stream.buffer and not stream.marks and stream.more():
            pass
        if not stream.buffer and (stream.marks or stream.cut):
            raise LoadError(f"damaged: {stream.marks[0].damage}" if stream.marks else "its end is missing")
        size = min(len(buffer), len(stream.buffer))
        buffer[:size] = stream.buffer[:size]
        stream.drop(stream.base + size)
        return size
