"""The annotation store: a folder for each annotator with one file a page, and drafts of what is not saved yet.

A draft has the digest of its page in its name. So a page that was changed on disk begins anew, and what was drafted
before stays where it is, as does an annotation that one of the changed page takes the place of.

Files are called as the page without its ending. Of pages that differ in their endings alone, all but one keep theirs;
before, they shared one file, which is read for the page that it is of.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from rubricator.errors import UsageError
from rubricator.studio.files import checked_annotator, safe_stem, write_atomically
from rubricator.studio.pages import PageRef

DRAFTS, OLD = ".drafts", ".old"
_LARGEST_DRAFT = 8 << 20
_OF_SAVING = ("base", "replace")
_DIGEST = re.compile(r"[0-9a-f]{64}\Z")
_OF_DIGEST = 16
"""Digits of a page's sha256 in the name of a file."""


@dataclass(frozen=True, slots=True)
class Annotations:
    """Files below one folder; None when the server has none."""

    folder: Path | None

    def _folder(self) -> Path:
        if self.folder is None:
            raise UsageError("nothing is annotated here; start the server with --pages DIR or --annotations DIR")
        return self.folder

    def target(self, page: PageRef, annotator: str) -> Path:
        """Return the file of a page's annotation, whether it is there or not."""
        return self._folder() / checked_annotator(annotator) / f"{stem(page)}.json"

    def annotators(self) -> list[str]:
        """Return the names of those who have annotated something."""
        if self.folder is None or not self.folder.is_dir():
            return []
        return sorted(one.name for one in self.folder.iterdir() if one.is_dir() and any(one.glob("*.json")))

    def done(self) -> dict[str, set[str]]:
        """Return the names of all pages that each annotator has done."""
        folder = self.folder
        return (
            {}
            if folder is None
            else {one: {file.stem for file in (folder / one).glob("*.json")} for one in self.annotators()}
        )

    def drafted(self) -> dict[str, set[str]]:
        """Return the names of all pages that each annotator has a draft of."""
        found: dict[str, set[str]] = {}
        for one in self.folder.glob(f"*/{DRAFTS}/*.json") if self.folder else ():
            found.setdefault(one.parent.parent.name, set()).add(one.stem.rpartition(".")[0])
        return found

    def of(self, page: PageRef) -> dict[str, str]:
        """Return the files of a page's annotations by annotator."""
        if self.folder is None:
            return {}
        found: dict[str, str] = {}
        for one in self.annotators():
            own = self.folder / one / f"{stem(page)}.json"
            file = own if own.is_file() else _shared(page, self.folder / one)
            if file is not None:
                found[one] = str(file)
        return found

    def versions(self, page: PageRef, annotator: str) -> list[str]:
        """Return the files of drafts and replaced annotations of a page, as it is now or was before."""
        if self.folder is None:
            return []
        own = self.folder / checked_annotator(annotator)
        pattern = re.compile(re.escape(stem(page)) + rf"\.[0-9a-f]{{{_OF_DIGEST}}}\.json\Z")
        listed = [*(own / DRAFTS).glob("*.json"), *(own / OLD).glob("*.json")]
        found = [str(one) for one in sorted(listed) if pattern.match(one.name)]
        shared = _shared(page, own / DRAFTS)
        return found if shared is None else [*found, str(shared)]

    def keep_draft(self, page: PageRef, annotator: str, digest: str, data: bytes) -> None:
        """Keep what an annotator has marked so far on a page with this sha256."""
        if len(data) > _LARGEST_DRAFT:
            raise UsageError(f"the draft is larger than {_LARGEST_DRAFT >> 20} MB")
        write_atomically(self._draft(page, annotator, digest), data)

    def drop_draft(self, page: PageRef, annotator: str, digest: str, saved: bytes) -> None:
        """Drop a draft that was saved; one with other marks, made meanwhile or in another window, stays."""
        draft = self._draft(page, annotator, digest)
        try:
            if _marked(draft.read_bytes()) == _marked(saved):
                draft.unlink(missing_ok=True)
        except FileNotFoundError:
            return

    def _draft(self, page: PageRef, annotator: str, digest: str) -> Path:
        if not _DIGEST.match(digest):
            raise UsageError("marks name the sha256 of the page that they are of, as `page`")
        return self._folder() / checked_annotator(annotator) / DRAFTS / versioned(stem(page), digest)


def _marked(data: bytes) -> object:
    """Return what is marked, without what it was started from; None for a draft that cannot be read."""
    try:
        given = json.loads(data)
        return {name: value for name, value in given.items() if name not in _OF_SAVING}
    except (ValueError, AttributeError, RecursionError):
        return None


def versioned(name: str, digest: str) -> str:
    """Return the name of a file that belongs to a version of a page."""
    return f"{name}.{digest[:_OF_DIGEST]}.json"


def stem(page: PageRef) -> str:
    """Return the name that files made for a page have: that of its own file, or of what was opened."""
    if page.id[0] != "f":
        return page.id
    return safe_stem(page.name) if page.shares_name else _without_ending(page)


def _without_ending(page: PageRef) -> str:
    return safe_stem(page.name.rpartition(".")[0] or page.name)


def _shared(page: PageRef, folder: Path) -> Path | None:
    """Return the file in a folder that pages of one name shared, if it is of this page as it is now."""
    if not page.shares_name:
        return None
    try:
        digest = sha256(Path(str(page.page["path"])).read_bytes()).hexdigest()
        name = _without_ending(page)
        file = folder / (versioned(name, digest) if folder.name == DRAFTS else f"{name}.json")
        return file if digest.encode() in file.read_bytes() else None
    except OSError:
        return None
