"""Saved pages in archives: read with their stylesheets, and refused when they are traps."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import pytest

from rubricator.errors import LoadError
from rubricator.limits import Budget, Limits
from rubricator.serve import zipped
from rubricator.serve.zipped import ZipResources, load_zip, unpack
from rubricator.structure.model import JsonValue

from .servers import KILN, Client

STYLED = b"<link rel=stylesheet href='page_files/look.css'><p class=big>Fees</p><p>None.</p>"


def archive(entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, data in entries.items():
            file.writestr(name, data)
    return out.getvalue()


def source_of(data: bytes) -> str:
    return load_zip(data, url=None, limits=Limits(), budget=Budget()).html


def test_a_saved_page_has_its_stylesheets(server: Client) -> None:
    data = archive({"site/page.html": STYLED, "site/page_files/look.css": b".big { font-size: 40px }"})
    reply = server.post("/v1/extract", data, "application/zip", method="tags")
    found = reply.json()
    assert reply.status == 200
    assert found["source"]["path"] == "site/page.html"
    assert found["warnings"] == []
    missing = server.post("/v1/extract", archive({"page.html": STYLED}), "application/zip", method="tags").json()
    assert [_code(one) for one in missing["warnings"]] == ["stylesheet-missing"]


def _code(notice: JsonValue) -> JsonValue:
    assert isinstance(notice, dict)
    return notice["code"]


def test_zip_is_known_by_how_it_begins(server: Client) -> None:
    reply = server.post("/v1/extract", archive({"a.html": KILN}), "application/octet-stream", to="outline")
    assert "Fees" in reply.text


def test_the_page_is_the_index_nearest_to_the_top() -> None:
    entries = {"a/index.html": b"<p>deep", "z.html": b"<p>other", "index.htm": b"<p>index", "a.css": b""}
    assert source_of(archive(entries)) == "<p>index"
    assert source_of(archive({"b/c.html": b"<p>c", "b/b.html": b"<p>b"})) == "<p>b"


@pytest.mark.parametrize(
    "name",
    ["../evil.html", "a/../../evil.html", "/etc/evil.html", "C:/evil.html", "..\\evil.html", "a/..\\..\\evil.html"],
)
def test_names_that_lead_out_are_refused(name: str, server: Client) -> None:
    data = archive({"page.html": KILN, name: b"x"})
    with pytest.raises(LoadError, match="leads out"):
        unpack(data, Budget())
    assert server.post("/v1/extract", data, "application/zip").status == 422


def test_links_are_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("page.html", KILN)
        link = zipfile.ZipInfo("look.css")
        link.external_attr = 0o120777 << 16
        file.writestr(link, "/etc/passwd")
    with pytest.raises(LoadError, match="is a link"):
        unpack(out.getvalue(), Budget())


def test_bombs_are_refused(server: Client) -> None:
    bomb = archive({"page.html": KILN, "bomb.css": bytes(64 << 20)})
    assert len(bomb) < 100_000
    reply = server.post("/v1/extract", bomb, "application/zip")
    assert (reply.status, reply.problem) == (422, "not-a-page")
    assert "unpacks to too much" in str(reply.json()["detail"])
    assert server.post("/v1/extract").status == 200


def test_many_small_bombs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipped, "UNPACKED", 1 << 20)
    with pytest.raises(LoadError, match="too much"):
        unpack(archive({"page.html": KILN} | {f"{n}.css": bytes(200_000) for n in range(8)}), Budget())


def test_too_many_entries_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipped, "ENTRIES", 3)
    with pytest.raises(LoadError, match="4 entries"):
        unpack(archive({f"{n}.html": b"x" for n in range(4)}), Budget())


def test_a_header_that_lies_about_the_size_changes_nothing() -> None:
    honest = archive({"page.html": b"a" * 5000})
    place = honest.index(b"PK\x01\x02") + 24
    lying = honest[:place] + struct.pack("<I", 10) + honest[place + 4 :]
    try:
        assert source_of(lying) in ("a" * 5000, "a" * 10)
    except LoadError as error:
        assert "broken" in str(error)


@pytest.mark.parametrize(
    "data",
    [b"PK\x03\x04", b"PK\x05\x06" + bytes(18), b"", archive({"a.txt": b"x"}), archive({"page.html": KILN})[:-30]],
)
def test_broken_and_empty_archives_are_told(data: bytes, server: Client) -> None:
    assert server.post("/v1/extract", data, "application/zip").status == 422


def test_an_encrypted_archive_is_told() -> None:
    data = bytearray(archive({"page.html": KILN}))
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):
        data[data.index(mark) + (6 if mark[2] == 3 else 8)] |= 1
    with pytest.raises(LoadError, match="cannot be unpacked"):
        unpack(bytes(data), Budget())


def test_resources_reach_no_file_of_the_machine(tmp_path: Path) -> None:
    secret = tmp_path / "secret.css"
    secret.write_text("x")
    found = ZipResources({"a.css": b"a", "b c.css": b"b", "d.css?v=1": b"d"}, 100)
    assert found.get(secret.as_uri()) is None
    assert found.get("http://example.org/a.css") is None
    assert found.get("file://host/a.css") is None
    assert found.get("file:///[") is None
    assert [
        one.data for url in ("file:///a.css?v=2", "file:///b%20c.css", "file:///d.css?v=1") if (one := found.get(url))
    ] == [b"a", b"b", b"d"]
