from __future__ import annotations

import base64
import hashlib
import time
from pathlib import Path
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.errors import LoadError
from rubricator.limits import Limits
from rubricator.load import Source, load
from rubricator.load import mhtml as mhtml_module

SHEET = b"Content-Type: text/css; charset=koi8-r\r\nContent-Location: css/main.css\r\n\r\np {}"
CID_SHEET = b"Content-Type: text/css\r\nContent-ID: <css-1@x>\r\n\r\nq {}"


def mhtml(*parts: bytes, head: bytes = b"", params: bytes = b"") -> bytes:
    lines = [head + b'Content-Type: multipart/related; boundary="--=_b"' + params + b"\r\n", *parts]
    return b"\r\n----=_b\r\n".join(lines) + b"\r\n----=_b--\r\nepilogue"


def html(body: bytes, head: bytes = b"Content-Location: https://example.org/a/page.html\r\n") -> bytes:
    return b"Content-Type: text/html\r\n" + head + b"\r\n" + body


def sheet(source: Source, href: str) -> bytes | None:
    resource = source.resources.get(urljoin(source.base, href))
    return None if resource is None else resource.data


def test_page_and_its_parts() -> None:
    data = mhtml(html(b"<p>one\r\ntwo"), SHEET, CID_SHEET)
    source = load(data)
    assert source.html == "<p>one\r\ntwo"
    assert source.sha256 == hashlib.sha256(data).hexdigest()
    assert source.url == source.base == "https://example.org/a/page.html"
    assert sheet(source, "css/main.css") == b"p {}"
    assert sheet(source, "css/main.css#x") == b"p {}"
    assert sheet(source, "/a/css/main.css") == b"p {}"
    assert sheet(source, "cid:css-1@x") == b"q {}"
    assert sheet(source, "cid:css-1%40x") == b"q {}"
    assert sheet(source, "other.css") is None
    assert sheet(source, "file:///etc/passwd") is None
    assert source.notices == ()


def test_part_has_the_charset_of_its_header() -> None:
    resource = load(mhtml(html(b"<p>"), SHEET)).resources.get("https://example.org/a/css/main.css")
    assert resource is not None
    assert (resource.charset, resource.url) == ("koi8-r", "https://example.org/a/css/main.css")


@pytest.mark.parametrize("name", ["page.mht", "page.MHTML", "page.html"])
def test_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(mhtml(html(b"<p>in")))
    source = load(path)
    assert (source.html, source.path) == ("<p>in", str(path))


def test_archive_does_not_read_files_next_to_it(tmp_path: Path) -> None:
    (tmp_path / "main.css").write_bytes(b"p {}")
    (tmp_path / "page.mht").write_bytes(mhtml(html(b"<p>in", b"")))
    assert load(tmp_path / "page.mht").resources.get((tmp_path / "main.css").as_uri()) is None


def test_plain_html_in_a_file_of_that_name(tmp_path: Path) -> None:
    path = tmp_path / "page.mht"
    path.write_bytes(b"\n<p>plain")
    assert load(path).html == "\n<p>plain"


def test_single_html_part_without_multipart(tmp_path: Path) -> None:
    path = tmp_path / "page.mht"
    path.write_bytes(b"MIME-Version: 1.0\n" + html(b"<p>alone"))
    assert load(path).html == "<p>alone"


def test_url_argument_and_snapshot_location() -> None:
    snapshot = b"Snapshot-Content-Location: https://example.org/snapshot\r\n"
    data = mhtml(html(b"<p>", b"Content-Location: cid:frame\r\n"), head=snapshot)
    assert load(data).url == "https://example.org/snapshot"
    assert load(data, url="https://example.com/").url == "https://example.com/"


def test_folded_location() -> None:
    source = load(mhtml(html(b"<p>", b"Content-Location:\r\n https://example.org/\r\n page.html\r\n")))
    assert source.url == "https://example.org/page.html"


def test_encoded_location() -> None:
    source = load(mhtml(html(b"<p>", b"Content-Location: =?utf-8?Q?https://example.org/=C3=A4?=\r\n")))
    assert source.url == "https://example.org/ä"


@pytest.mark.parametrize(
    ("head", "base"),
    [
        (b"", "thismessage:/"),
        (b"Content-ID: <root@x>\r\n", "cid:root@x"),
        (b"Content-Location: page.html\r\n", "thismessage:/page.html"),
        (b"Content-Location: file:///C:/page.html\r\n", "file:///C:/page.html"),
    ],
)
def test_archive_without_web_address(head: bytes, base: str) -> None:
    source = load(mhtml(html(b"<p>", head), SHEET.replace(b"css/main.css", b"main.css")))
    assert (source.base, source.url) == (base, None)
    assert sheet(source, "main.css") == b"p {}"


def test_start_names_the_page() -> None:
    frame, root = html(b"<p>frame", b"Content-ID: <f>\r\n"), html(b"<p>root", b"Content-ID: <r>\r\n")
    assert load(mhtml(frame, root)).html == "<p>frame"
    assert load(mhtml(frame, root, params=b'; start="<r>"')).html == "<p>root"
    assert load(mhtml(frame, root, params=b'; start="<gone>"')).html == "<p>frame"


def test_charset_of_the_part() -> None:
    part = b"Content-Type: text/html; charset=koi8-r\r\n\r\n\xc1"
    source = load(mhtml(part))
    assert (source.html, source.encoding) == ("\u0430", "koi8-r")


