"""Bodies of archived responses, as a browser would have them."""

from __future__ import annotations

import gzip
import zlib

import archives
import brotli
import pytest
import zstandard

from rubricator.batch.warc.http import body_of, is_page, is_sheet, parse_head

PAGE = b"<!doctype html><p>" + b"words " * 500
CAP = 1 << 20


def body(block: bytes, cap: int = CAP) -> bytes:
    return body_of(parse_head(block), block, cap)[0]


def test_heads_are_read() -> None:
    head = parse_head(b"HTTP/1.1 404 Not Found\r\ncontent-TYPE: Text/HTML; charset=Big5\r\nX: 1\r\nX: 2\r\n\r\nabc")
    assert (head.status, head.content_type, head.charset, head.headers["x"]) == (404, "text/html", "Big5", "1")
    assert head.body_at == 77
    for odd in (b"", b"no head at all", b"HTTP/1.1", b"HTTP/1.1 2x0\r\n\r\n", b"HTTP/1.0 200 OK\nA: b\n\nbody"):
        parse_head(odd)
    assert body(b"HTTP/1.0 200 OK\nA: b\n\nbody") == b"body"
    assert parse_head(b'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset="utf-8\r\n\r\n').content_type == "text/html"


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("gzip", gzip.compress(PAGE)),
        ("x-gzip", gzip.compress(PAGE)),
        ("deflate", zlib.compress(PAGE)),
        ("deflate", zlib.compress(PAGE)[2:-4]),
        ("br", brotli.compress(PAGE)),
        ("zstd", zstandard.compress(PAGE)),
        ("deflate, gzip", gzip.compress(zlib.compress(PAGE))),
        ("identity", PAGE),
    ],
    ids=["gzip", "x-gzip", "zlib", "raw-deflate", "br", "zstd", "two", "identity"],
)
def test_codings_are_undone(coding: str, packed: bytes) -> None:
    assert body(archives.response(packed, "text/html", f"Content-Encoding: {coding}")) == PAGE


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_bodies_that_were_stored_unpacked_are_taken_as_they_are(coding: str) -> None:
    assert body(archives.response(PAGE, "text/html", f"Content-Encoding: {coding}")) == PAGE


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("gzip", gzip.compress(bytes(50 << 20))),
        ("br", brotli.compress(bytes(50 << 20), quality=1)),
        ("zstd", zstandard.compress(bytes(50 << 20))),
    ],
    ids=["gzip", "br", "zstd"],
)
def test_bodies_that_unpack_to_very_much_are_cut(coding: str, packed: bytes) -> None:
    block = archives.response(packed, "text/html", f"Content-Encoding: {coding}")
    assert body_of(parse_head(block), block, 1000) == (bytes(1000), True)


def test_words_that_are_no_codings_are_passed_over() -> None:
    assert body(archives.response(PAGE, "text/html", "Content-Encoding: utf-8")) == PAGE


def test_bytes_of_a_header_begin_no_other() -> None:
    assert "content-type" not in parse_head("HTTP/1.1 200 OK\r\nX: Åcontent-type: image/png\r\n\r\n".encode()).headers


def test_chunks_are_joined() -> None:
    chunked = b"5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n"
    assert body(archives.response(chunked, "text/html", "Transfer-Encoding: chunked")) == b"hello world"
    assert body(archives.response(chunked[:12], "text/html", "Transfer-Encoding: chunked")) == b"hello"
    assert body(archives.response(PAGE, "text/html", "Transfer-Encoding: chunked")) == PAGE


def test_pages_are_told_from_other_things() -> None:
    def page(kind: str, data: bytes = b"x") -> bool:
        return is_page(parse_head(archives.response(data, kind)), data)

    assert page("text/html") and page("application/xhtml+xml; charset=x") and page("", b" <!DOCTYPE html>")
    assert page("application/octet-stream", b"<html>") and page("", b"")
    assert not page("image/png") and not page("text/plain", b"<html>") and not page("", b"\x89PNG")
    assert is_sheet(parse_head(archives.response(b"", "text/css;charset=utf-8")))
    assert not is_sheet(parse_head(archives.response(b"", "text/css", status="404 Not Found")))
