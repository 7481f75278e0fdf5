from __future__ import annotations

import hashlib
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.errors import LoadError
from rubricator.limits import Limits
from rubricator.load import NoResources, load
from rubricator.load.loader import page_named


def test_text() -> None:
    source = load("<p>café", url="https://example.org/")
    assert (source.html, source.encoding, source.path) == ("<p>café", "utf-8", None)
    assert source.sha256 == hashlib.sha256("<p>café".encode()).hexdigest()
    assert (source.url, source.base) == ("https://example.org/", "https://example.org/")
    assert isinstance(source.resources, NoResources)
    assert source.resources.get("https://example.org/main.css") is None


def test_text_that_came_alone() -> None:
    source = load("\ufeff<p>")
    assert (source.html, source.url, source.base) == ("<p>", None, "about:blank")


def test_an_argument_of_a_command_is_never_text(tmp_path: Path) -> None:
    file = tmp_path / "a<b.html"
    file.write_text("<p>Inside", "utf-8")
    assert load(page_named(str(file))).html == "<p>Inside"
    with pytest.raises(LoadError, match="there is no file"):
        load(page_named("<p>Inside"))
    urls = ["https://example.org/?q=<p>", "-", "./page.html"]
    assert [page_named(one) for one in urls] == urls


@pytest.mark.parametrize("name", ["memo.txt", "MEMO.TXT", "memo.text"])
def test_plain_text_is_shown_as_browsers_do(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text("a < b\n\n&amp; c", "utf-8")
    assert load(file).html == "<!DOCTYPE html><pre>\na &lt; b\n\n&amp;amp; c</pre>"


def test_a_page_that_is_called_plain_text_is_a_page(tmp_path: Path) -> None:
    file = tmp_path / "page.txt"
    file.write_text("<p>Inside", "utf-8")
    assert load(file).html == "<p>Inside"


def test_lone_surrogates_of_text_are_replaced() -> None:
    source = load("<p>\ud800x\udc00\ud83d\ude00")
    assert source.html == "<p>\ufffdx\ufffd\U0001f600"
    assert source.sha256 == hashlib.sha256("<p>\ud800x\udc00\ud83d\ude00".encode("utf-8", "surrogatepass")).hexdigest()


def test_long_text_is_cut_with_a_notice() -> None:
    source = load("<p>12345678", limits=Limits(page_bytes=5))
    assert source.html == "<p>12"
    assert [notice.code for notice in source.notices] == ["page-truncated"]


def test_bytes() -> None:
    source = load(b"<meta charset=koi8-r>\xc1")
    assert (source.html, source.encoding, source.path) == ("<meta charset=koi8-r>\u0430", "koi8-r", None)
    assert source.base == "about:blank"


def test_long_bytes_are_cut_with_a_notice() -> None:
    source = load(b"<p>12345678", limits=Limits(page_bytes=5))
    assert source.html == "<p>12"
    (notice,) = source.notices
    assert "6 more" in notice.message


def test_empty_bytes() -> None:
    assert [notice.code for notice in load(b"").notices] == ["empty-page"]


def test_bytes_of_a_foreign_format_are_refused() -> None:
    with pytest.raises(LoadError, match="the page seems to be a PDF"):
        load(b"%PDF-1.7")


def test_bytes_of_mhtml_are_known() -> None:
    source = load(b"Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>in\n--b--\n")
    assert source.html == "<p>in"


def test_sources_travel_between_processes() -> None:
    source = load(b"Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>in\n--b--\n")
    assert pickle.loads(pickle.dumps(source)).html == source.html


@given(st.binary())
def test_any_bytes_load_or_are_refused(data: bytes) -> None:
    try:
        source = load(data)
    except LoadError as error:
        assert str(error)
    else:
        assert source.html.encode("utf-8").decode("utf-8") == source.html
        assert source.sha256 == hashlib.sha256(data).hexdigest()
