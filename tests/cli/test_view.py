"""`rubricator view`."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from rubricator.cli import main
from tests.browser import SKIPPED, find_chromium

PAGE = "<!doctype html><title>T</title><h1>One</h1><p>text</p><h2>Two</h2><p>more text</p>"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "page.html"
    path.write_text(PAGE, "utf-8")
    return path


def test_the_view_is_written_beside_and_named(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", str(page)]) == 0
    assert capsys.readouterr().out == "page.view.html\n"
    html = (page.parent / "page.view.html").read_text("utf-8")
    assert html.startswith("<!DOCTYPE html>")
    for method in ("rubric", "heps", "tags"):
        assert f'"method":"{method}"' in html
    assert '"method":"vips"' not in html


def test_standard_output(page: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["view", str(page), "-o", "-", "--method", "heps", "--methods", "tags"]) == 0
    html = capsysbinary.readouterr().out.decode()
    assert 0 < html.index('"method":"heps"') < html.index('"method":"tags"')
    assert '"method":"rubric"' not in html


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--methods", "tags,none"], "unknown method 'none'"),
        (["--method", "none"], "unknown method 'none'"),
        (["--png", "x.png"], "--render browser"),
    ],
)
def test_wrong_use(page: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert main(["view", str(page), *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not (page.parent / "page.view.html").exists()


def test_a_folder_that_is_not_there(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", str(page), "-o", "none/view.html"]) == 1
    assert "cannot write" in capsys.readouterr().err


def test_missing_images_are_told(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page.write_text(PAGE + "<img src=none.png>", "utf-8")
    assert main(["view", str(page)]) == 0
    said = "warning: 1 stylesheet, image or font could not be had and cannot be shown [resources-missing]"
    assert said in capsys.readouterr().err


def test_images_beside_a_page_and_of_an_archive_are_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "a.gif").write_bytes(b"GIF89a1234")
    (tmp_path / "saved.html").write_text(PAGE + "<img src='files/a.gif?v=1'>", "utf-8")
    (tmp_path / "saved.mhtml").write_text(
        'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/html\n'
        f"Content-Location: http://e.org/p\n\n{PAGE}<img src='cid:x@y'>\n--b\nContent-Type: image/gif\n"
        "Content-ID: <x@y>\nContent-Transfer-Encoding: base64\n\nR0lGODlhMTIzNA==\n--b--\n",
        "utf-8",
    )
    for name in ("saved.html", "saved.mhtml"):
        assert main(["view", name]) == 0
        assert '"data:image/gif;base64,R0lGODlhMTIzNA=="' in (tmp_path / "saved.view.html").read_text("utf-8")


@pytest.mark.browser
def test_a_picture_of_the_whole_page(page: Path) -> None:
    if find_chromium() is None:
        pytest.skip(f"{SKIPPED}: neither chromium nor google-chrome is on the path")
    page.write_text(PAGE + "<p style='height:2000px;background:#000'>high</p>", "utf-8")
    assert main(["view", str(page), "--render", "browser", "--png", "page.png"]) == 0
    data = (page.parent / "page.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    assert width == 1640
    assert 2100 < height < 2400
    html = (page.parent / "page.view.html").read_text("utf-8")
    assert "browser renderer" in html
    assert '"method":"vips"' in html
