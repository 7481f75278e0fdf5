"""Stylesheets of a web archive: where they are, and reading them for the pages of the same archive."""

from __future__ import annotations

import hashlib
import json
import os
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urldefrag

from rubricator.batch.opening import open_input
from rubricator.batch.warc.http import body_of, is_sheet, parse_head
from rubricator.batch.warc.records import read_records
from rubricator.errors import LoadError
from rubricator.load import Resource

_HEAD = 1 << 14
_KEPT = 256
MAX_SHEETS = 200_000

Places = dict[str, tuple[int, int]]


def index_path(folder: str, archive: str) -> Path:
    return Path(folder) / f"{hashlib.sha256(archive.encode('utf-8', 'surrogateescape')).hexdigest()[:32]}.json"


def index_sheets(archive: str, folder: str) -> int:
    """Look through an archive for stylesheets and write down where they are; return how many there are."""
    places: Places = {}
    with open_input(archive) as file:
        for record in read_records(file, _HEAD):
            url = record.headers.get("warc-target-uri", "").strip("<>")
            if record.broken or not url or record.headers.get("warc-type") not in ("response", "resource"):
                continue
            response = parse_head(record.block)
            stated = record.headers.get("content-type", "").partition(";")[0].strip().lower()
            if is_sheet(response) or (not response.status and stated == "text/css"):
                places.setdefault(_key(url), (record.offset, record.inner))
                if len(places) >= MAX_SHEETS:
                    break
    path = index_path(folder, archive)
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.write_text(json.dumps(places), "utf-8")
    unfinished.replace(path)
    return len(places)


@dataclass(slots=True)
class ArchiveSheets:
    """The stylesheets of one archive. Those last used are kept."""

    archive: str
    places: Places
    cap: int
    _kept: OrderedDict[tuple[int, int], Resource | None] = field(default_factory=OrderedDict)

    def get(self, url: str) -> Resource | None:
        place = self.places.get(_key(url))
        if place is None:
            return None
        if place in self._kept:
            self._kept.move_to_end(place)
            return self._kept[place]
        self._kept[place] = found = self._read(url, tuple(place))
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return found

    def _read(self, url: str, place: tuple[int, ...]) -> Resource | None:
        offset, inner = place
        try:
            with open_input(self.archive) as file:
                for record in read_records(file, self.cap, offset):
                    if (record.offset, record.inner) == (offset, inner):
                        response = parse_head(record.block)
                        return Resource(body_of(response, record.block, self.cap)[0], url, response.charset)
        except LoadError:
            return None
        return None


def open_sheets(archive: str, folder: str, cap: int) -> ArchiveSheets:
    """Return the stylesheets of an archive that was looked through; none when it was not, or has none."""
    try:
        found: Places = json.loads(index_path(folder, archive).read_text("utf-8"))
    except FileNotFoundError:
        found = {}
    return ArchiveSheets(archive, {url: (offset, inner) for url, (offset, inner) in found.items()}, cap)


def _key(url: str) -> str:
    """Pages and archives name a sheet with either scheme; the fragment is no part of it."""
    name = urldefrag(url).url if "#" in url else url
    return name.partition("://")[2] or name
