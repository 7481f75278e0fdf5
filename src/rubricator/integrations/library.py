"""A library: the pages that a server was started for, read on request, and nothing beyond them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import RLock

from rubricator.errors import LoadError, RubricatorError, UsageError
from rubricator.limits import Limits
from rubricator.load import Source, load
from rubricator.load.local import FileResources
from rubricator.options import DEFAULT_METHOD, Options
from rubricator.pipeline import render_page, structure_of
from rubricator.structure.model import Block, Structure

_ENDINGS = frozenset({".html", ".htm", ".xhtml", ".mhtml", ".mht"})
_KEPT = 16
"""Structures that are kept for the next question about the same page."""
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Shelf:
    """A page, and the folder that it and its stylesheets must lie in."""

    path: Path
    root: Path


@dataclass(frozen=True, slots=True)
class Target:
    """What a server was started for: a page, or a folder and all pages in it. `place` is where it was then."""

    path: Path
    place: Path
    is_folder: bool


State = tuple[int, int] | None
"""The state of a file: when it was changed, and its size. None when it is gone."""


@dataclass(slots=True)
class Library:
    """Pages by name. Names are paths under the folder that was given, or names of files.

    Changes on disk take effect with the next request.
    """

    targets: tuple[Target, ...]
    method: str = DEFAULT_METHOD
    timeout: float | None = 30.0
    shelves: dict[str, Shelf] = field(default_factory=dict)
    """The pages as they were when the folders were last looked through."""
    _read: dict[str, tuple[State, Structure]] = field(default_factory=dict)
    _lock: RLock = field(default_factory=RLock)
    _index: tempfile.TemporaryDirectory[str] | None = None
    _indexed: dict[str, State] = field(default_factory=dict)
    _unread: dict[str, str] = field(default_factory=dict)

    @property
    def left_out(self) -> list[str]:
        """Pages that could not be put into the index, with the reasons."""
        return [f"{name}: {why}" for name, why in self._unread.items()]

    def refresh(self) -> dict[str, Shelf]:
        """Look through the folders again; return the pages that are there."""
        with self._lock:
            found: dict[str, Shelf] = {}
            for target in self.targets:
                for name, shelf in _shelves_of(target):
                    found[_unique(name, found)] = shelf
            self.shelves = found
            return found

    def read(self, name: str) -> Structure:
        """Return a page's structure; it is read again after a change, or when it has left the cache."""
        with self._lock:
            state = _state(self._shelf(name).path)
            kept = self._read.pop(name, None)
            if kept is None or kept[0] != state:
                kept = state, self._structure(name)
                while len(self._read) >= _KEPT:
                    self._read.pop(next(iter(self._read)))
            self._read[name] = kept
            return kept[1]

    def _shelf(self, name: str) -> Shelf:
        shelf = self.shelves.get(name)
        if shelf is None or _state(shelf.path) is None:
            shelf = self.refresh().get(name)
        if shelf is None:
            known = ", ".join(sorted(self.shelves)[:_SHOWN])
            raise UsageError(
                f"there is no page {name!r} here; pages are: {known}{', …' * (len(self.shelves) > _SHOWN)}"
            )
        return shelf

    def _structure(self, name: str) -> Structure:
        shelf = self._shelf(name)
        options = Options(self.method).within(self.timeout)
        return structure_of(render_page(_open(shelf, options.limits), options), options)

    def name_of(self, key: str) -> str:
        """Return the name here of a page that an index has under its path, as `rubricator index` calls pages."""
        if key in self.shelves:
            return key
        place = Path(os.path.realpath(key))
        return next((name for name, shelf in self.shelves.items() if shelf.path == place), key)

    def close(self) -> None:
        """Take the index away."""
        with self._lock:
            if self._index is not None:
                self._index.cleanup()
                self._index = None

    @contextmanager
    def index(self) -> Iterator[Path]:
        """Give a search index of all pages as they are now; it is made on the first request, and updated."""
        with self._lock:
            if self._index is None:
                self._index = tempfile.TemporaryDirectory(prefix="rubricator-")
            place = Path(self._index.name) / "index"
            now = {name: _state(shelf.path) for name, shelf in self.refresh().items()}
            if now != self._indexed or not place.exists():
                self._update(place, now)
            yield place

    def _update(self, place: Path, now: dict[str, State]) -> None:
        """Put pages that are new or changed into the index, and take those out that are gone."""
        from rubricator.search.entries import page_entry
        from rubricator.search.writer import write_index

        before, self._indexed = self._indexed, {}
        stale = [name for name in before if before[name] != now.get(name)]
        with write_index(place, {"method": self.method, "render": "static"}) as writer:
            for name in stale:
                writer.delete(name)
                self._unread.pop(name, None)
            for name in now:
                if name not in before or name in stale:
                    try:
                        writer.add(page_entry(self._structure(name), name))
                    except RubricatorError as error:
                        self._unread[name] = str(error)
        self._indexed = now


