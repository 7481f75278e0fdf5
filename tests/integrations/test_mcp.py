"""The MCP server, asked by the client of the official SDK: in process, and once over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

from rubricator.cli import main
from rubricator.errors import IndexFileError, LoadError, UsageError
from rubricator.integrations.library import open_library
from rubricator.integrations.mcp import build_server

from .pages import BREAD, KILN

OUTSIDE = "<title>Secret</title><h1>Secret</h1><p>Nobody asked for this."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pages = tmp_path / "pages"
    (pages / "deep").mkdir(parents=True)
    (pages / "bread.html").write_text(BREAD.replace("iso-8859-1", "utf-8"), "utf-8")
    (pages / "deep" / "kiln.html").write_bytes(KILN.read_bytes())
    (tmp_path / "secret.html").write_text(OUTSIDE, "utf-8")
    (tmp_path / "secret.css").write_text("h2 { display: none }", "utf-8")
    return pages


def ask(server: Any, talk: Callable[[Client], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with Client(server) as client:
            await talk(client)

    asyncio.run(run())


def text(result: CallToolResult) -> str:
    return "".join(part.text for part in result.content if isinstance(part, TextContent))


def fields(result: CallToolResult) -> dict[str, Any]:
    assert not result.is_error, text(result)
    return dict(json.loads(text(result)))


async def talk(client: Client) -> None:
    """Ask every tool, as a model would."""
    tools = await client.list_tools()
    assert {tool.name for tool in tools.tools} == {"pages", "outline", "extract", "section", "search"}
    assert all(tool.description for tool in tools.tools)
    listed = await client.call_tool("pages", {})
    assert listed.structured_content == {"result": ["bread.html", "deep/kiln.html"]}
    outline = fields(await client.call_tool("outline", {"page": "bread.html"}))["text"]
    assert outline.splitlines()[0] == "Bread" and "Rye" in outline
    whole = fields(await client.call_tool("extract", {"page": "deep/kiln.html"}))
    assert whole["text"].startswith("# Sharing the big kiln\n")
    assert (whole["characters"], whole["next_offset"]) == (len(whole["text"]), None)
    part = fields(await client.call_tool("section", {"page": "bread.html", "path": ["flour", "RYE"]}))
    assert part["text"].startswith("# Rye\n\nDark and heavy") and part["anchor"] == "rye"
    found = fields(await client.call_tool("search", {"query": "warm hand", "limit": 1}))
    assert [result["page"] for result in found["results"]] == ["bread.html"]
    assert found["results"][0]["headings"][-1] == "Water"


def test_every_tool_in_process(folder: Path) -> None:
    with open_library([str(folder)]) as library:
        ask(build_server(library), talk)


def test_every_tool_over_stdio(folder: Path) -> None:
    ask(StdioServerParameters(command=sys.executable, args=["-m", "rubricator", "mcp", str(folder)]), talk)


def test_formats_and_parts(folder: Path) -> None:
    async def asked(client: Client) -> None:
        for to, start in (("json", '{"schema"'), ("html", "<!DOCTYPE html>"), ("chunks", '{"text"')):
            found = fields(await client.call_tool("extract", {"page": "bread.html", "to": to, "max_chars": 80}))
            assert found["text"].startswith(start)
        rest = fields(await client.call_tool("extract", {"page": "bread.html", "offset": 3}))
        assert rest["text"].startswith("read")

    with open_library([str(folder)]) as library:
        ask(build_server(library), asked)


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("outline", {"page": "../secret.html"}, "there is no page '../secret.html' here"),
        ("outline", {"page": "/etc/passwd"}, "there is no page"),
        ("extract", {"page": "http://example.org/"}, "there is no page"),
        ("extract", {"page": "bread.html", "offset": 10**9}, "offset 1000000000"),
        ("extract", {"page": "bread.html", "to": "docx"}, "docx"),
        ("section", {"page": "bread.html", "path": ["Salt"]}, "no section has the path 'Salt'"),
        ("section", {"page": "bread.html", "path": []}, "the path is empty"),
        ("outline", {"page": "bread.html", "offset": 10**9}, "offset 1000000000"),
        ("search", {"query": "rye", "limit": -1}, "limit -1: give a number from 1 to 50"),
    ],
)
def test_wrong_calls_are_told(folder: Path, tool: str, arguments: dict[str, Any], told: str) -> None:
    async def asked(client: Client) -> None:
        result = await client.call_tool(tool, arguments)
        assert result.is_error and told in text(result)

    with open_library([str(folder)], method="tags") as library:
        ask(build_server(library), asked)


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("search", {}, "search: the argument 'query' is missing"),
        (
            "extract",
            {"page": "bread.html", "to": "docx", "offset": "x"},
            "extract: the argument 'to' is 'docx': Input should be 'markdown', 'html', 'json' or 'chunks'; "
            "the argument 'offset' is 'x': Input should be a valid integer, unable to parse string as an integer",
        ),
    ],
)
def test_arguments_that_do_not_fit_are_told_in_a_line(
    folder: Path, tool: str, arguments: dict[str, Any], told: str
) -> None:
    async def asked(client: Client) -> None:
        result = await client.call_tool(tool, arguments)
        assert result.is_error and text(result) == told

    with open_library([str(folder)]) as library:
        ask(build_server(library), asked)


def test_pages_of_an_index_have_the_names_of_the_server(folder: Path, tmp_path: Path) -> None:
    index = tmp_path / "my.idx"
    assert main(["index", str(folder), str(tmp_path / "secret.html"), "-o", str(index)]) == 0

    async def asked(client: Client) -> None:
        pages = {"rye": "bread.html", "stoneware": "deep/kiln.html", "nobody": str(tmp_path / "secret.html")}
        for query, page in pages.items():
            found = fields(await client.call_tool("search", {"query": query, "limit": 1}))
            assert [result["page"] for result in found["results"]] == [page]

    with open_library([str(folder)]) as library:
        ask(build_server(library, index), asked)


def test_what_is_no_index_is_told_at_the_start(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not an index at all", "utf-8")
    with open_library([str(folder)]) as library, pytest.raises(IndexFileError, match="that is not an index"):
        build_server(library, tmp_path / "notes.txt")


def test_names_of_files_may_be_anything(folder: Path) -> None:
    (folder / os.fsdecode(b"caf\xe9.html")).write_text(BREAD, "utf-8")

    async def asked(client: Client) -> None:
        listed = await client.call_tool("pages", {})
        assert listed.structured_content == {"result": ["bread.html", "caf\\udce9.html", "deep/kiln.html"]}
        assert "Rye" in text(await client.call_tool("outline", {"page": "caf\\udce9.html"}))

    with open_library([str(folder)]) as library:
        ask(build_server(library), asked)


def test_a_path_that_many_sections_have(folder: Path) -> None:
    (folder / "twice.html").write_text(
        "<title>T</title><h1>A</h1><p>a<h2>Notes</h2><p>one<h1>B</h1><p>b<h2>Notes</h2><p>two", "utf-8"
    )

    async def asked(client: Client) -> None:
        result = await client.call_tool("section", {"page": "twice.html", "path": ["Notes"]})
        assert result.is_error and "2 sections have this path" in text(result) and "B > Notes" in text(result)
        found = fields(await client.call_tool("section", {"page": "twice.html", "path": ["B", "Notes"]}))
        assert found["text"] == "# Notes\n\ntwo\n"

    with open_library([str(folder)], method="tags") as library:
        ask(build_server(library), asked)


def test_nothing_outside_is_read(folder: Path) -> None:
    (folder / "link.html").symlink_to(folder.parent / "secret.html")
    (folder / "styled.html").write_text(
        "<title>S</title><link rel=stylesheet href=../secret.css><link rel=stylesheet href=own.css><h2>Seen</h2><p>x",
        "utf-8",
    )
    (folder / "own.css").write_text("p { font-size: 30px }", "utf-8")
    with open_library([str(folder)], method="tags") as library:
        assert "link.html" not in library.shelves
        page = library.read("styled.html").page
        assert page is not None
        assert any(notice.code == "stylesheet-missing" for notice in page.warnings)
        assert any(style.font_size == 30 for style in page.styles)
        with library.index() as index:
            assert b"Nobody asked" not in index.read_bytes()
    assert not index.exists()


def test_a_page_that_becomes_a_link_is_not_followed(folder: Path) -> None:
    with open_library([str(folder)], method="tags") as library:
        (folder / "bread.html").unlink()
        (folder / "bread.html").symlink_to(folder.parent / "secret.html")
        with pytest.raises(LoadError, match="become a link"):
            library.read("bread.html")


def test_pages_are_as_they_are_on_disk(folder: Path) -> None:
    async def found(client: Client, query: str) -> set[str]:
        return {result["page"] for result in fields(await client.call_tool("search", {"query": query}))["results"]}

    async def asked(client: Client) -> None:
        assert await found(client, "rye") == {"bread.html"}
        assert "Rye" in text(await client.call_tool("outline", {"page": "bread.html"}))
        (folder / "bread.html").write_text("<title>Bread</title><h1>Bread</h1><p>x<h2>Spelt</h2><p>Old grain.", "utf-8")
        (folder / "new.html").write_text("<title>New</title><h1>New</h1><p>x<h2>Boats</h2><p>They sail.", "utf-8")
        (folder / "deep" / "kiln.html").unlink()
        listed = await client.call_tool("pages", {})
        assert listed.structured_content == {"result": ["bread.html", "new.html"]}
        outline = text(await client.call_tool("outline", {"page": "bread.html"}))
        assert "Spelt" in outline and "Rye" not in outline
        assert "Boats" in text(await client.call_tool("extract", {"page": "new.html"}))
        assert "there is no page" in text(await client.call_tool("extract", {"page": "deep/kiln.html"}))
        assert await found(client, "rye") == await found(client, "stoneware") == set()
        assert await found(client, "spelt") == {"bread.html"}
        assert await found(client, "sail") == {"new.html"}

    with open_library([str(folder)], method="tags") as library:
        ask(build_server(library), asked)


def test_long_outlines_come_in_parts(folder: Path) -> None:
    (folder / "long.html").write_text("".join(f"<h2>Heading {n}</h2><p>x" for n in range(5_000)), "utf-8")

    async def asked(client: Client) -> None:
        parts, offset = [], 0
        while offset is not None:
            part = fields(await client.call_tool("outline", {"page": "long.html", "offset": offset}))
            parts.append(part["text"])
            offset = part["next_offset"]
        assert max(map(len, parts)) <= 50_000 < part["characters"] == len("".join(parts))
        assert "Heading 4999" in parts[-1]

    with open_library([str(folder)], method="tags") as library:
        ask(build_server(library), asked)


@pytest.mark.parametrize(
    ("options", "told"),
    [(["--timeout", "0"], "--timeout 0: give a time above 0"), (["--method", "vips"], "needs a browser, which")],
)
def test_wrong_options_are_told(
    folder: Path, capsys: pytest.CaptureFixture[str], options: list[str], told: str
) -> None:
    assert main(["mcp", str(folder), *options]) == 2
    assert told in capsys.readouterr().err


def test_files_of_the_same_name_are_both_there(folder: Path) -> None:
    other = folder / "deep" / "bread.html"
    other.write_text(OUTSIDE, "utf-8")
    with open_library([str(folder / "bread.html"), str(other)], method="tags") as library:
        assert sorted(library.shelves) == ["bread.html", "bread.html (2)"]
        assert library.read("bread.html (2)").title == "Secret"


def test_what_it_is_not_started_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for targets, error in ((["https://example.org/"], UsageError), ([str(tmp_path / "no")], LoadError)):
        with pytest.raises(error), open_library(targets):
            pass
    assert main(["mcp", str(tmp_path)]) == 2
    assert "no pages" in capsys.readouterr().err
