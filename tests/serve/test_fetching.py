"""Fetching by the server: off unless allowed, and then never into private networks, by whatever way."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from rubricator.serve.settings import Settings
from tests.load.site import Site
from tests.load.site import serving as serving_site

from .servers import Client, Reply, serving


@pytest.fixture
def site() -> Iterator[Site]:
    with serving_site() as started:
        yield started


@pytest.fixture(scope="module")
def public() -> Iterator[Client]:
    with serving(Settings(port=0, workers=1, allow_fetch="public")) as client:
        yield client


def fetch(client: Client, address: str) -> Reply:
    body = json.dumps({"fetch": address}).encode()
    return client.post("/v1/extract", body, "application/json", to="outline", method="tags")


def test_fetching_is_off_unless_allowed(server: Client, site: Site) -> None:
    reply = fetch(server, site.put("/", b"<h1>Secret</h1>"))
    assert (reply.status, reply.problem) == (403, "fetching-off")
    assert site.requests == []


def test_any_address_when_the_operator_says_so(site: Site) -> None:
    site.put("/", b"<link rel=stylesheet href=/look.css><h1>Inside</h1>")
    site.put("/look.css", b"h1 { color: red }", "text/css")
    with serving(Settings(port=0, workers=1, allow_fetch="any")) as client:
        reply = fetch(client, site.url("/"))
        assert reply.status == 200
        assert "Inside" in reply.text
        assert site.requests == ["/", "/look.css"]
        assert fetch(client, site.url("/missing")).problem == "not-fetched"


HOSTS = (
    "127.0.0.1 localhost [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::7f00:1] [2002:7f00:1::] 2130706433 "
    "0x7f000001 0177.0.0.1 127.1 0 0.0.0.0 10.0.0.1 169.254.169.254 192.168.0.1 [fd00::1] [fe80::1]"
).split()
ADDRESSES = (
    "file:///etc/passwd /etc/passwd - ftp://example.org/ gopher://127.0.0.1/ javascript:alert(1) "
    "http://user:password@127.0.0.1/ http:// http://[::1 http://example.org:99999/"
).split()


@pytest.mark.parametrize("host", HOSTS)
def test_private_hosts_are_refused_however_they_are_written(public: Client, site: Site, host: str) -> None:
    site.put("/", b"<h1>Secret</h1>")
    reply = fetch(public, f"http://{host}:{site.host.partition(':')[2]}/")
    assert (reply.status, reply.problem) == (502, "not-fetched")
    assert "Secret" not in reply.text
    assert site.requests == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_other_addresses_are_refused(public: Client, address: str) -> None:
    reply = fetch(public, address)
    assert (reply.status, reply.problem) == (422, "wrong-use"), reply.text


def test_schemes_are_known_in_capitals(public: Client) -> None:
    assert fetch(public, "HTTP://127.0.0.1/").problem == "not-fetched"


def test_the_address_of_an_uploaded_page_is_not_fetched(public: Client, site: Site) -> None:
    """Only a name for links: its stylesheets are not asked for either."""
    page = f"<link rel=stylesheet href='{site.url('/x.css')}'><img src='{site.url('/x.png')}'><h1>A</h1>".encode()
    for path in ("/v1/extract", "/v1/view"):
        assert public.post(path, page, url=site.url("/")).status == 200
    assert site.requests == []


@pytest.fixture(scope="module")
def lied_to() -> Iterator[Client]:
    """A server in whose eyes `public.test` is a public host; it is the site on loopback."""
    tasks = "tests.serve.strange:deceived_tasks"
    with serving(Settings(port=0, workers=1, allow_fetch="public", tasks=tasks)) as client:
        yield client


def test_a_redirect_into_a_private_network_is_refused(lied_to: Client, site: Site) -> None:
    port = site.host.partition(":")[2]
    site.put("/fine", b"<h1>Public</h1>")
    site.put("/secret", b"<h1>Secret</h1>")
    assert "Public" in fetch(lied_to, f"http://public.test:{port}/fine").text
    for number, host in enumerate(("127.0.0.1", "localhost", "[::1]", "2130706433", "[::ffff:127.0.0.1]")):
        site.redirect(f"/{number}", f"http://{host}:{port}/secret")
        reply = fetch(lied_to, f"http://public.test:{port}/{number}")
        assert (reply.status, reply.problem) == (502, "not-fetched")
    assert "/secret" not in site.requests


def test_a_host_that_moves_into_the_private_network_is_refused(lied_to: Client, site: Site) -> None:
    """DNS rebinding: the second answer of the name server is another one."""
    port = site.host.partition(":")[2]
    site.redirect("/again", f"http://rebind.test:{port}/secret")
    site.put("/secret", b"<h1>Secret</h1>")
    reply = fetch(lied_to, f"http://rebind.test:{port}/again")
    assert (reply.status, reply.problem) == (502, "not-fetched")
    assert site.requests == ["/again"]


def test_sheets_of_a_public_page_are_not_asked_for_in_private_networks(lied_to: Client, site: Site) -> None:
    port = site.host.partition(":")[2]
    site.put("/p", f"<link rel=stylesheet href='http://127.0.0.1:{port}/in.css'><h1>A</h1>".encode())
    assert fetch(lied_to, f"http://public.test:{port}/p").status == 200
    assert site.requests == ["/p"]
