from __future__ import annotations

import socket
import threading

import pytest

from rubricator.errors import FetchError
from rubricator.load.address import Place, is_private, parse_place, resolve
from rubricator.load.deadline import Deadline


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "192.88.99.1",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%1",
        "fc00::1",
        "fec0::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001:0:4136:e378:8000:63bf:80ff:fffe",
    ],
)
def test_private_addresses(address: str) -> None:
    assert is_private(address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_public_addresses(address: str) -> None:
    assert not is_private(address)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("http://example.org", Place("http", "example.org", 80, "/")),
        ("HTTPS://Example.org:8443/a?b=c#d", Place("https", "example.org", 8443, "/a?b=c")),
        ("http://example.org/ä b%20c?ü=|", Place("http", "example.org", 80, "/%C3%A4%20b%20c?%C3%BC=%7C")),
        ("http://bücher.example/", Place("http", "xn--bcher-kva.example", 80, "/")),
        ("http://[::1]:8080/", Place("http", "::1", 8080, "/")),
        ("http://example.org/a\r\nX: y", Place("http", "example.org", 80, "/aX:%20y")),
    ],
)
def test_urls_are_taken_apart(url: str, place: Place) -> None:
    assert parse_place(url) == place


def test_places_know_their_url() -> None:
    assert parse_place("http://[::1]:80/a#b").url == "http://[::1]/a"
    assert parse_place("https://example.org:80/").url == "https://example.org:80/"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://example.org/", "only http and https"),
        ("file:///etc/passwd", "only http and https"),
        ("http:///path", "no host"),
        ("http://example.org:port/", "not a proper URL"),
        ("http://example.org:99999/", "not a proper URL"),
        ("http://[::1/", "not a proper URL"),
        (f"http://{'ü' * 70}.example/", "not a proper URL"),
        ("http://user:secret@example.org/", "never sent"),
    ],
)
def test_urls_that_are_not_fetched(url: str, reason: str) -> None:
    with pytest.raises(FetchError, match=reason) as caught:
        parse_place(url)
    assert "secret" not in str(caught.value)


def test_slow_name_server_does_not_stretch_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()

    def never(*_: object, **__: object) -> list[object]:
        release.wait(10)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", never)
    try:
        with pytest.raises(TimeoutError, match="not resolved in time"):
            resolve(parse_place("http://example.org/"), Deadline.after(0.05))
    finally:
        release.set()
