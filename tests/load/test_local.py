from __future__ import annotations

import hashlib
import io
import os
import sys
from pathlib import Path
from urllib.parse import urljoin

import pytest

from rubricator.errors import LoadError
from rubricator.limits import Limits
from rubricator.load import Source, load

SAVED = b"<!-- saved from url=(0022)https://example.org/a --><meta charset=utf-8><p>caf\xc3\xa9"


def codes(source: Source) -> list[str]:
    return [notice.code for notice in source.notices]


def page(folder: Path, data: bytes = b"<p>page", name: str = "page.html") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def sheet(source: Source, href: str) -> bytes | None:
    resource = source.resources.get(urljoin(source.base, href))
    return None if resource is None else resource.data


def test_file(tmp_path: Path) -> None:
    path = page(tmp_path, SAVED)
    for target in (path, str(path)):
        source = load(target)
        assert source.html == SAVED.decode()
        assert source.encoding == "utf-8"
        assert source.sha256 == hashlib.sha256(SAVED).hexdigest()
        assert source.path == str(path)
        assert source.url == "https://example.org/a"
        assert source.base == path.resolve().as_uri()
        assert source.notices == ()


def test_path_stays_as_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page(tmp_path, b"<p>", "a b.html")
    monkeypatch.chdir(tmp_path)
    source = load("./a b.html")
    assert source.path == "./a b.html"
    assert source.base == tmp_path.resolve().as_uri() + "/a%20b.html"


def test_url_argument_beats_the_comment(tmp_path: Path) -> None:
    assert load(page(tmp_path, SAVED), url="https://example.com/").url == "https://example.com/"


def test_page_that_does_not_say_where_it_came_from(tmp_path: Path) -> None:
    assert load(page(tmp_path)).url is None


def test_long_file_is_cut_with_a_notice(tmp_path: Path) -> None:
    path = page(tmp_path, b"<p>12345678")
    source = load(path, limits=Limits(page_bytes=5))
    assert source.html == "<p>12"
    assert source.sha256 == hashlib.sha256(b"<p>12").hexdigest()
    (notice,) = source.notices
    assert notice.code == "page-truncated"
    assert "6 more" in notice.message
    assert load(path, limits=Limits(page_bytes=11)).notices == ()


def test_empty_file(tmp_path: Path) -> None:
    source = load(page(tmp_path, b""))
    assert (source.html, codes(source)) == ("", ["empty-page"])


@pytest.mark.parametrize(
    ("name", "advice"),
    [("", "is a folder"), ("missing.html", "no file"), ("page.html/x", "no file"), ("a\0b", "check")],
)
def test_what_is_no_file_is_refused(tmp_path: Path, name: str, advice: str) -> None:
    page(tmp_path)
    with pytest.raises(LoadError, match=advice):
        load(f"{tmp_path}/{name}")


@pytest.mark.parametrize("name", ["", " "])
def test_empty_name_is_refused(name: str) -> None:
    with pytest.raises(LoadError, match="empty"):
        load(name)


def test_too_long_name_is_refused() -> None:
    with pytest.raises(LoadError, match="check the path"):
        load("x" * 5000)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
def test_fifo_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(LoadError, match="standard input"):
        load(tmp_path / "fifo")


