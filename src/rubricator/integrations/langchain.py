"""LangChain: a splitter (document transformer) and a loader. Needs the extra `langchain`.

Documents have the metadata that LangChain's own splitters give (`Header 1` to `Header 6`, `start_index`, `source`) and
`heading_path`, `title`, `level`, `end_index`, `xpath`, `anchor`, `link`, `confidence`. Spans are in the text of the
page, not in its HTML.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, Unpack

from rubricator.errors import MissingExtraError
from rubricator.integrations.splitting import HEADERS, Splitting, SplittingOptions, origin, place
from rubricator.structure.model import Structure

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import BaseDocumentTransformer, Document
except ImportError as error:
    raise MissingExtraError("the adapter for LangChain", "langchain") from error

_PATH_SEPARATOR = " > "


class RubricatorSplitter(BaseDocumentTransformer):
    """Splits HTML into Documents by the headings that a reader sees; options as `SplittingOptions`."""

    def __init__(self, **options: Unpack[SplittingOptions]) -> None:
        self._splitting = Splitting(**options)

    def split_text(self, text: str) -> list[Document]:
        """Split one page, given as HTML."""
        return list(_documents(self._splitting, self._splitting.parse(text)))

    def split_text_from_file(self, file: str | Path) -> list[Document]:
        """Split one page from a file, with the stylesheets beside it."""
        return list(_documents(self._splitting, self._splitting.read(Path(file))))

    def create_documents(
        self, texts: Sequence[str], metadatas: Sequence[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """Split pages given as HTML; the metadata of each goes to all of its Documents."""
        given = metadatas if metadatas is not None else [{} for _ in texts]
        return [
            Document(page_content=found.page_content, metadata={**metadata, **found.metadata})
            for text, metadata in zip(texts, given, strict=True)
            for found in self._split(text, metadata)
        ]

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Split Documents that hold HTML."""
        given = list(documents)
        return self.create_documents([one.page_content for one in given], [one.metadata for one in given])

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:  # noqa: ARG002
        return self.split_documents(documents)

    def _split(self, text: str, metadata: dict[Any, Any]) -> Iterator[Document]:
        source = metadata.get("source")
        url = source if isinstance(source, str) and source.startswith(("http://", "https://")) else None
        return _documents(self._splitting, self._splitting.parse(text, url))


class RubricatorLoader(BaseLoader):
    """Loads pages from files, saved pages with their folders, MHTML, or URLs.

    `mode="sections"` gives a Document for each block, `"single"` one of the whole page as Markdown. Other options as
    `SplittingOptions`.
    """

    def __init__(
        self,
        pages: str | Path | Iterable[str | Path],
        *,
        mode: Literal["sections", "single"] = "sections",
        **options: Unpack[SplittingOptions],
    ) -> None:
        self._pages = [pages] if isinstance(pages, str | Path) else list(pages)
        self._single = mode == "single"
        self._splitting = Splitting(**options)

    def lazy_load(self) -> Iterator[Document]:
        for page in self._pages:
            structure = self._splitting.read(page)
            if self._single:
                text = structure.to_markdown(hidden=self._splitting.hidden)
                yield Document(page_content=text, metadata=dict(origin(structure)))
            else:
                yield from _documents(self._splitting, structure)


def _documents(splitting: Splitting, structure: Structure) -> Iterator[Document]:
    about = origin(structure)
    for chunk in splitting.split(structure):
        headers = {f"Header {number}": text for number, text in enumerate(chunk.headings[:HEADERS], 1)}
        path = {"heading_path": _PATH_SEPARATOR.join(chunk.headings)} if chunk.headings else {}
        yield Document(page_content=chunk.text, metadata={**about, **headers, **path, **place(chunk)})