@contextmanager
def open_library(
    targets: Sequence[str], *, method: str = DEFAULT_METHOD, timeout: float | None = 30.0
) -> Iterator[Library]:
    """Give the library of files, and of all pages in folders; links that lead out of a folder are left out."""
    library = Library(tuple(map(_target, targets)), method, timeout)
    if not library.refresh():
        raise UsageError("there are no pages in what was named")
    try:
        yield library
    finally:
        library.close()


def _target(name: str) -> Target:
    path = Path(name)
    if name.lower().startswith(("http://", "https://")):
        raise UsageError(f"{name!r} is a URL; save the page and name the file: this server fetches nothing")
    if not path.exists():
        raise LoadError(f"there is no file or folder {name!r}")
    return Target(path.absolute(), path.resolve(), path.is_dir())


def _shelves_of(target: Target) -> Iterator[tuple[str, Shelf]]:
    """Yield the pages of a target that are there now, with their names."""
    if not target.is_folder:
        if target.place.is_file():
            yield _name(target.path.name), Shelf(target.place, target.place.parent)
        return
    for file in sorted(one for one in target.place.rglob("*") if one.suffix.lower() in _ENDINGS):
        if file.is_file() and file.resolve().is_relative_to(target.place):
            yield _name(file.relative_to(target.place).as_posix()), Shelf(file.resolve(), target.place)


def _name(text: str) -> str:
    """Return a name as it can be sent as JSON: bytes that are no text are written out."""
    return text.encode("utf-8", "backslashreplace").decode()


def _state(path: Path) -> State:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _unique(name: str, shelves: dict[str, Shelf]) -> str:
    number, found = 2, name
    while found in shelves:
        found, number = f"{name} ({number})", number + 1
    return found


def _open(shelf: Shelf, limits: Limits) -> Source:
    """Load a page; what it was when the server started may have become a link to elsewhere."""
    if shelf.path.resolve() != shelf.path:
        raise LoadError(f"{shelf.path.name!r} has become a link; start the server again")
    source = load(shelf.path, limits=limits, fetch=False)
    resources = source.resources
    if isinstance(resources, FileResources):
        return replace(source, resources=replace(resources, folder=shelf.root))
    return source


def find_section(structure: Structure, path: Sequence[str]) -> Block:
    """Return the block whose headings end with a path; one that many blocks end with, or none, is an error."""
    wanted = [_folded(heading) for heading in path]
    if not wanted:
        raise UsageError("the path is empty; give the headings that lead to the section, or the last of them")
    known = list(_paths(structure))
    found = [(above, block) for above, block in known if [_folded(one) for one in above][-len(wanted) :] == wanted]
    exact = [pair for pair in found if len(pair[0]) == len(wanted)]
    if len(found) > 1 and len(exact) == 1:
        found = exact
    if len(found) == 1:
        return found[0][1]
    shown = "; ".join(" > ".join(above) for above, _ in (found or known)[:_SHOWN])
    if found:
        raise UsageError(f"{len(found)} sections have this path; give more of it: {shown}")
    raise UsageError(f"no section has the path {' > '.join(path)!r}; sections are: {shown or 'none'}")


def _paths(structure: Structure) -> Iterator[tuple[tuple[str, ...], Block]]:
    stack: list[tuple[Block, tuple[str, ...]]] = [(structure.root, ())]
    while stack:
        block, above = stack.pop()
        if block.heading is not None:
            above = (*above, " ".join(block.heading.text.split()))
            yield above, block
        stack.extend((child, above) for child in reversed(block.children))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
