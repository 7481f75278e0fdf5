"""Hostile pages in the studio neither run nor leave their frame; paths and names lead nowhere."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.emit.view.test_tree import VECTORS
from tests.evil import evil_server
from tests.waiting import until

from .conftest import Workshop
from .steps import marks, opened, put

PAGE = "e-allotment"
LINKS = (
    "<h2>Links</h2><p><a href='javascript:top.pwned=1'>a</a>"
    " <a href='data:text/html,<script>top.pwned=1</script>'>b</a>"
    " <a href='http://evil.test/link' target=_top>c</a> <a href='//evil.test/x'>d</a> <a href='vbscript:x'>e</a></p>"
)
NOWHERE = (
    "/static/../settings.py /static/..%2fsettings.py /static/%2e%2e/%2e%2e/serve/settings.py /static//etc/passwd "
    "/static/view.html /static/elements.py /pages/../look /pages/f-..%2f..%2fetc/look /pages/o-0000000000000000/look "
    "/pages/e-%2e%2e%2fallotment/look /pages/e-allotment/nothing /data/pages/f-0000000000000000/look "
    "/data/pages/e-..%2fchoir/text"
).split()
HOSTILE = "<h1>Title</h1>" + "<hr>".join(one for one in VECTORS if "<textarea>" not in one) + LINKS + "<h2>End</h2><p>x"


@pytest.mark.browser
def test_a_hostile_page_does_nothing_in_any_view(workshop: Workshop, window: Callable[[], Page]) -> None:
    with evil_server() as evil:
        page = HOSTILE.replace("evil.test", evil.host)
        place = opened(workshop.client, page)
        for view in ("look", "read", "compare", "annotate"):
            tab = window()
            address = f"{place}/{view}"
            tab.goto(address)
            if view in ("look", "annotate"):
                tab.wait_for_selector("html[data-ready]")
                assert len(tab.frames) == 2
                inner = tab.frames[1]
                assert inner.evaluate("document.querySelectorAll('script, iframe, object, embed, link').length") == 0
                sandbox = tab.locator("#frame").get_attribute("sandbox")
                assert sandbox == "allow-same-origin"
                for link in inner.query_selector_all("a")[:6]:
                    link.dispatch_event("click")
            else:
                expect(tab.get_by_text("Title", exact=True).last).to_be_visible()
            if view == "read":
                tab.locator("#unfold").click()
                kept = tab.locator("#reading a").evaluate_all("links => links.map(link => [link.protocol, link.rel])")
                assert {protocol for protocol, _ in kept} <= {"http:", "https:", "mailto:"}
                assert {rel for _, rel in kept} <= {"noopener noreferrer"}
                assert tab.locator("#reading img, #reading script, #reading iframe, #reading form").count() == 0
            tab.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
            assert tab.evaluate("window.pwned") is None
            assert tab.url == address
            assert len(tab.context.pages) == 1
            tab.context.close()
        assert evil.asked == []


@pytest.mark.browser
def test_titles_and_names_are_text(workshop: Workshop, window: Callable[[], Page]) -> None:
    nasty = "</script><script>top.pwned=1</script><img src=x onerror=top.pwned=1>{{data}}"
    body = json.dumps({"html": f"<title>{nasty.replace('<', '&lt;')}</title><h1>{nasty}</h1><p>x"}).encode()
    page = workshop.client.ask(
        "POST",
        "/data/open?name=%3Cimg%20src%3Dx%20onerror%3Dtop.pwned%3D1%3E",
        body,
        {"Content-Type": "application/json"},
    ).json()
    tab = window()
    for path in ("/", f"/pages/{page['id']}/look", f"/pages/{page['id']}/read", f"/pages/{page['id']}/compare"):
        tab.goto(workshop.url + path)
        tab.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        assert tab.evaluate("window.pwned") is None
        assert tab.locator("img").count() == 0


@pytest.mark.parametrize("path", NOWHERE)
def test_paths_lead_nowhere(workshop: Workshop, path: str) -> None:
    assert workshop.client.get(path).status == 404


@pytest.mark.parametrize("annotator", ["..", "../evil", "a/b", "%00", "", "x" * 50])
def test_annotators_lead_nowhere(workshop: Workshop, annotator: str) -> None:
    for method, what in (("GET", "marks"), ("PUT", "draft"), ("PUT", "annotation"), ("GET", "heps")):
        path = f"/data/pages/e-allotment/{what}?annotator={annotator}"
        reply = workshop.client.ask(method, path, b"{}" if method == "PUT" else None)
        assert reply.status == 422, reply.text
    assert not (workshop.folder / "evil").exists()


def test_pages_of_the_folder_use_files_of_the_folder_only(workshop: Workshop) -> None:
    """Above the folder there is a file that the page names as its stylesheet, and one it points to by a link."""
    outside = workshop.folder.parent / "outside.css"
    outside.write_text("h1 { color: red } /* secret */")
    linked = workshop.folder / "linked.css"
    linked.symlink_to(outside)
    page = workshop.folder / "curious.html"
    page.write_text("<link rel=stylesheet href='../outside.css'><link rel=stylesheet href=linked.css><h1>A</h1><p>b")
    other = workshop.folder / "elsewhere.html"
    other.symlink_to(outside)
    try:
        until(lambda: "curious.html" in workshop.client.get("/").text)
        home = workshop.client.get("/").text
        assert "elsewhere.html" not in home
        found = next(part for part in home.split('href="') if "curious.html" in part).partition("/look")[0]
        data = workshop.client.get(f"/data{found}/look")
        assert data.status == 200
        assert "secret" not in data.text and "color:red" not in data.text.replace(" ", "")
    finally:
        for file in (page, linked, other):
            file.unlink()


def test_wrong_marks_and_drafts_are_told(workshop: Workshop) -> None:
    assert put(workshop.client, PAGE, "eve", b"{").status == 400
    wrong = {"headings": [{"parts": [[0, 99999999]], "level": 1}], "page": marks(workshop.client, PAGE, "eve")["page"]}
    assert put(workshop.client, PAGE, "eve", json.dumps(wrong).encode()).status == 422
    for other in ("0" * 64, "../../x", None):
        assert (
            put(workshop.client, PAGE, "eve", json.dumps({**wrong, "page": other}).encode()).problem == "page-changed"
        )
    for body, status in ((b"\xff", 400), (b"[]", 422), (b"{}", 422), (b'{"page": "../../x"}', 422)):
        assert put(workshop.client, PAGE, "eve", body, "draft").status == status
    assert not (workshop.annotations / "eve").exists()


def test_a_draft_of_another_state_of_the_page_is_left(workshop: Workshop) -> None:
    """It is not used, and it is told: as an older version, or as what cannot be read."""
    place = workshop.annotations / "gus" / ".drafts" / f"e-allotment.{'0' * 16}.json"
    place.parent.mkdir(parents=True)
    digest = workshop.client.get("/data/pages/e-allotment/marks", annotator="gus").json()["page"]
    far = [{"parts": [[0, 99999999]], "level": 1}]
    for draft, older, messages in (
        (json.dumps({"headings": far, "page": "0" * 64}), 1, 0),
        (json.dumps({"headings": far, "page": digest}), 0, 1),
        ("{", 0, 1),
        ("[]", 0, 1),
    ):
        place.write_text(draft)
        reply = workshop.client.get("/data/pages/e-allotment/marks", annotator="gus")
        found = reply.json()
        assert (reply.status, found["from"]) == (200, "method")
        assert (len(found["older"]), len(found["messages"])) == (older, messages)
        assert all(str(place) in text for text in found["messages"])
        assert place.read_text() == draft


def test_other_sites_cannot_annotate(workshop: Workshop) -> None:
    place = "/data/pages/e-allotment/annotation?annotator=mallory"
    reply = workshop.client.ask("PUT", place, b"{}", {"Origin": "https://evil.example"})
    assert reply.problem == "origin"
    assert not (workshop.annotations / "mallory").exists()
