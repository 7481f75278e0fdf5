"""A server of the Model Context Protocol: what is on some pages, for language models. Needs the extra `mcp`.

It reads the pages that it was started for and the stylesheets beside them, fetches nothing, and writes nothing but the
search index, in a temporary folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from rubricator.emit import to_jsonl
from rubricator.errors import MissingExtraError, RubricatorError, UsageError
from rubricator.integrations.library import Library, find_section, section_of
from rubricator.version import __version__

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ImportError as error:
    raise MissingExtraError("the MCP server", "mcp") from error

_MOST = 50_000
"""Characters of one answer; the next ones are had with `offset`."""
_INSTRUCTIONS = (
    "Saved web pages by their headings. `pages` lists them, `outline` shows the headings of one, `section` gives the "
    "text under a heading, `search` finds sections by words, `extract` gives a whole page."
)


def build_server(library: Library, index: Path | None = None) -> MCPServer[Any]:
    """Return a server for a library; `index` is a search index to use instead of one of the library's pages."""
    server: MCPServer[Any] = MCPServer(
        "rubricator", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING"
    )

    @server.tool()
    def pages() -> list[str]:
        """List the names of the pages."""
        return sorted(library.shelves)

    @server.tool()
    def outline(page: str) -> str:
        """Show the title and the headings of a page as a tree, with the number of words under each."""
        with _told():
            return library.read(page).outline(width=200)

    @server.tool()
    def extract(
        page: str,
        to: Literal["markdown", "html", "json", "chunks"] = "markdown",
        offset: int = 0,
        max_chars: int | None = None,
    ) -> dict[str, Any]:
        """Give the content of a page as Markdown, simplified HTML, JSON with spans, or chunks (one JSON object a line).

        `max_chars` is the size of chunks. Long pages come in parts: call again with `offset` = `next_offset`.
        """
        with _told():
            structure = library.read(page)
            if to == "markdown":
                text = structure.to_markdown()
            elif to == "html":
                text = structure.to_html()
            elif to == "json":
                text = structure.to_json()
            else:
                text = to_jsonl(structure.chunks(max_chars=max_chars))
            return _part(text, offset)

    @server.tool()
    def section(page: str, path: list[str], offset: int = 0) -> dict[str, Any]:
        """Give one section of a page as Markdown: all that stands under a heading.

        `path` is the headings that lead to it, as `outline` shows them, or the last of these when that is enough.
        """
        with _told():
            structure = library.read(page)
            block = find_section(structure, path)
            found = _part(section_of(structure, block).to_markdown(), offset)
            return {**found, "xpath": block.xpath, "anchor": block.anchor, "start": block.start, "end": block.end}

    @server.tool()
    def search(query: str, limit: int = 10) -> dict[str, Any]:
        """Find sections by words: the page, the headings that lead there, and the best passage, best first."""
        from rubricator.search.index import open_index
        from rubricator.search.query import search as find

        with _told(), _index_of(library, index) as place, open_index(place) as opened:
            found = find(opened, query, limit=max(1, min(limit, 50)))
            return {
                "results": [result.to_dict() for result in found.results],
                "warnings": [notice.message for notice in found.notices] + library.left_out,
            }

    return server


@contextmanager
def _told() -> Iterator[None]:
    """Tell the caller what was wrong with the call."""
    try:
        yield
    except RubricatorError as error:
        raise ToolError(str(error)) from error


@contextmanager
def _index_of(library: Library, index: Path | None) -> Iterator[Path]:
    if index is not None:
        yield index
        return
    with library.index() as made:
        yield made


def _part(text: str, offset: int) -> dict[str, Any]:
    if not 0 <= offset <= len(text):
        raise UsageError(f"offset {offset}: the text has {len(text)} characters")
    end = offset + _MOST
    return {"text": text[offset:end], "characters": len(text), "next_offset": end if end < len(text) else None}
