"""Pages by their address in the studio, where the operator allows it."""

from __future__ import annotations

import json
from pathlib import Path

from rubricator.serve.settings import Settings
from tests.load.site import serving as serving_site
from tests.serve.servers import serving


def test_a_fetched_page_is_looked_at_but_not_annotated(tmp_path: Path) -> None:
    with serving_site() as site:
        site.put("/page", b"<title>Fetched</title><link rel=stylesheet href=/s.css><h1>Inside</h1><p>x")
        site.put("/s.css", b"h1 { color: rgb(1, 2, 3) }", "text/css")
        with serving(Settings(port=0, workers=1, allow_fetch="any", annotations=tmp_path)) as client:
            assert 'id="fetching" hidden' not in client.get("/").text
            body = json.dumps({"fetch": site.url("/page")}).encode()
            opened = client.post("/data/open", body, "application/json").json()
            assert opened["title"] == "Fetched"
            shown = client.get(f"/data/pages/{opened['id']}/look").text
            assert "Inside" in shown
            assert "rgb(1, 2, 3)" in shown
            reply = client.ask("PUT", f"/data/pages/{opened['id']}/annotation?annotator=ada", b"{}")
            assert reply.status == 422
            assert "save it and open the file" in reply.text
            assert list(tmp_path.rglob("*.json")) == []


def test_without_leave_no_address_is_asked_for(tmp_path: Path) -> None:
    with serving_site() as site, serving(Settings(port=0, workers=1, annotations=tmp_path)) as client:
        assert 'id="fetching" hidden' in client.get("/").text
        body = json.dumps({"fetch": site.put("/page", b"<p>x")}).encode()
        assert client.post("/data/open", body, "application/json").problem == "fetching-off"
        assert site.requests == []
