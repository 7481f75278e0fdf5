"""Inputs that the engine reads from elsewhere: here a web server on this machine, as object stores answer alike."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import archives
import pytest

from tests.batch.runs import batch, rows


class Store(BaseHTTPRequestHandler):
    """Serves files of a folder, whole and in ranges."""

    folder: Path

    def do_HEAD(self) -> None:
        self.answer(body=False)

    def do_GET(self) -> None:
        self.answer(body=True)

    def answer(self, *, body: bool) -> None:
        path = self.folder / self.path.lstrip("/")
        if not path.is_file():
            self.send_error(404)
            return
        data = path.read_bytes()
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        part = data
        if asked:
            last = int(asked[2]) if asked[2] else len(data) - 1
            part = data[int(asked[1]) : last + 1]
        self.send_response(206 if asked else 200)
        if asked:
            self.send_header("Content-Range", f"bytes {asked[1]}-{int(asked[1]) + len(part) - 1}/{len(data)}")
        self.send_header("Content-Length", str(len(part)))
        self.send_header("Accept-Ranges", "bytes")
        self.end_headers()
        if body:
            self.wfile.write(part)

    def log_message(self, *given: object) -> None:
        pass


@pytest.fixture
def store(tmp_path: Path) -> Iterator[str]:
    class Here(Store):
        folder = tmp_path

    with ThreadingHTTPServer(("127.0.0.1", 0), Here) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_archives_and_pages_are_read_from_a_server(store: str, tmp_path: Path) -> None:
    archives.write(tmp_path / "a.warc.gz", archives.records(30))
    (tmp_path / "page.html").write_text("<title>One</title><p>page", "utf-8")
    given = ("--method", "tags", "--workers", 1, "--emit", "outline", "--shard-size", 0.02)
    batch(f"{store}/a.warc.gz", f"{store}/page.html", "-o", tmp_path / "out", *given)
    found = rows(tmp_path / "out")
    assert [row["title"] for row in found] == [*(f"Page {number}" for number in range(30)), None, "One"]
    assert found[-1]["url"] == f"{store}/page.html"
    # The sheets of a remote archive are used too.
    assert "stylesheet-missing" not in str([row["warnings"] for row in found])


def test_what_is_not_there_is_told(store: str, tmp_path: Path) -> None:
    assert "none.warc" in batch(f"{store}/none.warc", "-o", tmp_path / "none", code=1).stderr
