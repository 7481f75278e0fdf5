"""Pages from files and from standard input, and the files saved next to them."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit

from rubricator.errors import LoadError
from rubricator.limits import Limits
from rubricator.load.plain import TEXT_SUFFIXES
from rubricator.load.received import Received, capped, truncated
from rubricator.load.source import Resource
from rubricator.load.xhtml import XHTML_SUFFIXES

MHTML_SUFFIXES = (".mht", ".mhtml")

# Without O_NONBLOCK, opening a FIFO waits for its writer, which may never come.
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_PIECE = 1 << 16
"""Bytes to read at a time where a file is larger than its reported size."""
_LEVELS_UP = 3
"""Site mirrors keep a page's stylesheets in folders of other hosts beside its own, a few levels up."""


class NotAFileError(OSError):
    """A pipe, socket or device where a file was wanted."""


@dataclass(frozen=True, slots=True)
class FileResources:
    """Files in and around the folder of a saved page; nothing beyond, whatever links or symlinks say."""

    folder: Path
    cap: int

    def get(self, url: str) -> Resource | None:
        for path in _candidates(url):
            try:
                real = path.resolve(strict=True)
                if real.is_relative_to(self.folder):
                    return Resource(_read(real, self.cap)[0], real.as_uri())
            # RuntimeError: a loop of symlinks; ValueError: a NUL in the name.
            except (OSError, RuntimeError, ValueError):
                continue
        return None


def _candidates(url: str) -> Iterator[Path]:
    """Yield what a file: URL may name: `app.css?v=3` is a file name in some saved pages, and a query in others."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return
    if parts.query:
        yield _path(f"{parts.path}?{parts.query}")
    yield _path(parts.path)


def _path(quoted: str) -> Path:
    if os.name == "nt":
        from urllib.request import url2pathname

        return Path(url2pathname(quoted))
    # Not url2pathname: it loses names that are not UTF-8.
    return Path(os.fsdecode(unquote_to_bytes(quoted)))


def receive_file(name: str, limits: Limits) -> Received:
    """Read a page from a file."""
    path = Path(name)
    try:
        data, left_out = _read(path, limits.page_bytes)
        place = Path(os.path.realpath(path.parent), path.name)
    except (OSError, RuntimeError, ValueError) as error:
        raise LoadError(_why_not(name, error)) from error
    return Received(
        data=data,
        name=name,
        path=name,
        base=place.as_uri(),
        mhtml=path.suffix.lower() in MHTML_SUFFIXES,
        xhtml=path.suffix.lower() in XHTML_SUFFIXES or None,
        plain=path.suffix.lower() in TEXT_SUFFIXES,
        resources=FileResources(_surroundings(place), limits.sheet_bytes),
        notices=(truncated(len(data), left_out),) if left_out else (),
    )


def _surroundings(page: Path) -> Path:
    """Return the folder that holds all that a page may use: a few levels up, but never the top of the file system."""
    return page.parents[max(0, min(_LEVELS_UP, len(page.parents) - 2))]


def receive_stdin(limits: Limits) -> Received:
    """Read a page from standard input."""
    if sys.stdin is None:
        raise LoadError("there is no standard input to read the page from; name a file")
    data = sys.stdin.buffer.read(limits.page_bytes + 1)
    if len(data) <= limits.page_bytes:
        return Received(data, "standard input")
    kept, _ = capped(data, limits.page_bytes)
    return Received(kept, "standard input", notices=(truncated(len(kept), None),))


def _read(path: Path, cap: int) -> tuple[bytes, int]:
    """Return at most `cap` bytes of a regular file, and how many more it has."""
    descriptor = os.open(path, _OPEN_FLAGS)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError
        if not stat.S_ISREG(status.st_mode):
            raise NotAFileError
        data = _pour(descriptor, status.st_size, cap + 1)
    finally:
        os.close(descriptor)
    kept = data[:cap]
    return kept, max(status.st_size, len(data)) - len(kept) if len(data) > cap else 0


def _pour(descriptor: int, size: int, most: int) -> bytes:
    """Read a file of a reported size. Reading up to the limit at once would allocate all of it."""
    pieces: list[bytes] = []
    asked = size + 1
    while most and (piece := os.read(descriptor, min(asked, most))):
        pieces.append(piece)
        most -= len(piece)
        asked = _PIECE
    return b"".join(pieces)


def _why_not(name: str, error: Exception) -> str:
    if isinstance(error, IsADirectoryError):
        return f"{name!r} is a folder; name a page in it"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return f"there is no file {name!r}; give a file, a URL that starts with http:// or https://, or - for stdin"
    if isinstance(error, NotAFileError):
        return f"{name!r} is a pipe or a device; send what it gives to standard input and name the page -"
    if isinstance(error, PermissionError):
        return f"{name!r} may not be read; change its permissions or copy it"
    return f"{name!r} could not be read: {error}; check the path"
