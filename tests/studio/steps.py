"""What people and scripts do in the studio, step by step."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.serve.servers import Client, Reply

from .conftest import Workshop

READY, KEPT = "html[data-ready]", "html[data-draft=kept]"


def page_id(workshop: Workshop, name: str) -> str:
    """Return the id of a page of the folder, from the list that people see."""
    found = re.search(rf'href="/pages/([^/"]+)/look">{re.escape(name)}<', workshop.client.get("/").text)
    assert found
    return found[1]


def address(workshop: Workshop, name: str) -> str:
    """Return where the views of a page of the folder are."""
    return f"{workshop.url}/pages/{page_id(workshop, name)}"


def folder_pages(client: Client) -> list[str]:
    """Return the ids of all pages of the folder."""
    return re.findall(r"/pages/(f-[0-9a-f]{16})/look", client.get("/").text)


def opened(client: Client, html: str) -> str:
    """Open a page; return where its views are."""
    reply = client.post("/data/open", json.dumps({"html": html}).encode(), "application/json")
    return f"{client.url}/pages/{reply.json()['id']}"


def visit(tab: Page, place: str) -> None:
    """Go to a view that is drawn by its script."""
    tab.goto(place)
    tab.wait_for_selector(READY)


def annotate(tab: Page, place: str, name: str = "") -> None:
    """Begin to annotate a page, under a name of one's own if one is given."""
    visit(tab, f"{place}/annotate")
    if name:
        tab.get_by_label("Annotator").fill(name)
        with tab.expect_response(re.compile("/marks")):
            tab.keyboard.press("Tab")
        expect(tab.locator("#status")).to_contain_text("Started from")
    tab.locator("#lines").focus()


def press(tab: Page, *keys: str) -> None:
    for key in keys:
        tab.keyboard.press(key)


def go_to(tab: Page, words: str) -> None:
    """Choose a line with the keyboard alone."""
    press(tab, "Home")
    for _ in range(200):
        if tab.locator("#lines .row.selected .text").inner_text().startswith(words):
            return
        press(tab, "ArrowDown")
    raise AssertionError(f"there is no line {words!r}")


def shows(tab: Page, level: str) -> None:
    """Wait until the chosen line has a level."""
    expect(tab.locator("#lines .row.selected .level")).to_have_text(level)


def says(tab: Page, words: str) -> None:
    expect(tab.locator("#status")).to_contain_text(words)


def complains(tab: Page, words: str) -> None:
    expect(tab.locator("#status.problem")).to_contain_text(words)


def marks(client: Client, page: str, annotator: str, **more: str) -> Any:
    """Return what an annotator starts from."""
    return client.get(f"/data/pages/{page}/marks", None, annotator=annotator, method="tags", **more).json()


def body(given: Any, **more: Any) -> bytes:
    """Return marks that were given, as they are saved."""
    return json.dumps({**given["marks"], "page": given["page"], "base": given["base"], **more}).encode()


def put(client: Client, page: str, annotator: str, data: bytes, what: str = "annotation") -> Reply:
    return client.ask("PUT", f"/data/pages/{page}/{what}?annotator={annotator}", data)
