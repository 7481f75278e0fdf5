"""A saved page in a ZIP archive: read in memory, never unpacked to disk, with limits on what an archive can do."""

from __future__ import annotations

import io
import lzma
import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from urllib.parse import quote, unquote, urlsplit

from rubricator.errors import LoadError
from rubricator.limits import Budget, Limits
from rubricator.load import NoResources, Resource, Source, load

ENTRIES = 5_000
UNPACKED = 256 << 20
"""Bytes of all entries together."""
RATIO = 200
"""An entry above a megabyte that unpacks to more than this many times its size is no part of a saved page."""
_LARGE = 1 << 20
_PIECE = 1 << 16
_PAGE = re.compile(r"\.(x?html?|mht(ml)?)\Z", re.IGNORECASE)
_INDEX = re.compile(r"(index|default|page)\.(x?html?)\Z", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:")
_BASE = "file:///"


@dataclass(frozen=True, slots=True)
class Unpacked:
    """The entries of an archive by name, and the name of the page among them."""

    page: str
    entries: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class ZipResources:
    """Entries of an archive, by addresses below `file:///`. They reach no file of the machine."""

    entries: Mapping[str, bytes]
    cap: int

    def get(self, url: str) -> Resource | None:
        try:
            parts = urlsplit(url)
        except ValueError:
            return None
        if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
            return None
        names = [parts.path, unquote(parts.path)]
        if parts.query:
            names = [f"{name}?{parts.query}" for name in names] + names
        for name in names:
            data = self.entries.get(name.lstrip("/"))
            if data is not None:
                return Resource(data[: self.cap], url)
        return None


def load_zip(data: bytes, *, url: str | None, limits: Limits, budget: Budget) -> Source:
    """Return the page of an archive, with the archive's other entries as its resources."""
    found = unpack(data, budget)
    source = load(found.entries[found.page], url=url, limits=limits)
    if not isinstance(source.resources, NoResources):
        # MHTML brings its own.
        return replace(source, path=found.page)
    base = _BASE + quote(found.page)
    return replace(source, path=found.page, base=base, resources=ZipResources(found.entries, limits.sheet_bytes))


def unpack(data: bytes, budget: Budget) -> Unpacked:
    """Unpack an archive in memory; raise LoadError for one that is broken, too large, or names places outside of it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = [one for one in archive.infolist() if not one.is_dir()]
            if len(listed) > ENTRIES:
                raise LoadError(f"the archive has {len(listed)} entries; {ENTRIES} are allowed")
            names = [checked_name(one) for one in listed]
            page = _find_page(names)
            return Unpacked(page, _entries(archive, listed, names, budget))
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError) as error:
        raise LoadError(f"the ZIP archive is broken ({error}); save the page again") from error
    except (RuntimeError, NotImplementedError) as error:
        raise LoadError(f"the ZIP archive cannot be unpacked: {error}") from error


def checked_name(entry: zipfile.ZipInfo) -> str:
    """Return the name of an entry; one that leads out of the archive is an error."""
    name = entry.filename.replace("\\", "/")
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or _DRIVE.match(name) or "\0" in name or not path.name:
        raise LoadError(f"the archive is refused: its entry {entry.filename[:100]!r} leads out of it")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise LoadError(f"the archive is refused: its entry {entry.filename[:100]!r} is a link")
    return str(path)


def _entries(
    archive: zipfile.ZipFile, listed: list[zipfile.ZipInfo], names: list[str], budget: Budget
) -> dict[str, bytes]:
    entries: dict[str, bytes] = {}
    room = UNPACKED
    for entry, name in zip(listed, names, strict=True):
        entries[name] = _read(archive, entry, room, budget)
        room -= len(entries[name])
    return entries


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, room: int, budget: Budget) -> bytes:
    """Read an entry piece by piece: what its header says of its size may be wrong."""
    most = min(room, max(_LARGE, entry.compress_size * RATIO))
    pieces: list[bytes] = []
    size = 0
    with archive.open(entry) as file:
        while piece := file.read(_PIECE):
            size += len(piece)
            if size > most:
                raise LoadError(
                    f"the archive is refused: it unpacks to too much, at its entry {entry.filename[:100]!r}"
                )
            pieces.append(piece)
            budget.check()
    return b"".join(pieces)


def _find_page(names: list[str]) -> str:
    """Return the page: the one nearest to the top, an index before others, then the first by name."""
    pages = [name for name in names if _PAGE.search(name) and "__MACOSX" not in name]
    if not pages:
        raise LoadError("the archive has no page: no entry ends in .html, .htm, .xhtml, .mhtml or .mht")
    return min(pages, key=lambda name: (name.count("/"), not _INDEX.search(name), name))
