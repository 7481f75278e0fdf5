"""Structures as an Arrow table, for pandas, Polars, DuckDB and Parquet. Needs the extra `arrow`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from rubricator.errors import MissingExtraError, UsageError
from rubricator.structure.model import Block, Structure

if TYPE_CHECKING:
    import pyarrow as pa

    from rubricator.emit import Hidden

Rows = Literal["blocks", "chunks"]


def to_arrow(
    pages: Structure | Iterable[Structure],
    *,
    rows: Rows = "blocks",
    max_chars: int | None = None,
    max_tokens: int | None = None,
    tokenizer: str | Callable[[str], int] | None = None,
    overlap: int = 0,
    hidden: Hidden = "auto",
) -> pa.Table:
    """Return the blocks of one or many pages as a table, or their chunks, for which the other options are.

    A row says of which page it is (`page`, `sha256`, `title`), where it stands (`level`, `start`, `end`, `xpath`,
    `anchor`), its `headings` from the title down, and its `text`. Blocks have `block` and `parent`, numbers in a page.
    """
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingExtraError("an Arrow table", "arrow") from error
    if rows not in ("blocks", "chunks"):
        raise UsageError(f"rows is {rows!r}; it must be 'blocks' or 'chunks'")
    given = [pages] if isinstance(pages, Structure) else pages
    limits = {"max_chars": max_chars, "max_tokens": max_tokens, "tokenizer": tokenizer, "overlap": overlap}
    if rows == "blocks":
        found = (row for structure in given for row in _blocks(structure))
    else:
        found = (row for structure in given for row in _chunks(structure, {**limits, "hidden": hidden}))
    return pa.Table.from_pylist(list(found), schema=_schema(rows))


def _schema(rows: Rows) -> pa.Schema:
    import pyarrow as pa

    text, number = pa.string(), pa.int64()
    page = [("page", text), ("sha256", text), ("title", text)]
    place = [
        ("level", pa.int32()),
        ("heading", text),
        ("headings", pa.list_(text)),
        ("confidence", pa.float64()),
        ("start", number),
        ("end", number),
        ("xpath", text),
        ("anchor", text),
        ("text", text),
    ]
    between = [("block", pa.int32()), ("parent", pa.int32())] if rows == "blocks" else [("link", text)]
    return pa.schema([*page, *between, *place])


def _page(structure: Structure) -> dict[str, Any]:
    source = structure.source
    return {"page": source.url or source.path, "sha256": source.sha256, "title": structure.title}


def _blocks(structure: Structure) -> Iterator[dict[str, Any]]:
    about, text = _page(structure), structure.text
    stack: list[tuple[Block, int | None, tuple[str, ...]]] = [(structure.root, None, ())]
    number = 0
    while stack:
        block, parent, above = stack.pop()
        heading = block.heading
        path = (*above, heading.text) if heading is not None else above
        yield {
            **about,
            "block": number,
            "parent": parent,
            "level": block.level,
            "heading": heading.text if heading is not None else None,
            "headings": list(path),
            "confidence": heading.confidence if heading is not None else None,
            "start": block.start,
            "end": block.end,
            "xpath": block.xpath,
            "anchor": block.anchor,
            "text": " ".join(text[start:end] for start, end in block.ranges or ((block.start, block.end),)),
        }
        stack.extend((child, number, path) for child in reversed(block.children))
        number += 1


def _chunks(structure: Structure, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    about = _page(structure)
    for chunk in structure.chunks(**options):
        yield {**chunk.to_dict(), **about, "heading": chunk.headings[-1] if chunk.headings else None}
