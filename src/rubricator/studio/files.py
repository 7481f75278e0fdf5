"""Writing files so that a crash loses nothing: the old content is there, or the new, never half of it."""

from __future__ import annotations

import os
import re
import tempfile
from hashlib import sha256
from pathlib import Path

from rubricator.errors import LoadError, UsageError

_ANNOTATOR = re.compile(r"\w[\w .\-]{0,39}\Z")
_UNSAFE = re.compile(r"[^\w.\-]+")
_LONGEST = 80


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file beside its place, see it on disk, and put it there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".part", dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)
    except OSError as error:
        raise LoadError(f"{path} cannot be written: {error.strerror or error}") from error


def _sync_folder(folder: Path) -> None:
    """See a new name on disk; systems that cannot open folders do so by themselves."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def checked_annotator(name: str) -> str:
    """Return the name of an annotator, which is also that of a folder."""
    if not _ANNOTATOR.match(name):
        raise UsageError(
            f"{name[:60]!r}: the annotator's name has letters, digits, spaces, dots and dashes, 40 at most"
        )
    return name


def safe_stem(name: str) -> str:
    """Return a name for files that are made for a page; names that had to be changed stay apart by a digest."""
    stem = _UNSAFE.sub("-", name.replace("/", "__")).strip(".-")[:_LONGEST]
    return stem if stem == name else f"{stem or 'page'}-{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
