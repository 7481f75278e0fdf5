"""Boxes are in CSS pixels of the document, 1280 wide; texts have the union of their lines."""

from __future__ import annotations

import base64
import struct
import zlib
from pathlib import Path

import pytest

from rubricator.page.model import Box, Page
from rubricator.style.browser import Chromium

from .pages import box_of, plain, show

pytestmark = pytest.mark.browser


def element(page: Page, tag: str) -> Box | None:
    assert page.boxes is not None
    return page.boxes[page.tag.index(tag)]


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\xff" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_elements_stand_where_css_puts_them(chromium: Chromium) -> None:
    html = """<!doctype html><body style="margin:0"><div style="height:3000px"></div>
        <main style="margin-left:100px;width:300px;height:50px"></main>"""
    page = show(chromium, html)
    assert element(page, "main") == Box(100, 3000, 300, 50)
    assert element(page, "html") == Box(0, 0, 1280, 3050)


def test_a_text_has_the_union_of_its_lines(chromium: Chromium) -> None:
    html = """<!doctype html><body style="margin:0"><p style="margin:0;width:100px;font:20px/30px monospace">
        aaaaa bbbbb ccccc"""
    box = box_of(show(chromium, html), "aaaaa")
    assert box is not None
    assert 60 < box.height <= 90
    assert 0 < box.width <= 100


def test_what_is_not_laid_out_has_no_box(chromium: Chromium) -> None:
    html = """<!doctype html><p>seen<p hidden>none<div style="display:contents"><b>in</b></div>"""
    page = show(chromium, html)
    assert box_of(page, "seen")
    assert box_of(page, "none") is None
    assert element(page, "div") is None
    assert element(page, "b")
    assert element(page, "head") is None
    assert plain(html).boxes is None


def test_images_have_the_height_that_they_are_shown_with(chromium: Chromium, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png(20, 33))
    inline = base64.b64encode(png(8, 7)).decode()
    path = tmp_path / "page.html"
    path.write_text(f"<!doctype html><img src=a.png><img src=a.png width=40><img src='data:image/png;base64,{inline}'>")
    page = show(chromium, path)
    assert list(page.heights.values()) == ["33px", "66px", "7px"]
    assert plain(path).heights == {}


def test_a_text_in_frames_is_where_its_frame_is(chromium: Chromium, tmp_path: Path) -> None:
    (tmp_path / "one.html").write_text("<!doctype html><body style='margin:0'>one")
    (tmp_path / "two.html").write_text("<!doctype html><body style='margin:0'>two")
    path = tmp_path / "page.html"
    path.write_text("<frameset cols='200,*' border=0><frame src=one.html><frame src=two.html></frameset>")
    page = show(chromium, path)
    one, two = box_of(page, "one"), box_of(page, "two")
    assert one and two
    assert (one.x, two.x, one.y) == (0, 200, two.y)
