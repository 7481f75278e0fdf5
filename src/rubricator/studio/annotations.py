"""The annotation store: a folder for each annotator with one file a page, and drafts of what is not saved yet."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from rubricator.errors import UsageError
from rubricator.studio.files import checked_annotator, safe_stem, write_atomically
from rubricator.studio.pages import PageRef

_DRAFTS = ".drafts"
_LARGEST_DRAFT = 4 << 20


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

    def of(self, page: PageRef) -> dict[str, str]:
        """Return the files of a page's annotations by annotator."""
        if self.folder is None:
            return {}
        name = f"{stem(page)}.json"
        return {one: str(self.folder / one / name) for one in self.annotators() if (self.folder / one / name).is_file()}

    def draft(self, page: PageRef, annotator: str) -> str | None:
        """Return the draft of an annotator, None when there is none that can be read."""
        if self.folder is None:
            return None
        try:
            text = self._draft(page, annotator).read_text("utf-8")
            return text if isinstance(json.loads(text), dict) else None
        except (OSError, ValueError):
            return None

    def keep_draft(self, page: PageRef, annotator: str, data: bytes) -> None:
        """Keep what an annotator has marked so far."""
        if len(data) > _LARGEST_DRAFT:
            raise UsageError("the draft is too large")
        write_atomically(self._draft(page, annotator), data)

    def drop_draft(self, page: PageRef, annotator: str) -> None:
        self._draft(page, annotator).unlink(missing_ok=True)

    def _draft(self, page: PageRef, annotator: str) -> Path:
        return self._folder() / checked_annotator(annotator) / _DRAFTS / f"{stem(page)}.json"


def stem(page: PageRef) -> str:
    """Return the name that files made for a page have: that of its own file, or of what was opened."""
    return safe_stem(page.name.rpartition(".")[0] or page.name) if page.id[0] == "f" else page.id
