"""A server of the Model Context Protocol: what is on some pages, for language models. Needs the extra `mcp`.

It reads the pages that it was started for and the stylesheets beside them, fetches nothing, and writes nothing but the
search index, in a temporary folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from rubricator.emit import to_jsonl
from rubricator.errors import MissingExtraError, RubricatorError, UsageError
from rubricator.integrations.library import Library, find_section
from rubricator.search.store import open_store
from rubricator.structure.model import Structure
from rubricator.version import __version__

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import ValidationError
except ImportError as error:
    raise MissingExtraError("the MCP server", "mcp") from error

Form = Literal["markdown", "html", "json", "chunks"]
_MOST = 50_000
"""Characters of one answer; `offset` requests the next ones."""
_MOST_RESULTS = 50
_INSTRUCTIONS = (
    "Saved web pages by their headings. `pages` lists them, `outline` shows the headings of one, `section` gives the "
    "text under a heading, `search` finds sections by words, `extract` gives a whole page."
)


def build_server(library: Library, index: Path | None = None) -> MCPServer[Any]:
    """Return a server for a library; `index` is a search index to use instead of one of the library's pages."""
    if index is not None:
        open_store(index).close()  # what is no index is told at once
    server = _Server("rubricator", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING")

    @server.tool()
    def pages() -> list[str]:
        """List the names of the pages."""
        return sorted(library.refresh())

    @server.tool()
    def outline(page: str, offset: int = 0) -> dict[str, Any]:
        """Show the title and the headings of a page as a tree, with the number of words under each.

        Long outlines come in parts: call again with `offset` = `next_offset`.
        """
        with _as_tool_errors():
            return _part(library.read(page).outline(width=200), offset)

    @server.tool()
    def extract(
        page: str,
        to: Form = "markdown",
        offset: int = 0,
        max_chars: int | None = None,
    ) -> dict[str, Any]:
        """Give the content of a page as Markdown, simplified HTML, JSON with spans, or chunks (one JSON object a line).

        `max_chars` is the size of chunks. Long pages come in parts: call again with `offset` = `next_offset`.
        """
        with _as_tool_errors():
            return _part(_content(library.read(page), to, max_chars), offset)

    @server.tool()
    def section(page: str, path: list[str], offset: int = 0) -> dict[str, Any]:
        """Give one section of a page as Markdown: all that stands under a heading.

        `path` is the headings that lead to it, as `outline` shows them, or the last of these when that is enough.
        """
        with _as_tool_errors():
            structure = library.read(page)
            block = find_section(structure, path)
            found = _part(block.to_markdown(), offset)
            return {**found, "xpath": block.xpath, "anchor": block.anchor, "start": block.start, "end": block.end}

    @server.tool()
    def search(query: str, limit: int = 10) -> dict[str, Any]:
        """Find sections by words: the page, the headings that lead there, and the best passage, best first."""
        from rubricator.search.index import open_index
        from rubricator.search.query import search as find

        with _as_tool_errors():
            if not 1 <= limit <= _MOST_RESULTS:
                raise UsageError(f"limit {limit}: give a number from 1 to {_MOST_RESULTS}")
        with _as_tool_errors(), _index_of(library, index) as place, open_index(place) as opened:
            found = find(opened, query, limit=limit)
            return {
                "results": [{**result.to_dict(), "page": library.name_of(result.page)} for result in found.results],
                "warnings": [notice.message for notice in found.warnings] + library.left_out,
            }

    return server


class _Server(MCPServer[Any]):
    """A server that reports wrong arguments of a call in one line."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            raise ToolError(f"{name}: {'; '.join(map(_argument_error, error.__cause__.errors()))}") from None


def _argument_error(error: Mapping[str, Any]) -> str:
    where = ".".join(map(str, error["loc"]))
    if error["type"] == "missing":
        return f"the argument {where!r} is missing"
    return f"the argument {where!r} is {repr(error['input'])[:100]}: {error['msg']}"


@contextmanager
def _as_tool_errors() -> Iterator[None]:
    """Tell the caller what was wrong with the call."""
    try:
        yield
    except RubricatorError as error:
        raise ToolError(str(error)) from error


@contextmanager
def _index_of(library: Library, index: Path | None) -> Iterator[Path]:
    if index is not None:
        library.refresh()
        yield index
        return
    with library.index() as made:
        yield made


def _content(structure: Structure, to: Form, max_chars: int | None) -> str:
    if to == "markdown":
        return structure.to_markdown()
    if to == "html":
        return structure.to_html()
    if to == "json":
        return structure.to_json()
    return to_jsonl(structure.chunks(max_chars=max_chars))


def _part(text: str, offset: int) -> dict[str, Any]:
    if not 0 <= offset <= len(text):
        raise UsageError(f"offset {offset}: the text has {len(text)} characters")
    end = offset + _MOST
    return {"text": text[offset:end], "characters": len(text), "next_offset": end if end < len(text) else None}
