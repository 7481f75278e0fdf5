"""Pages by their address in the studio, where the operator allows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rubricator
from rubricator.evaluate.gold.annotation import read_annotation
from rubricator.serve.settings import Settings
from tests.load.site import Answer, Site
from tests.load.site import serving as serving_site
from tests.serve.servers import Client, Reply, serving

from .conftest import Workshop
from .steps import body, marks, put


@pytest.fixture
def site() -> Iterator[Site]:
    with serving_site() as started:
        yield started


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with serving(Settings(port=0, workers=1, allow_fetch="any", annotations=tmp_path)) as started:
        yield started


def fetch(client: Client, address: str) -> Reply:
    return client.post("/data/open", json.dumps({"fetch": address}).encode(), "application/json")


def opened(client: Client, address: str) -> Any:
    return fetch(client, address).json()


def test_a_fetched_page_is_asked_for_once_and_kept(site: Site, client: Client) -> None:
    site.put("/page", b"<title>Fetched</title><link rel=stylesheet href=/s.css><h1>Inside</h1><p>x")
    site.put("/s.css", b"h1 { color: rgb(1, 2, 3) }", "text/css")
    assert 'id="fetching" hidden' not in client.get("/").text
    page = opened(client, site.redirect("/here", "/page"))
    assert page["title"] == "Fetched"
    site.put("/page", b"<title>Other</title><h1>Changed</h1><p>x")
    shown = client.get(f"/data/pages/{page['id']}/look").text
    assert "Inside" in shown
    assert "rgb(1, 2, 3)" in shown
    found = client.get(f"/data/pages/{page['id']}/text", to="json").json()
    assert found["source"]["url"] == site.url("/page")
    assert "Inside" in client.get(f"/data/pages/{page['id']}/read").text
    assert site.requests.count("/page") == 1


def test_a_fetched_page_is_annotated(site: Site, client: Client, tmp_path: Path) -> None:
    # The header alone says how it is to be read.
    site.put("/page", "<h1>\u0416\u0443\u043a</h1><p>x".encode("koi8-r"), "text/html; charset=koi8-r")
    page = opened(client, site.url("/page"))["id"]
    assert '"annotates":true' in client.get(f"/pages/{page}/annotate").text
    assert put(client, page, "ada", body(marks(client, page, "ada"))).status == 200
    gold = read_annotation(tmp_path / "ada" / f"{page}.json")
    assert gold.url == site.url("/page")
    assert gold.titles or gold.headings
    assert rubricator.read(gold.page).text == "\u0416\u0443\u043a x"


def test_what_went_wrong_while_fetching_is_told_in_every_view(site: Site, client: Client) -> None:
    site.answers["/page"] = Answer(b"<h1>Half</h1><p>x", headers=(("Content-Type", "text/html"),), length=500)
    page = opened(client, site.url("/page"))["id"]
    assert "page-incomplete" in client.get(f"/data/pages/{page}/read").headers["rubricator-warnings"]


def test_without_leave_no_address_is_asked_for(site: Site, workshop: Workshop) -> None:
    assert 'id="fetching" hidden' in workshop.client.get("/").text
    assert fetch(workshop.client, site.put("/page", b"<p>x")).problem == "fetching-off"
    assert site.requests == []