def test_unreadable_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told by the call that opens files, as root may read whatever the permissions are."""

    def refuse(*_: object) -> int:
        raise PermissionError

    source = load(page(tmp_path))
    page(tmp_path, b"p {}", "main.css")
    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refuse)
        assert sheet(source, "main.css") is None
        with pytest.raises(LoadError, match="may not be read"):
            load(tmp_path / "page.html")


@pytest.mark.parametrize(
    ("data", "advice"), [(b"\x1f\x8b\x08\0", "unpack"), (b"%PDF-1.4", "PDF"), (b"\x7fELF", "program")]
)
def test_foreign_files_are_refused(tmp_path: Path, data: bytes, advice: str) -> None:
    with pytest.raises(LoadError, match=advice):
        load(page(tmp_path, data))


def test_binary_rubbish_is_decoded_with_a_notice(tmp_path: Path) -> None:
    source = load(page(tmp_path, b"<p>x" + b"\0\x01" * 20))
    assert source.html == "<p>x" + "\0\x01" * 20
    assert codes(source) == ["binary-content"]


def test_utf16_is_not_binary(tmp_path: Path) -> None:
    source = load(page(tmp_path, "\ufeff<p>x".encode("utf-16-le")))
    assert (source.html, source.encoding, codes(source)) == ("<p>x", "utf-16le", [])


@pytest.mark.parametrize(
    ("name", "href"),
    [
        ("page_files/main.css", "page_files/main.css"),
        ("page_files/main.css", "./page_files/../page_files/main.css"),
        ("page_files/main.css", "page_files/main.css?v=3"),
        ("page_files/main.css", "page_files/main.css#x"),
        ("page_files/css(1)", "page_files/css(1)"),
        ("page_files/combo", "page_files/combo"),
        ("page_files/app.css?v=3", "page_files/app.css?v=3"),
        ("page_files/app.css?v=3", "page_files/app.css%3Fv=3"),
        ("a b_files/ä.css", "a%20b_files/%C3%A4.css"),
    ],
)
def test_files_saved_with_the_page(tmp_path: Path, name: str, href: str) -> None:
    page(tmp_path, b"p {}", name)
    assert sheet(load(page(tmp_path)), href) == b"p {}"


def test_name_with_query_comes_first(tmp_path: Path) -> None:
    page(tmp_path, b"plain", "app.css")
    page(tmp_path, b"versioned", "app.css?v=3")
    source = load(page(tmp_path))
    assert sheet(source, "app.css?v=3") == b"versioned"
    assert sheet(source, "app.css?v=4") == b"plain"


def test_resource_knows_where_it_was_found(tmp_path: Path) -> None:
    path = page(tmp_path, b"p {}", "page_files/main.css")
    source = load(page(tmp_path))
    resource = source.resources.get(urljoin(source.base, "page_files/main.css?v=3"))
    assert resource is not None
    assert resource.url == path.resolve().as_uri()


def test_mirrored_sites_find_sheets_beside_their_folder(tmp_path: Path) -> None:
    page(tmp_path, b"p {}", "cdn.example/css/main.css")
    source = load(page(tmp_path / "www.example" / "a" / "b"))
    assert sheet(source, "../../../cdn.example/css/main.css") == b"p {}"


def test_nothing_far_from_the_folder_of_the_page(tmp_path: Path) -> None:
    secret = page(tmp_path, b"secret", "secret.css")
    site = tmp_path / "one" / "two" / "three" / "site"
    source = load(page(site))
    (site / "link.css").symlink_to(secret)
    (site / "loop.css").symlink_to("loop.css")
    (site / "folder").mkdir()
    folder = source.base.rpartition("/")[0]
    for url in (
        secret.as_uri(),
        f"{folder}/../../../../secret.css",
        f"{folder}/%2e%2e/../../../secret.css",
        f"{folder}/..%2f../../../secret.css",
        f"{folder}/link.css",
        f"{folder}/loop.css",
        f"{folder}/folder",
        f"{folder}/missing.css",
        f"{folder}/a%00b",
        f"{folder}/page.html".replace("file://", "file://example.org"),
        f"{folder}/page.html".removeprefix("file://"),
        "file://[",
        "http://127.0.0.1:1/main.css",
        "data:text/css,p{}",
        "about:blank",
        "",
    ):
        assert source.resources.get(url) is None, url
    assert sheet(source, "page.html") == b"<p>page"


def test_symlink_within_the_folder_is_followed(tmp_path: Path) -> None:
    page(tmp_path, b"p {}", "real.css")
    (tmp_path / "link.css").symlink_to("real.css")
    assert sheet(load(page(tmp_path)), "link.css") == b"p {}"


def test_page_in_a_symlinked_folder_finds_its_files(tmp_path: Path) -> None:
    page(tmp_path / "real")
    page(tmp_path / "real", b"p {}", "main.css")
    (tmp_path / "link").symlink_to("real")
    assert sheet(load(tmp_path / "link" / "page.html"), "main.css") == b"p {}"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
def test_fifo_is_no_stylesheet_and_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "main.css")
    assert sheet(load(page(tmp_path)), "main.css") is None


def test_sheets_are_cut_at_their_cap(tmp_path: Path) -> None:
    page(tmp_path, b"p {color: red}", "main.css")
    assert sheet(load(page(tmp_path), limits=Limits(sheet_bytes=4)), "main.css") == b"p {c"


def read_stdin(monkeypatch: pytest.MonkeyPatch, data: bytes, limits: Limits) -> Source:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    return load("-", limits=limits)


def test_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    source = read_stdin(monkeypatch, SAVED, Limits())
    assert source.html == SAVED.decode()
    assert (source.path, source.url, source.base) == (None, "https://example.org/a", "https://example.org/a")
    assert source.notices == ()


def test_long_stdin_is_cut_with_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    source = read_stdin(monkeypatch, b"<p>12345678", Limits(page_bytes=5))
    assert (source.html, codes(source)) == ("<p>12", ["page-truncated"])


def test_no_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(LoadError, match="standard input"):
        load("-")
