"""Resources as data, and what becomes of those that are missing, odd or too large."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from rubricator.emit.view import to_view
from rubricator.emit.view.limits import ViewLimits
from rubricator.emit.view.resources import DataInliner, media_type
from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of

from .views import PNG, PNG_DATA, source

FILES = {"http://e.org/d/a.png": PNG, "http://e.org/d/page.html": b"<script>x</script>", "http://e.org/s.css": b"a{}"}


def inliner(**limits: int) -> DataInliner:
    return DataInliner(source("", FILES), Limits(), ViewLimits(**limits), Budget())


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
        (b"\0\0\0\x1cftypavif", "image/avif"),
        (b"<?xml version='1.0'?><!-- x --><svg xmlns='y'>", "image/svg+xml"),
        (b"wOF2", "font/woff2"),
        (b"<html><svg>", None),
        (b"<!---->" * 400 + b"x", None),
        (b"<!DOCTYPE html><script>", None),
        (b"", None),
    ],
)
def test_types_are_known_by_content(data: bytes, kind: str | None) -> None:
    assert media_type(data) == kind


@pytest.mark.parametrize(
    ("url", "data"),
    [
        ("a.png", PNG_DATA),
        ("http://e.org/d/a.png", PNG_DATA),
        (PNG_DATA, PNG_DATA),
        ("data:text/html;base64,iVBORw0KGgoAAAAAAAAAAA==", PNG_DATA),
        ("data:image/png,<script>", None),
        ("data:image/svg+xml,%3Csvg onload=x%3E", "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9eD4="),
        ("page.html", None),
        ("b.png", None),
        ("javascript:x", None),
        ("http://[", None),
        ("data:", None),
    ],
)
def test_images(url: str, data: str | None) -> None:
    assert inliner().image(url, "http://e.org/d/p.html") == data


def test_what_is_missing_is_counted_once_for_each_address() -> None:
    found = inliner()
    for _ in range(3):
        found.image("b.png", "http://e.org/d/")
    found.sheet("none.css", "http://e.org/")
    assert [(notice.code, notice.message.split()[0]) for notice in found.finish()] == [("resources-missing", "2")]


def test_what_is_too_large_is_a_notice() -> None:
    found = inliner(resource=10)
    assert found.image("a.png", "http://e.org/d/") is None
    assert [notice.code for notice in found.finish()] == ["resources-left-out"]


def test_images_count_as_often_as_they_are_used() -> None:
    found = inliner(resources=2 * len(PNG_DATA))
    assert [found.image("a.png", "http://e.org/d/") is None for _ in range(4)] == [False, False, True, True]


def test_images_of_a_page_from_the_web_are_fetched() -> None:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, body = ("image/png", PNG) if self.path == "/a.png" else ("text/html", b"<h1>A</h1><img src=a.png>")
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        found = load(f"http://127.0.0.1:{server.server_port}/")
        page = render_static(found)
        made = to_view(found, [structure_of(page, Options("tags"))])
        server.shutdown()
    assert PNG_DATA in made.html
    assert made.warnings == ()


def test_sheets() -> None:
    found = inliner().sheet("/s.css", "http://e.org/d/")
    assert found is not None and (found.text, found.base) == ("a{}", "http://e.org/s.css")
    data = inliner().sheet("data:text/css,b{}", "http://e.org/d/")
    assert data is not None and data.text == "b{}"


def test_other_files_are_not_shown_as_sheets(tmp_path: Path) -> None:
    (tmp_path / "secret.conf").write_text("p{color:#123456}")
    (tmp_path / "own.css").write_text("p{color:#abcdef}")
    (tmp_path / "site").mkdir()
    page = tmp_path / "site" / "page.html"
    page.write_text("<link rel=stylesheet href=../secret.conf><link rel=stylesheet href=../own.css><p>x")
    found = load(page)
    made = to_view(found, [structure_of(render_static(found), Options("tags"))])
    assert "#abcdef" in made.html and "#123456" not in made.html
    assert [notice.code for notice in made.warnings] == ["resources-missing"]
