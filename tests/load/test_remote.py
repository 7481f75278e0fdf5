from __future__ import annotations

import gzip
import hashlib
import socket
import zlib
from pathlib import Path

import pytest

from rubricator.errors import FetchError, LoadError
from rubricator.limits import Limits
from rubricator.load import Source, connection, load
from rubricator.load import address as address_module
from rubricator.load.address import Address
from rubricator.load.fetch import USER_AGENT
from rubricator.load.remote import WebResources

from .site import Answer, Site

BRIEF = Limits(fetch_seconds=0.3)


def codes(source: Source) -> list[str]:
    return [notice.code for notice in source.notices]


def test_page(site: Site) -> None:
    url = site.put("/page", b"<p>caf\xc3\xa9", "text/html; charset=UTF-8")
    source = load(f"{url}#part")
    assert (source.html, source.encoding, source.path) == ("<p>café", "utf-8", None)
    assert source.sha256 == hashlib.sha256(b"<p>caf\xc3\xa9").hexdigest()
    assert source.url == source.base == url
    assert source.notices == ()
    assert site.headers["User-Agent"] == USER_AGENT
    assert site.headers["Host"] == site.host


def test_charset_of_the_header_beats_the_page(site: Site) -> None:
    url = site.put("/", b"<meta charset=utf-8>\xc1", 'text/html; charset="koi8-r"')
    assert load(url).encoding == "koi8-r"


def test_url_argument_names_the_page(site: Site) -> None:
    url = site.put("/mirror", b"<p>")
    source = load(url, url="https://example.org/original")
    assert (source.url, source.base) == ("https://example.org/original", url)


def test_scheme_in_capitals_and_space_around(site: Site) -> None:
    site.put("/", b"<p>in")
    assert load(f"HTTP://{site.host}/ ").html == "<p>in"


def test_redirects_are_followed_to_the_last_url(site: Site) -> None:
    site.put("/end?x=1", b"<p>end")
    site.redirect("/mid", "end?x=1#top", 308)
    source = load(site.redirect("/start", "/mid", 301))
    assert (source.html, source.url, source.base) == ("<p>end", site.url("/end?x=1"), site.url("/end?x=1"))


def test_redirect_to_an_address_in_utf8(site: Site) -> None:
    site.put("/%C3%A4", b"<p>umlaut")
    assert load(site.redirect("/", "/ä".encode().decode("latin-1"))).html == "<p>umlaut"


def test_redirect_loop_ends(site: Site) -> None:
    with pytest.raises(FetchError, match="more than 3 times"):
        load(site.redirect("/loop", "/loop"), limits=Limits(redirects=3))
    assert site.requests == ["/loop"] * 4


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("file:///etc/passwd", "only http"),
        ("ftp://example.org/", "only http"),
        ("http://[", "could not be fetched"),
        ("", "where to"),
    ],
)
def test_redirects_to_elsewhere_are_refused(site: Site, location: str, reason: str) -> None:
    with pytest.raises(FetchError, match=reason):
        load(site.redirect("/", location))


@pytest.mark.parametrize("status", [304, 404, 500])
def test_status_is_told(site: Site, status: int) -> None:
    site.answers["/"] = Answer(b"<p>sorry", status, (("Content-Type", "text/html"),))
    with pytest.raises(FetchError, match=str(status)):
        load(site.url("/"))


@pytest.mark.parametrize("content_type", ["image/png", "application/pdf", "application/json"])
def test_other_types_are_refused(site: Site, content_type: str) -> None:
    with pytest.raises(FetchError, match=f"{content_type}, not a web page"):
        load(site.put("/", b"<p>", content_type))


@pytest.mark.parametrize("content_type", [None, "text/plain", "application/xhtml+xml", "TEXT/HTML"])
def test_types_of_pages(site: Site, content_type: str | None) -> None:
    page = "<!DOCTYPE html><p>in"
    assert load(site.put("/", page.encode(), content_type)).html == page


def test_plain_text_is_shown_as_browsers_do(site: Site) -> None:
    assert load(site.put("/memo", b"a < b", "text/plain")).html == "<!DOCTYPE html><pre>\na &lt; b</pre>"


def test_foreign_bytes_under_a_page_type_are_refused(site: Site) -> None:
    with pytest.raises(LoadError, match="PDF"):
        load(site.put("/", b"%PDF-1.4"))


