"""A library: the pages that a server was started for, read when asked for, and nothing beyond them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import RLock

from rubricator.errors import LoadError, RubricatorError, UsageError
from rubricator.limits import Budget, Limits
from rubricator.load import Source, load
from rubricator.load.local import FileResources
from rubricator.pipeline import DEFAULT_METHOD, render_page, structure_of
from rubricator.structure.model import Block, Structure
from rubricator.structure.rebuild import rebuild

_ENDINGS = frozenset({".html", ".htm", ".xhtml", ".mhtml", ".mht"})
_KEPT = 16
"""Structures that are kept for the next question about the same page."""
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Shelf:
    """A page, and the folder that it and its stylesheets must lie in."""

    path: Path
    root: Path


@dataclass(slots=True)
class Library:
    """Pages by name. Names are paths under the folder that was given, or names of files."""

    shelves: dict[str, Shelf]
    method: str = DEFAULT_METHOD
    timeout: float | None = 30.0
    _read: dict[str, Structure] = field(default_factory=dict)
    _lock: RLock = field(default_factory=RLock)
    _index: tempfile.TemporaryDirectory[str] | None = None
    left_out: list[str] = field(default_factory=list)
    """Pages that could not be put into the index, with the reasons."""

    def read(self, name: str) -> Structure:
        """Return a page's structure; it is read again only when others were asked for in between."""
        with self._lock:
            if name not in self._read:
                structure = self._structure(name)
                while len(self._read) >= _KEPT:
                    self._read.pop(next(iter(self._read)))
                self._read[name] = structure
            return self._read[name]

    def _structure(self, name: str) -> Structure:
        shelf = self.shelves.get(name)
        if shelf is None:
            known = ", ".join(sorted(self.shelves)[:_SHOWN])
            raise UsageError(
                f"there is no page {name!r} here; pages are: {known}{', …' * (len(self.shelves) > _SHOWN)}"
            )
        limits, budget = Limits(), Budget(self.timeout)
        page = render_page(_open(shelf, limits), "static", limits, budget)
        return structure_of(page, self.method, limits=limits, budget=budget)

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
        """Give a search index of all pages, which is made when it is first asked for."""
        from rubricator.search.entries import page_entry
        from rubricator.search.writer import write_index

        with self._lock:
            if self._index is None:
                made = tempfile.TemporaryDirectory(prefix="rubricator-")
                with write_index(Path(made.name) / "index", {"method": self.method, "render": "static"}) as writer:
                    for name in self.shelves:
                        try:
                            writer.add(page_entry(self._structure(name), name))
                        except RubricatorError as error:
                            self.left_out.append(f"{name}: {error}")
                self._index = made
            yield Path(self._index.name) / "index"


@contextmanager
def open_library(
    targets: Sequence[str], *, method: str = DEFAULT_METHOD, timeout: float | None = 30.0
) -> Iterator[Library]:
    """Give the library of files, and of all pages in folders; links that lead out of a folder are left out."""
    shelves: dict[str, Shelf] = {}
    for target in targets:
        path = Path(target)
        if target.lower().startswith(("http://", "https://")):
            raise UsageError(f"{target!r} is a URL; save the page and name the file: this server fetches nothing")
        if not path.exists():
            raise LoadError(f"there is no file or folder {target!r}")
        root = path.resolve() if path.is_dir() else path.resolve().parent
        files = sorted(file for file in path.rglob("*") if file.suffix.lower() in _ENDINGS) if path.is_dir() else [path]
        for file in files:
            if file.is_file() and file.resolve().is_relative_to(root):
                name = file.relative_to(path).as_posix() if path.is_dir() else file.name
                # Bytes that are no text are written out: names are sent as JSON.
                name = name.encode("utf-8", "backslashreplace").decode()
                shelves[_unique(name, shelves)] = Shelf(file.resolve(), root)
    if not shelves:
        raise UsageError("there are no pages in what was named")
    library = Library(shelves, method, timeout)
    try:
        yield library
    finally:
        library.close()


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


def section_of(structure: Structure, block: Block) -> Structure:
    """Return a block of a structure as a structure of its own."""

    def raised(one: Block, children: tuple[Block, ...]) -> Block:
        return replace(one, level=one.level - block.level, children=children)

    return replace(structure, root=rebuild(block, raised), title=None, titles=())


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
