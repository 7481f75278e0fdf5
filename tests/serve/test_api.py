"""The API over real HTTP: what each route answers, and how mistakes are told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import rubricator
from rubricator.emit import schema
from rubricator.page.model import Page
from rubricator.pipeline import render_page
from rubricator.segment import METHODS
from rubricator.serve import work
from rubricator.serve.options import FORMATS, Values
from rubricator.serve.settings import Settings
from rubricator.structure.model import JsonValue

from .servers import KILN, Client, serving

EXAMPLE = (Path(__file__).parents[2] / "examples" / "kiln.html").read_bytes()
MHTML = (
    b"From: <Saved by us>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type=text/html; boundary=B\r\n\r\n"
    b"--B\r\nContent-Type: text/html\r\nContent-Location: http://e.org/\r\n\r\n" + KILN + b"\r\n--B--\r\n"
)


def test_extract_gives_what_the_library_gives(server: Client) -> None:
    reply = server.post("/v1/extract", EXAMPLE)
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/json"
    jsonschema.validate(reply.json(), schema())
    assert reply.text == rubricator.read(EXAMPLE).to_json()


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_is_that_of_the_library(server: Client, form: str) -> None:
    structure = rubricator.read(EXAMPLE, method="heps", url="http://e.org/kiln")
    expected = {
        "json": lambda: structure.to_json(),
        "markdown": lambda: structure.to_markdown(),
        "html": lambda: structure.to_html(),
        "outline": lambda: structure.outline() + "\n",
        "chunks": lambda: "".join(json.dumps(c.to_dict(), ensure_ascii=False) + "\n" for c in structure.chunks()),
    }[form]()
    reply = server.post("/v1/extract", EXAMPLE, to=form, method="heps", url="http://e.org/kiln")
    assert reply.status == 200
    if form == "chunks":
        assert [json.loads(line) for line in reply.text.splitlines()] == [
            json.loads(line) for line in expected.splitlines()
        ]
    else:
        assert reply.text == expected


def test_parameters_of_methods_and_of_chunks(server: Client) -> None:
    found = server.post("/v1/extract", EXAMPLE, method="heps", preset="reference", params='{"t": 1.25}').json()
    assert found["params"]["t"] == 1.25
    lines = server.post("/v1/chunks", EXAMPLE, max_chars=80).text.splitlines()
    assert len(lines) > 5
    assert all(len(json.loads(line)["text"]) <= 80 for line in lines)


def test_titles_compare_and_methods(server: Client) -> None:
    assert [one["text"] for one in server.post("/v1/titles", EXAMPLE).json()["titles"]] == ["Sharing the big kiln"]
    found = server.post("/v1/compare", KILN, left="tags", right="tags").json()
    assert found["f1"] == 1
    assert {row["kind"] for row in found["rows"]} == {"same"}
    differing = server.post("/v1/compare", EXAMPLE, left="tags", right="rubric").json()
    assert differing["counts"]["right"] == differing["right"]["headings"] == 11
    methods = server.get("/v1/methods").json()["methods"]
    assert [one["name"] for one in methods] == sorted(METHODS)
    by_name = {one["name"]: one for one in methods}
    assert by_name["vips"]["needs"] == ["render=browser"]
    assert by_name["vips"]["parameters"]["pdoc"] == 0.6
    assert by_name["heps"]["presets"][0] == "paper"


def test_the_view_is_a_page_with_a_policy_of_its_own(server: Client) -> None:
    reply = server.post("/v1/view", EXAMPLE, methods="tags,heps")
    assert reply.status == 200
    assert "script-src 'sha256-" in reply.text
    assert reply.headers["content-security-policy"] == "frame-ancestors 'none'"


def test_html_that_is_an_answer_may_do_nothing(server: Client) -> None:
    policy = server.post("/v1/extract", KILN, to="html").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/html", KILN),
        ("text/html; charset=utf-16le", KILN.decode().encode("utf-16le")),
        ("text/plain; charset=UTF-8", KILN),
        (None, KILN),
        ("application/x-www-form-urlencoded", KILN),
        ("multipart/related", MHTML),
        ("application/octet-stream", MHTML),
        ("application/json", json.dumps({"html": KILN.decode()}).encode()),
    ],
)
def test_pages_come_in_many_forms(server: Client, kind: str | None, body: bytes) -> None:
    reply = server.post("/v1/extract", body, kind, to="outline", method="tags")
    assert reply.status == 200, reply.text
    assert "Fees" in reply.text


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({"method": "guess"}, "'method' is one of"),
        ({"colour": "red"}, "'colour' is not known"),
        ({"max_chars": "0"}, "'max_chars' is from 1"),
        ({"max_chars": "1e3"}, "whole number"),
        ({"timeout": "nan"}, "is a number"),
        ({"timeout": "0"}, "is above 0 and at most 3600"),
        ({"url": "javascript:alert(1)"}, "begins with http:// or https://"),
        ({"params": "[1]"}, "is a JSON object"),
        ({"params": '{"quux": 1}', "method": "heps"}, "unknown parameter 'quux'"),
        ({"body": "//["}, "XPath"),
        ({"body": "//nav"}, "selects no element"),
        ({"scripts": "yes"}, "true or false"),
    ],
)
def test_wrong_parameters_are_told(server: Client, query: dict[str, str], says: str) -> None:
    reply = server.post("/v1/extract", KILN, **query)  # type: ignore[arg-type]
    assert (reply.status, reply.problem) == (422, "wrong-use")
    assert says in str(reply.json()["detail"])


def test_a_parameter_is_given_once(server: Client) -> None:
    assert server.post("/v1/extract?to=json&to=html").status == 422


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("image/png", b"\x89PNG", 415),
        ("application/json", b"{", 400),
        ("application/json", b"[]", 422),
        ("application/json", b'{"html": 1}', 422),
        ("application/json", b'{"html": "x", "fetch": "y"}', 422),
        ("application/json", b"[" * 100_000, 400),
        ("text/html", b"%PDF-1.7 not a page", 422),
        ("application/json", b'{"fetch": "http://127.0.0.1/"}', 403),
    ],
)
def test_bodies_that_are_no_pages_are_told(server: Client, kind: str, body: bytes, status: int) -> None:
    reply = server.post("/v1/extract", body, kind)
    assert reply.status == status
    assert reply.problem


def test_compressed_bodies_are_refused(server: Client) -> None:
    assert server.post("/v1/extract", headers={"Content-Encoding": "gzip"}).status == 415


def test_what_clients_may_not_name_is_refused(server: Client) -> None:
    """A model is a file of the server's; scripts and downloads are off."""
    for query, problem in (
        ({"params": '{"model": "/etc/passwd"}'}, "model"),
        ({"scripts": "true", "render": "browser"}, "scripts-off"),
        ({"to": "chunks", "max_tokens": "5", "tokenizer": "cl100k_base"}, "fetching-off"),
    ):
        reply = server.post("/v1/extract", **query)  # type: ignore[arg-type]
        assert (reply.status, reply.problem) == (403, problem)


