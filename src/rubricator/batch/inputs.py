"""Inputs: what the user points at, as files of known kinds, cut into slices that can be read on their own."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rubricator.batch.opening import is_remote, open_input
from rubricator.batch.warc.packing import packing_of
from rubricator.errors import LoadError, UsageError

Kind = Literal["warc", "parquet", "jsonl", "page"]

_ENDINGS: dict[str, Kind] = {
    ".warc": "warc",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".html": "page",
    ".htm": "page",
    ".xhtml": "page",
    ".mhtml": "page",
    ".mht": "page",
}
_PACKED = (".gz", ".zst")
PAGES_A_SLICE = 500
_SLICE_BYTES = 32 << 20
_SLICES_A_SHARD = 8


@dataclass(frozen=True, slots=True)
class Input:
    """One file."""

    path: str
    kind: Kind
    size: int
    stamp: int = 0
    """When it was last changed, in nanoseconds; 0 where that is not known."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a file, or several pages: what one task of the engine reads. `size` is for planning and progress.

    `stamps` say when the files were last changed: a run goes on only with the inputs that it was begun with.
    """

    kind: Kind
    paths: tuple[str, ...]
    size: int
    start: int = 0
    stop: int | None = None
    stamps: tuple[int, ...] = ()


def find_inputs(targets: Iterable[str], output: Path | None = None) -> list[Input]:
    """Return the files that targets name, each once, in order: files, folders, globs, URLs.

    What lies in `output`, the folder of a run that was begun, is left out. Links come after what they may lead to.
    """
    found: dict[str, Input] = {}
    below = None if output is None else f"{os.path.realpath(output)}{os.sep}"
    for target in targets:
        listed = list(_remote(target)) if is_remote(target) else sorted(_local(target), key=_is_link)
        named = [(_place(one.path), one) for one in listed]
        apart = [(place, one) for place, one in named if below is None or not place.startswith(below)]
        if not apart:
            raise LoadError(f"{target!r} names no input; give WARC, Parquet, JSONL or HTML files, or folders of them")
        for place, one in apart:
            found.setdefault(place, one)
    if not found:
        raise UsageError("name at least one input")
    return list(found.values())


def _place(path: str) -> str:
    """Return what a file is known by, however its name is written."""
    return path if is_remote(path) else os.path.realpath(path)


def _is_link(one: Input) -> bool:
    return Path(one.path).is_symlink()


def _local(target: str) -> Iterator[Input]:
    path = Path(target)
    if path.is_dir():
        names = _names_in(target)
    elif glob.has_magic(target) and not path.exists():
        names = iter(sorted(glob.glob(target, recursive=True)))  # noqa: PTH207 - Path.glob takes no absolute patterns
    else:
        try:
            status = path.stat()
        except OSError as error:
            raise LoadError(f"{target!r} cannot be read: {error.strerror or error}") from error
        yield Input(target, kind_of(target) or _sniffed(target), status.st_size, status.st_mtime_ns)
        return
    for name in names:
        kind = kind_of(name)
        if kind is not None and Path(name).is_file():
            status = Path(name).stat()
            yield Input(name, kind, status.st_size, status.st_mtime_ns)


def _names_in(target: str) -> Iterator[str]:
    for folder, folders, files in os.walk(target):
        folders.sort()
        for name in sorted(files):
            yield os.path.join(folder, name)  # noqa: PTH118 - Path would change how the user wrote the folder


def _remote(target: str) -> Iterator[Input]:
    """List an object store with the engine."""
    import daft

    try:
        found = daft.from_glob_path(target).sort("path").to_pydict()
    except Exception as error:
        raise LoadError(f"{target!r} cannot be listed: {error}") from error
    for path, size in zip(found["path"], found["size"], strict=True):
        kind = kind_of(path)
        if kind is not None:
            yield Input(path, kind, size or 0)
        elif path == target:
            yield Input(path, _sniffed(path), size or 0)


def kind_of(name: str) -> Kind | None:
    """Return the kind of a file by its name, also where that has a query behind it."""
    base = name.partition("?")[0].lower() if is_remote(name) else name.lower()
    stem, ending = os.path.splitext(base)  # noqa: PTH122
    if ending in _PACKED:
        kind = _ENDINGS.get(os.path.splitext(stem)[1])  # noqa: PTH122
        return kind if kind in ("warc", "jsonl") else None
    return _ENDINGS.get(ending)


def _sniffed(path: str) -> Kind:
    """Return the kind of a file that the user names and whose name says nothing."""
    with open_input(path) as file:
        head = file.read(64)
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"WARC/"):
        return "warc"
    if head.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd")):
        raise UsageError(f"{path!r} is packed and its name does not say what it is; call it .warc.gz, .jsonl.gz or so")
    return "jsonl" if head.lstrip().startswith(b"{") else "page"


def slice_bytes(shard_bytes: int) -> int:
    """Return how large slices are: a shard has several, so that machines share it; larger shards have larger ones."""
    return min(max(_SLICE_BYTES, shard_bytes // _SLICES_A_SHARD), max(shard_bytes, 1))


def cut(inputs: Iterable[Input], most: int) -> list[Slice]:
    """Cut inputs into slices."""
    slices: list[Slice] = []
    pages: list[Input] = []
    for one in inputs:
        if one.kind == "page":
            pages.append(one)
            if len(pages) == PAGES_A_SLICE:
                slices.append(_of_pages(pages))
                pages = []
        else:
            slices.extend(_of_file(one, most))
    return [*slices, _of_pages(pages)] if pages else slices


def _of_pages(pages: list[Input]) -> Slice:
    stamps = tuple(one.stamp for one in pages)
    return Slice("page", tuple(one.path for one in pages), sum(one.size for one in pages), stamps=stamps)


def _of_file(one: Input, most: int) -> Iterator[Slice]:
    if one.size <= most or not _can_be_cut(one):
        yield Slice(one.kind, (one.path,), one.size, stamps=(one.stamp,))
        return
    for start in range(0, one.size, most):
        stop = min(start + most, one.size)
        yield Slice(one.kind, (one.path,), stop - start, start, stop, (one.stamp,))


def _can_be_cut(one: Input) -> bool:
    """Whether a file can be read from the middle: packed archives at their members, lines at their ends, row groups.

    A plain archive cannot: what looks like a record in it may be a page about records.
    """
    if one.kind == "parquet":
        return True
    try:
        with open_input(one.path) as file:
            packed = packing_of(file) is not None
    except LoadError:
        return False
    return packed if one.kind == "warc" else not packed


def shards_of(slices: Iterable[Slice], most: int) -> list[list[Slice]]:
    """Put slices together into shards of about `most` bytes, the parts of a run that are done whole or not at all."""
    shards: list[list[Slice]] = []
    room = 0
    for one in slices:
        if not shards or one.size > room:
            shards.append([])
            room = most
        shards[-1].append(one)
        room -= one.size
    return shards
