"""Haystack 2: a component that turns pages into Documents, one for each block. Needs the extra `haystack`.

Metadata as Haystack's own splitters give it (`header`, `parent_headers`, `source_id`, `split_id`, `split_idx_start`,
`file_path`), the page's `title` and `url`, and where the block stands.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from rubricator.emit import Hidden
from rubricator.errors import MissingExtraError, RubricatorError, UsageError
from rubricator.integrations.splitting import Splitting, place
from rubricator.options import DEFAULT_METHOD
from rubricator.structure.model import Structure

try:
    from haystack import Document, component, default_from_dict, default_to_dict
    from haystack.components.converters.utils import normalize_metadata
    from haystack.dataclasses import ByteStream
except ImportError as error:
    raise MissingExtraError("the adapter for Haystack", "haystack") from error

log = logging.getLogger("rubricator")


@component
class RubricatorToDocuments:
    """Converts pages (files, saved pages with their folders, ByteStreams of HTML) into Documents by their headings."""

    def __init__(
        self,
        max_chars: int | None = None,
        max_tokens: int | None = None,
        tokenizer: str | None = None,
        overlap: int = 0,
        method: str = DEFAULT_METHOD,
        body: str | None = None,
        hidden: Hidden = "auto",
        timeout: float | None = None,
    ) -> None:
        self.options: dict[str, Any] = {
            "max_chars": max_chars,
            "max_tokens": max_tokens,
            "tokenizer": tokenizer,
            "overlap": overlap,
            "method": method,
            "body": body,
            "hidden": hidden,
            "timeout": timeout,
        }

    def to_dict(self) -> dict[str, Any]:
        """Serialize the component."""
        return dict(default_to_dict(self, **self.options))

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> RubricatorToDocuments:
        """Make the component from what `to_dict` gave."""
        made: RubricatorToDocuments = default_from_dict(cls, data)
        return made

    @component.output_types(documents=list[Document])
    def run(
        self, sources: list[str | Path | ByteStream], meta: dict[str, Any] | list[dict[str, Any]] | None = None
    ) -> dict[str, list[Document]]:
        """Convert pages; one that cannot be read is logged and left out, as in Haystack's own converters."""
        splitting = Splitting(**self.options)
        documents: list[Document] = []
        for source, given in zip(sources, normalize_metadata(meta, len(sources)), strict=True):
            try:
                structure, about = _read(splitting, source)
                documents.extend(_documents(splitting, structure, {**about, **given}))
            except UsageError:
                raise
            except RubricatorError as error:
                log.warning("Could not read %s. Skipping it. Error: %s", _name(source), error)
        return {"documents": documents}


def _read(splitting: Splitting, source: str | Path | ByteStream) -> tuple[Structure, dict[str, Any]]:
    if isinstance(source, ByteStream):
        url = source.meta.get("url")
        return splitting.parse(source.data, url if isinstance(url, str) else None), dict(source.meta)
    return splitting.read(Path(source)), {"file_path": str(source)}


def _documents(splitting: Splitting, structure: Structure, meta: dict[str, Any]) -> list[Document]:
    page = {"title": structure.title, "url": structure.source.url, "source_id": structure.source.sha256}
    shared = {key: value for key, value in page.items() if value} | meta
    return [
        Document(
            content=chunk.text,
            meta={
                **shared,
                "header": chunk.headings[-1] if chunk.headings else "",
                "parent_headers": list(chunk.headings[:-1]),
                "split_id": number,
                "split_idx_start": chunk.start,
                **place(chunk),
            },
        )
        for number, chunk in enumerate(splitting.split(structure))
    ]


def _name(source: str | Path | ByteStream) -> str:
    return str(source.meta.get("file_path", "a ByteStream")) if isinstance(source, ByteStream) else str(source)