def test_lone_surrogates_are_replaced_as_everywhere(server: Client) -> None:
    found = server.post("/v1/extract", rb'{"html": "<p>a \ud800 b"}', "application/json")
    assert found.json()["text"] == "a \ufffd b"


def test_text_is_never_taken_for_a_path(server: Client) -> None:
    reply = server.post("/v1/extract", b"/etc/hostname", "text/plain", to="json", method="tags")
    assert reply.json()["text"] == "/etc/hostname"


def test_notices_travel_in_a_header(server: Client) -> None:
    reply = server.post("/v1/extract", b"", to="markdown")
    assert reply.status == 200
    assert "empty-page" in reply.headers["rubricator-warnings"]


def test_unknown_routes_and_methods(server: Client) -> None:
    assert server.get("/v1/nothing").problem == "http"
    reply = server.get("/v1/extract")
    assert reply.status == 405
    assert reply.headers["allow"] == "POST"


def test_metrics_count_requests(server: Client) -> None:
    name = 'rubricator_requests_total{method="POST",route="/v1/titles",status="200"}'
    before = server.metric(name)
    server.post("/v1/titles")
    assert server.metric(name) == before + 1
    assert server.metric("rubricator_held_bytes") == 0


def test_search_over_an_index(tmp_path: Path) -> None:
    from rubricator.cli import main

    page, index = tmp_path / "kiln.html", tmp_path / "blocks.index"
    page.write_bytes(EXAMPLE)
    assert main(["index", str(page), "-o", str(index)]) == 0
    with serving(Settings(port=0, workers=1, index=index, allow_index=True)) as client:
        assert client.get("/v1/index").json()["pages"] == 1
        found = client.get("/v1/search", q="stoneware", limit=3).json()
        results = found["results"]
        assert isinstance(results, list)
        assert results
        assert results[0]["headings"][0] == "Sharing the big kiln"
        added = client.post("/v1/index", KILN, key="other").json()
        assert (added["key"], added["title"], client.get("/v1/index").json()["pages"]) == ("other", "Kiln", 2)
        assert client.get("/v1/search", q="fees").json()["results"][0]["page"] == "other"
        assert client.post("/v1/index", KILN).problem == "wrong-use"
        assert client.get("/v1/search").problem == "wrong-use"
        assert client.get("/v1/search", q="x", limit=1000).status == 422
        assert client.get("/v1/search", q="x", language="klingon").status == 422


def test_nobody_waits_for_an_index_while_a_page_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rubricator.search import open_index, write_index

    index = tmp_path / "blocks.index"
    with write_index(index, {"method": "tags"}):
        pass

    def render_while_another_writes(*given: Any) -> Page:
        with write_index(index, {"another": "yes"}):
            return render_page(*given)

    monkeypatch.setattr("rubricator.search.store._PATIENCE", 0.0)
    monkeypatch.setattr(work, "render_page", render_while_another_writes)
    page: dict[str, JsonValue] = {"kind": "page", "index": str(index)}
    work.TASKS["index-add"](work.Job(Values({"key": "kiln"}), page, 600.0, work.Terms(), KILN))
    with open_index(index) as found:
        assert found.keys() == ["kiln"]
        assert found.settings() == {"method": "tags", "render": "static", "another": "yes"}


def test_an_index_is_closed_unless_opened(tmp_path: Path) -> None:
    from rubricator.search.writer import write_index

    index = tmp_path / "blocks.index"
    with write_index(index):
        pass
    with serving(Settings(port=0, workers=1, index=index)) as client:
        assert client.post("/v1/index", KILN, key="x").problem == "index-closed"
        assert client.get("/v1/index").json()["pages"] == 0


def test_without_an_index_there_is_nothing_to_search(server: Client) -> None:
    assert server.get("/v1/search", q="x").problem == "no-index"
