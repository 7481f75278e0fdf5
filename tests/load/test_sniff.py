from __future__ import annotations

import pytest

from rubricator.load.sniff import foreign_kind, looks_binary, looks_like_mhtml, saved_from


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n", "PDF"),
        (b"PK\x03\x04....", "ZIP"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"GIF89a..", "GIF"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"RIFF....WEBPVP8 ", "WebP"),
        (b"\0\0\0\x20ftypavif", "image"),
        (b"\x7fELF\x02", "program"),
        (b"bplist00\xd1", "webarchive"),
    ],
)
def test_foreign_files_are_known_by_their_beginning(data: bytes, kind: str) -> None:
    found = foreign_kind(data)
    assert found is not None
    assert kind in found[0]


@pytest.mark.parametrize("data", [b"", b"<p>", b"ID3 tags explained", b"PK is a set", b"RIFF is a format", b"BZh"])
def test_text_is_not_foreign(data: bytes) -> None:
    assert foreign_kind(data) is None


def test_control_characters_make_bytes_binary() -> None:
    assert looks_binary(b"<p>" + b"a\0" * 100)
    assert not looks_binary(b"<p>" + b"a" * 100 + b"\0")
    assert not looks_binary(b"\x1b$B\x1b(B\r\n\t" * 100)
    assert not looks_binary(b"")


@pytest.mark.parametrize(
    ("data", "is_mhtml"),
    [
        (b"From: <Saved by Blink>\r\nContent-Type: multipart/related;\r\n\tboundary=x\r\n\r\n", True),
        (b"\r\nMIME-Version: 1.0\ncontent-type:multipart/Related; boundary=x\n\n", True),
        (b"\xef\xbb\xbfContent-Type: multipart/related\n", True),
        (b"From: a\n\nContent-Type: multipart/related\n", False),
        (b"<!-- x:\nContent-Type: multipart/related\n", False),
        (b"Content-Type: text/html\n\n", False),
        (b"X-Content-Type: multipart/related\n", False),
        (b"a" * 4096, False),
        (b"a:" + b" " * 4096, False),
    ],
)
def test_mhtml_is_known_by_its_headers(data: bytes, is_mhtml: bool) -> None:
    assert looks_like_mhtml(data) is is_mhtml


@pytest.mark.parametrize(
    ("html", "url"),
    [
        ("<!DOCTYPE html>\n<!-- saved from url=(0022)https://example.org/a -->\n<html>", "https://example.org/a"),
        ("<!-- saved from url=(0014)about:internet -->", None),
        ("<!-- saved from url=https://example.org/a -->", None),
        ("<p>" * 2000 + "<!-- saved from url=(0022)https://example.org/a -->", None),
    ],
)
def test_saved_from_comment(html: str, url: str | None) -> None:
    assert saved_from(html) == url