def test_transfer_encodings() -> None:
    quoted = html(b'<p class=3D"x">caf=C3=A9 long=\r\n line', b"Content-Transfer-Encoding: Quoted-Printable\r\n")
    assert load(mhtml(quoted)).html == '<p class="x">café long line'
    packed = base64.encodebytes(b"<p>" + b"x" * 100).replace(b"\n", b"\r\n")
    assert load(mhtml(html(packed, b"Content-Transfer-Encoding: base64\r\n"))).html == "<p>" + "x" * 100


@pytest.mark.parametrize(
    ("packed", "text"), [(b"PHA+eA", "<p>x"), (b"PHA+e", "<p>"), (b"PH*A+\0eA==", "<p>x"), (b"", "")]
)
def test_broken_base64_gives_what_it_holds(packed: bytes, text: str) -> None:
    assert load(mhtml(html(packed, b"Content-Transfer-Encoding: base64\r\n"))).html == text


def test_nested_alternatives() -> None:
    inner = b"Content-Type: multipart/alternative; boundary=in\n\n--in\nContent-Type: text/plain\n\nplain\n--in\n"
    assert load(mhtml(inner + html(b"<p>rich") + b"\n--in--\n", SHEET)).html == "<p>rich"


def test_cut_archive_keeps_what_is_there() -> None:
    data = mhtml(html(b"<p>one two"))
    source = load(data, limits=Limits(page_bytes=data.index(b" two")))
    assert source.html == "<p>one"
    assert [notice.code for notice in source.notices] == ["page-truncated"]


def test_sheets_are_cut_at_their_cap() -> None:
    assert sheet(load(mhtml(html(b"<p>"), SHEET), limits=Limits(sheet_bytes=2)), "css/main.css") == b"p "


@pytest.mark.parametrize(
    "data",
    [
        mhtml(SHEET),
        b"Content-Type: multipart/related\n\n--b\nContent-Type: text/html\n\n<p>",
        b"Content-Type: multipart/related; boundary=b\n\nno parts",
        b"Content-Type: multipart/related; boundary=b\n",
    ],
)
def test_archive_without_a_page_is_refused(data: bytes) -> None:
    with pytest.raises(LoadError, match="without an HTML page"):
        load(data)


def test_failure_of_the_email_package_is_a_load_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise AttributeError("deep inside")

    monkeypatch.setattr(mhtml_module, "_leaves", fail)
    with pytest.raises(LoadError, match="broken MHTML"):
        load(mhtml(html(b"<p>")))


def test_deep_nesting_is_harmless() -> None:
    levels = b"".join(b"Content-Type: multipart/related; boundary=b%d\n\n--b%d\n" % (k, k) for k in range(5000))
    started = time.process_time()
    with pytest.raises(LoadError):
        load(levels + html(b"<p>"))
    assert time.process_time() - started < 5


@pytest.mark.parametrize("filler", [b';a="b', b"=?utf-8?q?", b"\r\n y"])
def test_long_headers_are_harmless(filler: bytes) -> None:
    started = time.process_time()
    source = load(mhtml(html(b"<p>", b"Content-Location: https://example.org/" + filler * 500_000 + b"\r\n")))
    assert source.html == "<p>"
    assert time.process_time() - started < 5


def test_too_many_parts_are_left_out_with_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mhtml_module, "MAX_PARTS", 2)
    source = load(mhtml(html(b"<p>"), CID_SHEET, SHEET))
    assert [notice.code for notice in source.notices] == ["parts-left-out"]
    assert sheet(source, "cid:css-1@x") == b"q {}"
    assert sheet(source, "css/main.css") is None


def test_parts_of_parts_count_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mhtml_module, "MAX_PARTS", 2)
    empty = b"Content-Type: multipart/mixed; boundary=c\r\n\r\n--c--"
    source = load(mhtml(html(b"<p>"), empty, CID_SHEET))
    assert [notice.code for notice in source.notices] == ["parts-left-out"]
    assert sheet(source, "cid:css-1@x") is None


def test_long_types_are_harmless() -> None:
    started = time.process_time()
    part = b"Content-Type: multipart/mixed" + b";" * 16_000 + b"\r\n\r\nx"
    assert load(mhtml(html(b"<p>"), *[part] * 400)).html == "<p>"
    assert time.process_time() - started < 5


def test_an_address_in_an_unknown_charset_is_taken_as_it_is() -> None:
    source = load(mhtml(html(b"<p>", b"Content-Location: =?klingon?q?a?=\r\n"), CID_SHEET))
    assert source.html == "<p>"
    assert sheet(source, "cid:css-1@x") == b"q {}"


_PIECES = st.sampled_from(
    [
        b"\n",
        b"\r\n",
        b"--b",
        b"--",
        b"Content-Type: ",
        b"text/html",
        b"multipart/related; boundary=b",
        b"<p>",
        b"charset*=",
        b";",
    ]
)


@given(st.lists(_PIECES | st.binary(max_size=4)).map(b"".join))
def test_any_rest_is_read_or_refused(rest: bytes) -> None:
    data = b"Content-Type: multipart/related; boundary=b\n" + rest
    try:
        source = load(data)
    except LoadError as error:
        assert "MHTML" in str(error)
    else:
        assert source.sha256 == hashlib.sha256(data).hexdigest()