def test_mhtml_from_the_web_has_its_own_parts_only(site: Site) -> None:
    part = b"--b\nContent-Type: text/html\nContent-Location: https://example.org/\n\n<p>in\n--b--"
    data = b"Content-Type: multipart/related; boundary=b\n\n" + part
    sheet = site.put("/main.css", b"p {}", "text/css")
    source = load(site.put("/page.mht", data, "message/rfc822"))
    assert (source.html, source.base) == ("<p>in", "https://example.org/")
    assert source.resources.get(sheet) is None


RAW_DEFLATE = zlib.compressobj(wbits=-zlib.MAX_WBITS)


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("gzip", gzip.compress(b"<p>packed", mtime=0)),
        ("x-gzip", gzip.compress(b"<p>packed", mtime=0)),
        ("GZIP", gzip.compress(b"<p>", mtime=0) + gzip.compress(b"packed", mtime=0)),
        ("gzip", gzip.compress(b"<p>packed", mtime=0) + b"garbage"),
        ("gzip", gzip.compress(b"<p>packed", mtime=0)[:-8]),
        ("deflate", zlib.compress(b"<p>packed")),
        ("deflate", RAW_DEFLATE.compress(b"<p>packed") + RAW_DEFLATE.flush()),
        ("identity", b"<p>packed"),
    ],
)
def test_packed_bodies(site: Site, coding: str, packed: bytes) -> None:
    source = load(site.put("/", packed, Content_Encoding=coding))
    assert (source.html, source.notices) == ("<p>packed", ())


def test_words_that_are_no_codings_are_passed_over(site: Site) -> None:
    assert load(site.put("/", b"<p>not packed", Content_Encoding="utf-8")).html == "<p>not packed"


@pytest.mark.parametrize(
    ("coding", "reason"), [("br", "'br'"), ("gzip", "could not be fetched"), ("deflate", "could not")]
)
def test_bodies_that_cannot_be_unpacked(site: Site, coding: str, reason: str) -> None:
    with pytest.raises(FetchError, match=reason):
        load(site.put("/", b"<p>not packed", Content_Encoding=coding))


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress])
def test_packed_body_is_capped_by_what_it_unpacks_to(site: Site, pack: type[bytes]) -> None:
    coding = "gzip" if pack is gzip.compress else "deflate"
    source = load(
        site.put("/", pack(b"<p>" + b"x" * 5_000_000), Content_Encoding=coding), limits=Limits(page_bytes=1000)
    )
    assert source.html == "<p>" + "x" * 997
    assert codes(source) == ["page-truncated"]


def test_long_body_is_cut_with_a_notice(site: Site) -> None:
    source = load(site.put("/", b"<p>12345678"), limits=Limits(page_bytes=5))
    assert source.html == "<p>12"
    (notice,) = source.notices
    assert notice.code == "page-truncated"
    assert "6 more" in notice.message


def test_endless_body_is_cut_before_the_deadline(site: Site) -> None:
    site.answers["/"] = Answer(b"<p>" + b"x" * 200_000, drip=True)
    assert codes(load(site.url("/"), limits=Limits(page_bytes=1000))) == ["page-truncated"]


def test_body_that_breaks_off_is_kept_with_a_notice(site: Site) -> None:
    site.answers["/"] = Answer(b"<p>half", length=100)
    source = load(site.url("/"))
    assert (source.html, codes(source)) == ("<p>half", ["page-incomplete"])


def test_chunked_body_that_breaks_off_is_kept_with_a_notice(site: Site) -> None:
    site.answers["/"] = Answer(b"7\r\n<p>half\r\n64\r\n", headers=(("Transfer-Encoding", "chunked"),), length=16)
    source = load(site.url("/"))
    assert (source.html, codes(source)) == ("<p>half", ["page-incomplete"])


def test_slow_drip_does_not_stretch_the_deadline(site: Site) -> None:
    site.answers["/"] = Answer(b"<p>", drip=True)
    with pytest.raises(FetchError, match="too long"):
        load(site.url("/"), limits=BRIEF)


def test_redirects_share_one_deadline(site: Site) -> None:
    with pytest.raises(FetchError, match="too long"):
        load(site.redirect("/", "/"), limits=Limits(fetch_seconds=0.1, redirects=1_000_000))


def test_silent_server_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(FetchError, match="too long"):
        load(f"http://127.0.0.1:{silent.getsockname()[1]}/", limits=BRIEF)


def test_closed_port_is_a_fetch_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(FetchError, match="could not be fetched"):
        load(f"http://127.0.0.1:{port}/")


