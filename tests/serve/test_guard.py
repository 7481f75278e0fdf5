"""Who may ask: tokens, names of hosts, pages of other sites."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rubricator.cli import main
from rubricator.errors import UsageError
from rubricator.serve.settings import Settings, check, is_loopback

from .servers import Client, serving

TOKEN = "correct horse battery staple"


@pytest.fixture(scope="module")
def locked() -> Iterator[Client]:
    with serving(Settings(port=0, workers=1, token=TOKEN)) as client:
        yield client


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "example.org", "127.0.0.1.example.org"])
def test_without_a_token_only_loopback_is_served(host: str) -> None:
    with pytest.raises(UsageError, match="without a token"):
        check(Settings(host=host))
    check(Settings(host=host, token=TOKEN))


def test_the_command_refuses_too(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUBRICATOR_TOKEN", raising=False)
    assert main(["serve", "--host", "0.0.0.0", "--port", "0"]) == 2
    assert "without a token" in capsys.readouterr().err
    monkeypatch.setenv("RUBRICATOR_TOKEN", "short")
    assert main(["serve", "--host", "0.0.0.0", "--port", "0"]) == 2
    assert "too short" in capsys.readouterr().err


def test_an_index_to_put_pages_into_is_named() -> None:
    with pytest.raises(UsageError, match="--index INDEX"):
        check(Settings(allow_index=True))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "localhost", "::1", "[::1]"])
def test_loopback(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "rebind.example:8484",
        "127.0.0.1.nip.io",
        "10.0.0.1",
        "[fe80::1]",
        "",
        "[::1]evil",
        "[::1]:80.evil",
    ],
)
def test_other_names_of_this_machine_are_refused(server: Client, host: str) -> None:
    """DNS rebinding: a page of another site whose name now points here."""
    reply = server.get("/v1/health", {"Host": host})
    assert (reply.status, reply.problem) == (403, "host")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1234", "127.0.0.1:9", "[::1]:80"])
def test_loopback_names_are_fine(server: Client, host: str) -> None:
    assert server.get("/v1/health", {"Host": host}).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://["},
    ],
)
def test_pages_of_other_sites_may_not_post(server: Client, headers: dict[str, str]) -> None:
    reply = server.post("/v1/extract", headers=headers)
    assert (reply.status, reply.problem) == (403, "origin")


def test_our_own_pages_may_post(server: Client) -> None:
    headers = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    assert server.post("/v1/extract", headers=headers).status == 200


def test_nothing_without_the_token(locked: Client) -> None:
    for reply in (
        locked.get("/v1/methods"),
        locked.post("/v1/extract"),
        locked.get("/v1/methods", {"Authorization": "Bearer wrong"}),
        locked.get("/v1/methods", {"Authorization": f"Basic {TOKEN}"}),
        locked.get("/v1/methods", {"Cookie": f"rubricator={TOKEN.replace(' ', '+')}"}),
        locked.get("/v1/methods", {"Cookie": 'rubricator="\\'}),
        locked.get("/v1/metrics"),
    ):
        assert (reply.status, reply.problem) == (401, "token")
        assert reply.headers["www-authenticate"] == "Bearer"
    assert locked.get("/v1/health").status == 200


def test_with_the_token(locked: Client) -> None:
    assert locked.get("/v1/methods", {"Authorization": f"Bearer {TOKEN}"}).status == 200
    assert locked.get("/v1/methods", {"Authorization": f"bearer {TOKEN}", "Host": "example.org"}).status == 200


def test_every_answer_has_the_headers(server: Client) -> None:
    for reply in (server.get("/v1/health"), server.get("/v1/nothing"), server.get("/v1/health", {"Host": "x"})):
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "same-origin"
        assert "default-src 'none'" in reply.headers["content-security-policy"]
        assert "server" not in reply.headers


def test_labels_of_metrics_are_routes(server: Client) -> None:
    server.get("/pages/e-allotment/read")
    server.get("/data/pages/e-allotment/text", to="outline")
    server.get("/static/studio.css")
    server.get("/made/up")
    text = server.get("/v1/metrics").text
    for route in ("/pages/{id}/{view}", "/data/pages/{id}/text", "/static/{name}", "other"):
        assert f'route="{route}"' in text
    assert "allotment" not in text
    assert "made" not in text


def test_paths_that_clients_make_up_are_no_labels(server: Client, caplog: pytest.LogCaptureFixture) -> None:
    """Refused before they are routed, or routed with one part in the place of another."""
    caplog.set_level("INFO", "rubricator.serve")
    nasty = "/invented%22%7D%20%0Arubricator_requests_total%7B%7D%2099"
    server.get(nasty, {"Host": "evil.example"})
    server.post(nasty, headers={"Origin": "https://evil.example"})
    server.get("/pages/invented/p")
    text = server.get("/v1/metrics").text
    assert "invented" not in text
    assert "requests_total{} 99" not in text
    assert nasty in caplog.text
    assert "\nrubricator_requests_total{} 99" not in caplog.text
