"""Pages of the studio: opened ones, those of a folder, and examples."""

from __future__ import annotations

import hashlib
import math
import re
import shutil
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from rubricator.evaluate.gold.annotation import PAGES
from rubricator.serve.problems import ProblemError
from rubricator.serve.settings import Settings
from rubricator.serve.upload import Upload
from rubricator.structure.model import JsonValue
from rubricator.studio.files import write_atomically

EXAMPLES = {
    "allotment": "Allotment rules: headings that are bold lines",
    "river-walk": "A river walk: run-in headings and a table",
    "choir": "Choir handbook: styled boxes, no heading tag",
}
_MOST_FILES = 5_000
_MOMENT = 1.0
"""Seconds; a folder of thousands takes a good part of one to be read."""
_ID = re.compile(r"[a-z]-[\w\-]{1,64}\Z", re.ASCII)
_NAME = re.compile(r"[\x00-\x1f\x7f]+")


@dataclass(frozen=True, slots=True)
class PageRef:
    """One page. `page` says how a worker reads it; `file` holds its bytes when they are sent along."""

    id: str
    name: str
    page: dict[str, JsonValue]
    file: Path | None = None
    title: str = ""
    when: float = 0.0
    shares_name: bool = False
    """Another page of the folder has its name but for the ending, and comes first."""

    def data(self) -> bytes:
        try:
            return self.file.read_bytes() if self.file else b""
        except FileNotFoundError:
            raise _gone() from None


def _gone() -> ProblemError:
    return ProblemError(404, "no-page", "there is no such page here any more; open it again")


@dataclass(slots=True)
class Pages:
    """All pages of a studio. What is opened is kept in a folder of its own, the oldest forgotten first.

    Requests ask from several threads.
    """

    settings: Settings
    folder: Path | None = None
    _opened: OrderedDict[str, PageRef] = field(default_factory=OrderedDict)
    _listed: tuple[float, list[PageRef]] = field(default_factory=lambda: (-math.inf, []))
    """The folder as it was last read, and when."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="rubricator-"))

    def end(self) -> None:
        with self._lock:
            if self.folder:
                shutil.rmtree(self.folder, ignore_errors=True)
            self._opened.clear()

    def add(self, upload: Upload, name: str, title: str) -> PageRef:
        """Keep an opened page; the same page opened again is the newest."""
        assert self.folder
        digest = hashlib.sha256(repr(sorted(upload.page.items())).encode() + upload.data).hexdigest()[:16]
        file = self.folder / digest
        shown = _NAME.sub(" ", name).strip()[:120] or title or "page"
        found = PageRef(f"o-{digest}", shown, upload.page, file, title, time.time())
        with self._lock:
            if not file.exists():
                # Others may be reading it.
                write_atomically(file, upload.data)
            self._opened[found.id] = found
            self._opened.move_to_end(found.id)
            self._forget()
        return found

    def _forget(self) -> None:
        def size() -> int:
            return sum(page.file.stat().st_size for page in self._opened.values() if page.file)

        while len(self._opened) > 1 and (
            len(self._opened) > self.settings.opened_pages or size() > self.settings.opened_bytes
        ):
            _, oldest = self._opened.popitem(last=False)
            if oldest.file:
                oldest.file.unlink(missing_ok=True)

    def recent(self) -> list[PageRef]:
        """Return the opened pages, the newest first."""
        with self._lock:
            return list(reversed(self._opened.values()))

    def examples(self) -> list[PageRef]:
        place = files("rubricator.studio").joinpath("examples")
        return [
            PageRef(f"e-{name}", what, {"kind": "page", "charset": "utf-8"}, Path(str(place / f"{name}.html")), what)
            for name, what in EXAMPLES.items()
        ]

    def in_folder(self) -> list[PageRef]:
        """Return the pages of the folder, in the order of their names; it is not read again for a moment."""
        when, pages = self._listed
        if time.monotonic() - when > _MOMENT:
            found = list(self._files())
            sharing = _sharing([path for path, _ in found])
            pages = [self._of_file(path, root, path in sharing) for path, root in found]
            self._listed = time.monotonic(), pages
        return pages

    def _files(self) -> Iterator[tuple[Path, Path]]:
        if self.settings.pages is None:
            return
        root = self.settings.pages.resolve()
        annotations = self.settings.annotations.resolve() if self.settings.annotations else None
        found = 0
        for path in sorted(root.rglob("*")):
            if path.suffix.lower() not in (*PAGES, ".mht") or not path.is_file() or path.name.startswith("."):
                continue
            if not path.resolve().is_relative_to(root) or (annotations and path.is_relative_to(annotations)):
                continue
            found += 1
            if found > _MOST_FILES:
                return
            yield path, root

    def _of_file(self, path: Path, root: Path, shares_name: bool) -> PageRef:
        name = path.relative_to(root).as_posix()
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        page: dict[str, JsonValue] = {"kind": "file", "path": str(path), "root": str(root)}
        return PageRef(f"f-{digest}", name, page, None, name, shares_name=shares_name)

    def find(self, number: str) -> PageRef:
        """Return a page by its id."""
        if _ID.match(number):
            with self._lock:
                opened = self._opened.get(number)
            if opened:
                return opened
            listed = {"e": self.examples, "f": self.in_folder}.get(number[0])
            for page in listed() if listed else ():
                if page.id == number:
                    return page
        raise _gone()

    def by_path(self, path: str) -> PageRef | None:
        """Return the page of the folder that a path names, as a search index has it."""
        try:
            wanted = Path(path).resolve()
        except (OSError, ValueError, RuntimeError):
            return None
        return next((page for page in self.in_folder() if Path(str(page.page["path"])).resolve() == wanted), None)


def _sharing(paths: Sequence[Path]) -> set[Path]:
    """Return the pages that have the name of another but for the ending; the first, .html if there is one, has it."""
    first: dict[Path, Path] = {}
    for path in sorted(paths, key=lambda path: path.suffix != ".html"):
        first.setdefault(path.with_suffix(""), path)
    return set(paths) - set(first.values())