def test_next_address_of_a_host_is_tried(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        closed = server.getsockname()
    open_port = int(site.host.partition(":")[2])
    addresses = [Address(socket.AF_INET, closed, True), Address(socket.AF_INET, ("127.0.0.1", open_port), True)]
    monkeypatch.setattr(connection, "resolve", lambda *_: addresses)
    site.put("/", b"<p>in")
    assert load("http://two.example/").html == "<p>in"


def test_https_to_a_server_without_it_is_a_fetch_error(site: Site) -> None:
    with pytest.raises(FetchError, match="could not be fetched"):
        load(f"https://{site.host}/", limits=Limits())


def test_urls_are_refused_where_fetching_is_off(site: Site) -> None:
    with pytest.raises(LoadError, match="fetching is off"):
        load(site.put("/", b"<p>"), fetch=False)
    assert site.requests == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
def test_private_addresses_are_refused(site: Site, host: str) -> None:
    port = site.host.partition(":")[2]
    site.put("/", b"<p>")
    with pytest.raises(FetchError, match="private network"):
        load(f"http://{host}:{port}/", allow_private=False)
    assert site.requests == []


def test_redirect_to_a_private_address_is_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_module, "is_private", lambda text: text == "127.0.0.2")
    port = site.host.partition(":")[2]
    url = site.redirect("/", f"http://127.0.0.2:{port}/inside")
    with pytest.raises(FetchError, match=r"127\.0\.0\.2 is in a private network"):
        load(url, allow_private=False)
    assert site.requests == ["/"]


def test_the_address_that_was_checked_is_connected_to(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that changes its address after the check (DNS rebinding) gains nothing: it is asked for once."""
    port = int(site.host.partition(":")[2])
    asked: list[object] = []

    def answer(host: str, *_: object, **__: object) -> list[object]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    site.put("/", b"<p>in")
    assert load(f"http://rebinding.example:{port}/").html == "<p>in"
    assert asked == ["rebinding.example"]
    with pytest.raises(FetchError, match="private network"):
        load(f"http://rebinding.example:{port}/", allow_private=False)


def test_sheets_are_fetched_once(site: Site) -> None:
    sheet = site.put("/main.css", b"p {}", "text/css; charset=koi8-r")
    moved = site.redirect("/old.css", "/main.css")
    source = load(site.put("/", b"<p>"))
    for _ in range(2):
        resource = source.resources.get(moved)
        assert resource is not None
        assert (resource.data, resource.url, resource.charset) == (b"p {}", sheet, "koi8-r")
        assert source.resources.get(site.url("/missing.css")) is None
    assert site.requests == ["/", "/old.css", "/main.css", "/missing.css"]


def test_what_is_no_stylesheet_is_none(site: Site, tmp_path: Path) -> None:
    (tmp_path / "main.css").write_bytes(b"p {}")
    resources = load(site.put("/", b"<p>")).resources
    html = site.put("/error.css", b"<p>", "text/html")
    untyped = site.put("/untyped.css", b"p {}", None)
    for url in (html, (tmp_path / "main.css").as_uri(), "http://[", "cid:x", "", "data:text/css,p{}"):
        assert resources.get(url) is None, url
    assert resources.get(untyped) is not None


def test_sheets_are_cut_at_their_cap_and_at_that_of_all(site: Site) -> None:
    urls = [site.put(f"/{name}.css", b"123456", "text/css") for name in "abc"]
    source = load(site.put("/", b"<p>"), limits=Limits(sheet_bytes=4, page_bytes=7))
    found = [source.resources.get(url) for url in urls]
    assert [resource and resource.data for resource in found] == [b"1234", b"123", None]


def test_sheets_share_one_deadline(site: Site) -> None:
    site.answers["/slow.css"] = Answer(b"p {}", headers=(("Content-Type", "text/css"),), drip=True)
    quick = site.put("/quick.css", b"p {}", "text/css")
    resources = WebResources(BRIEF, allow_private=True)
    assert resources.get(site.url("/slow.css")) is None
    assert resources.get(quick) is None
    assert "/quick.css" not in site.requests


def test_public_page_gets_no_sheets_of_private_networks(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = site.put("/main.css", b"p {}", "text/css")
    monkeypatch.setattr(address_module, "is_private", lambda _: False)
    source = load(site.put("/", b"<p>"))
    monkeypatch.undo()
    assert isinstance(source.resources, WebResources)
    assert source.resources.get(sheet) is None
    assert load(site.url("/")).resources.get(sheet) is not None


def test_file_page_does_not_fetch(site: Site, tmp_path: Path) -> None:
    sheet = site.put("/main.css", b"p {}", "text/css")
    path = tmp_path / "page.html"
    path.write_bytes(b"<p>")
    assert load(path, url=site.url("/")).resources.get(sheet) is None
    assert site.requests == []
