"""The page function: a record to its rows. It runs in the worker processes, and never raises for what is in a page."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rubricator.batch.record import Record
from rubricator.batch.rows import NOT_HTML, Row, warned
from rubricator.batch.settings import Settings
from rubricator.batch.sheets import ArchiveSheets, open_sheets
from rubricator.batch.warc.http import body_of, is_page, parse_head
from rubricator.emit import hidden_notice, to_json
from rubricator.errors import LoadError, PageTimeoutError, RubricatorError
from rubricator.limits import DEFAULT_LIMITS, Budget, Notice
from rubricator.load import NoResources, Source, load
from rubricator.options import Options
from rubricator.pipeline import render_page, structure_of
from rubricator.structure.model import Structure
from rubricator.workers.child import Task
from rubricator.workers.framing import Frame, Header

_MESSAGE = 1000
_WARM = b"<!doctype html><title>t</title><style>p{color:red}</style><h1>t</h1><p>t<p><b>t</b><p>t"


def page_tasks(given: Sequence[str]) -> dict[str, Task]:
    """Return what worker processes do, ready for the first page, given the settings and the folder of the sheets."""
    settings, folder = given
    reader = PageReader(Settings.from_json(settings), folder)
    reader.rows(Record("", "", "bytes", _WARM))

    def rows(_: Header, payload: bytes) -> Frame:
        return Frame({}, json.dumps(reader.rows(Record.unpacked(payload))).encode("ascii"))

    return {"rows": rows}


class NotHtmlError(RubricatorError):
    """A record holds something else than a page."""


@dataclass(slots=True)
class PageReader:
    """Reads pages with the settings of a run. `sheets_folder` is where places of stylesheets are written down."""

    settings: Settings
    sheets_folder: str
    _sheets: dict[str, ArchiveSheets] = field(default_factory=dict)

    def rows(self, record: Record) -> list[Row]:
        """Return the rows of a record: one at least."""
        started = time.perf_counter()
        try:
            rows = self._read(record)
        except MemoryError:
            rows = [error_row(record, self.settings, f"memory: {out_of_memory(self.settings)}")]
        except Exception as error:
            rows = [error_row(record, self.settings, told(error))]
        ms = round(1e3 * (time.perf_counter() - started), 1)
        for row in rows:
            row["ms"] = ms
        return rows

    def _read(self, record: Record) -> list[Row]:
        if record.error is not None:
            return [error_row(record, self.settings, record.error)]
        settings = self.settings
        options = Options(settings.method, settings.params, settings.body, budget=Budget(settings.seconds))
        structure = structure_of(render_page(self._source(record), options), options)
        options.budget.check()
        rows = self._emitted(record, structure)
        options.budget.check()
        return rows

    def _source(self, record: Record) -> Source:
        if record.form == "file":
            return load(Path(record.source), url=record.url, limits=DEFAULT_LIMITS, fetch=False)
        data, charset = record.data, "utf-8" if record.form == "html" else record.charset
        notices = record.notices
        if record.form == "http":
            response = parse_head(record.data)
            data, more = body_of(response, record.data, DEFAULT_LIMITS.page_bytes)
            if not is_page(response, data):
                raise NotHtmlError(response.content_type[:100] or "no content type, and it does not look like a page")
            charset = response.charset
            if more:
                notices = (
                    *notices,
                    Notice("page-truncated", f"only the first {len(data)} bytes of the page were read"),
                )
        source = load(data, url=record.url, limits=DEFAULT_LIMITS, fetch=False, charset=charset)
        if record.form == "http" and self.settings.stylesheets and isinstance(source.resources, NoResources):
            source = replace(source, resources=self._archive(record.source))
        return replace(source, notices=(*notices, *source.notices)) if notices else source

    def _archive(self, source: str) -> ArchiveSheets:
        if source not in self._sheets:
            # One archive after the other is read; the sheets of those before are not needed again.
            self._sheets.clear()
            self._sheets[source] = open_sheets(source, self.sheets_folder, DEFAULT_LIMITS.sheet_bytes)
        return self._sheets[source]

    def _emitted(self, record: Record, structure: Structure) -> list[Row]:
        settings = self.settings
        row = _row(record, settings, structure)
        if settings.emit == "tree":
            return [row | {"text": structure.text, "structure": to_json(structure, text=False)}]
        if settings.emit == "outline":
            return [row | {"text": structure.outline()}]
        left_out = hidden_notice(structure, settings.hidden)
        if left_out is not None:
            row["warnings"] = [*row["warnings"], *warned((left_out,))]
        if settings.emit == "markdown":
            return [row | {"text": structure.to_markdown(hidden=settings.hidden)}]
        return _chunk_rows(row, structure, settings)


def _chunk_rows(row: Row, structure: Structure, settings: Settings) -> list[Row]:
    """Return a row for each chunk; a page without any has a row all the same."""
    chunks = structure.chunks(
        max_chars=settings.max_chars,
        max_tokens=settings.max_tokens,
        tokenizer=settings.tokenizer,
        overlap=settings.overlap,
        hidden=settings.hidden,
    )
    rows: list[Row] = []
    for part, chunk in enumerate(chunks):
        places = chunk.to_dict()
        text = str(places.pop("text"))
        rows.append(row | {"text": text, "structure": json.dumps(places, ensure_ascii=False), "part": part})
    return rows or [row]


def _row(record: Record, settings: Settings, structure: Structure | None = None, error: str | None = None) -> Row:
    return {
        "url": record.url or (structure.source.url if structure else None),
        "warc_record_id": record.warc_record_id,
        "warc_date": record.warc_date,
        "title": structure.title if structure else None,
        "text": None,
        "structure": None,
        "method": settings.method,
        "warnings": warned(structure.warnings if structure else record.notices),
        "error": error,
        "ms": 0.0,
        "source": record.source,
        "position": record.position,
        "part": 0,
    }


def error_row(record: Record, settings: Settings, error: str) -> Row:
    """Return the row of a record that could not be read: `error` is its kind, a colon, and what happened."""
    return _row(record, settings, None, error[:_MESSAGE])


def out_of_memory(settings: Settings) -> str:
    return f"the page needs more than {settings.megabytes} MB; raise --memory"


def told(error: Exception) -> str:
    if isinstance(error, PageTimeoutError):
        return f"timeout: {error}"
    if isinstance(error, NotHtmlError):
        return f"{NOT_HTML}: {error}"
    if isinstance(error, LoadError):
        return f"load: {error}"
    if isinstance(error, RubricatorError):
        return f"refused: {error}"
    return f"internal: {type(error).__name__}: {error}"
