"""Saving while marks are made, in two windows, under names that are none, with a server that does not answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from rubricator.cli import main
from rubricator.evaluate.gold.annotation import read_annotation
from rubricator.serve.settings import Settings
from tests.serve.servers import Client, serving
from tests.waiting import until

from .conftest import Workshop

READY, KEPT = "html[data-ready]", "html[data-draft=kept]"
PAGE = "e-allotment"


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    yield context.new_page()
    context.close()


def annotate(workshop: Workshop, tab: Page, name: str) -> None:
    tab.goto(f"{workshop.url}/pages/{PAGE}/annotate")
    tab.wait_for_selector(READY)
    tab.get_by_label("Annotator").fill(name)
    with tab.expect_response(re.compile("/marks")):
        tab.keyboard.press("Tab")
    expect(tab.locator("#status")).to_contain_text("Started from")
    tab.locator("#lines").focus()


def marks(client: Client, annotator: str, page: str = PAGE) -> Any:
    return client.get(f"/data/pages/{page}/marks", None, annotator=annotator, method="tags").json()


def body(given: Any, **more: Any) -> bytes:
    return json.dumps({**given["marks"], "page": given["page"], "base": given["base"], **more}).encode()


def put(client: Client, what: str, annotator: str, data: bytes) -> Any:
    return client.ask("PUT", f"/data/pages/{PAGE}/{what}?annotator={annotator}", data)


def test_a_window_that_was_started_before_another_saved_is_told(workshop: Workshop) -> None:
    client, folder = workshop.client, workshop.annotations / "ivy"
    one, two = marks(client, "ivy"), marks(client, "ivy")
    assert one["base"] is None
    first = put(client, "annotation", "ivy", body(one)).json()
    before = (folder / f"{PAGE}.json").read_bytes()
    reply = put(client, "annotation", "ivy", body(two, headings=[]))
    assert (reply.status, reply.problem) == (409, "annotation-changed")
    assert (folder / f"{PAGE}.json").read_bytes() == before
    # The draft of the second window names what it was started from, also when it is loaded again.
    put(client, "draft", "ivy", body(two, headings=[]))
    again = marks(client, "ivy")
    assert (again["from"], again["base"]) == ("draft", None)
    # The first goes on from what it saved, the second takes its place when it says so.
    assert put(client, "annotation", "ivy", body({**one, "base": first["base"]})).status == 200
    reply = put(client, "annotation", "ivy", body(again, replace=True))
    assert reply.status == 200
    (kept,) = (folder / ".old").glob("*.json")
    assert kept.read_bytes() == before
    assert str(kept) in reply.json()["messages"][-1]


def test_only_the_draft_that_was_saved_is_dropped(workshop: Workshop) -> None:
    client = workshop.client
    given = marks(client, "jon")
    put(client, "draft", "jon", body(given, titles=[[0, 3]]))
    found = put(client, "annotation", "jon", body(given)).json()
    assert marks(client, "jon")["from"] == "draft"
    assert put(client, "annotation", "jon", body({**given, "base": found["base"]}, titles=[[0, 3]])).status == 200
    assert marks(client, "jon")["from"] == "annotation"


def test_levels_that_change_are_told(workshop: Workshop) -> None:
    given = marks(workshop.client, "kit")
    text = json.loads(body(given))
    text["headings"] = [{"parts": [[0, 3]], "level": 1}, {"parts": [[5, 8]], "level": 5}]
    messages = put(workshop.client, "annotation", "kit", json.dumps({**text, "body": None}).encode()).json()["messages"]
    assert len(messages) == 1 and " 5 to 2." in messages[0]


def test_a_page_of_many_headings_is_saved(tmp_path: Path) -> None:
    many = "".join(f"<h2>H{number}</h2><p>x" for number in range(5_100))
    (tmp_path / "many.html").write_text(many, "utf-8")
    with serving(Settings(port=0, workers=1, pages=tmp_path, annotations=tmp_path / "gold")) as client:
        (page,) = re.findall(r"/pages/(f-[0-9a-f]{16})/look", client.get("/").text)
        given = marks(client, "ada", page)
        reply = client.ask("PUT", f"/data/pages/{page}/annotation?annotator=ada", body(given))
        assert reply.json()["headings"] == 5_100


def test_names_of_annotators_are_checked_at_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--annotator", "../x"]) == 2
    assert "'../x': the annotator's name has letters" in capsys.readouterr().err


@pytest.mark.browser
def test_marks_made_while_saving_are_kept(workshop: Workshop, tab: Page) -> None:
    annotate(workshop, tab, "lea")
    tab.keyboard.press("Home")
    tab.keyboard.press("3")
    tab.wait_for_selector(KEPT)
    held: list[Route] = []
    tab.route(re.compile("/annotation"), lambda route: held.append(route))
    tab.keyboard.press("s")
    until(lambda: tab.evaluate("1") and bool(held))
    tab.keyboard.press("4")
    held[0].continue_()
    expect(tab.locator("#status")).to_contain_text("Saved")
    drafts = workshop.annotations / "lea" / ".drafts"
    until(lambda: any('"level":4' in one.read_text("utf-8") for one in drafts.glob("*.json")))
    tab.reload()
    tab.wait_for_selector(READY)
    expect(tab.locator("#status")).to_have_text("Your draft of this page.")
    tab.locator("#lines").focus()
    tab.keyboard.press("Home")
    expect(tab.locator("#lines .row.selected .level")).to_have_text("4")


@pytest.mark.browser
def test_two_windows_do_not_take_each_others_place_unasked(workshop: Workshop, browser: Browser) -> None:
    tabs = [browser.new_page(), browser.new_page()]
    for one in tabs:
        annotate(workshop, one, "max")
    for one, key in zip(tabs, "23", strict=True):
        one.keyboard.press("End")
        one.keyboard.press(",")
        one.keyboard.press(key)
        one.wait_for_selector(KEPT)
    tabs[0].keyboard.press("s")
    expect(tabs[0].locator("#status")).to_contain_text("Saved")
    tabs[1].keyboard.press("s")
    expect(tabs[1].locator("#status.problem")).to_contain_text("another window has saved")
    tabs[1].keyboard.press("s")
    expect(tabs[1].locator("#status")).to_contain_text("is kept as")
    tabs[0].keyboard.press("0")
    tabs[0].keyboard.press("s")
    expect(tabs[0].locator("#status.problem")).to_contain_text("another window has saved")
    for one in tabs:
        one.close()


@pytest.mark.browser
def test_a_draft_that_is_not_kept_is_tried_again_and_holds_the_window(workshop: Workshop, tab: Page) -> None:
    annotate(workshop, tab, "nan")
    tab.route(re.compile("/draft"), lambda route: route.abort())
    tab.keyboard.press("Home")
    tab.keyboard.press("3")
    expect(tab.locator("#status.problem")).to_contain_text("The draft could not be kept")
    asked: list[str] = []

    def stay(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    tab.on("dialog", stay)
    tab.close(run_before_unload=True)
    until(lambda: tab.evaluate("1") and bool(asked))
    assert asked == ["beforeunload"]
    tab.unroute(re.compile("/draft"))
    tab.unroute_all()
    tab.wait_for_selector(KEPT)


@pytest.mark.browser
def test_a_name_is_used_when_it_is_one(workshop: Workshop, tab: Page) -> None:
    annotate(workshop, tab, "ola")
    field = tab.get_by_label("Annotator")
    for wrong in ("", "../x", " "):
        field.fill(wrong)
        tab.keyboard.press("Tab")
        expect(tab.locator("#status.problem")).to_contain_text("You are still ola")
    field.fill("half")
    tab.keyboard.press("Control+s")
    expect(tab.locator("#status")).to_contain_text("Saved")
    assert (workshop.annotations / "ola" / f"{PAGE}.json").is_file()
    assert not (workshop.annotations / "half").exists()


@pytest.mark.browser
def test_letters_act_on_lines_not_on_controls(workshop: Workshop, tab: Page) -> None:
    annotate(workshop, tab, "pia")
    tab.keyboard.press("Home")
    before = tab.locator("#count").inner_text()
    for name in ("Run-in", "Save"):
        tab.get_by_role("button", name=name, exact=True).focus()
        for key in ("0", "1", "b", "s", "ArrowDown"):
            tab.keyboard.press(key)
    expect(tab.locator("#count")).to_have_text(before)
    assert not (workshop.annotations / "pia").exists()
    tab.evaluate("document.activeElement.blur()")
    tab.keyboard.press("2")
    expect(tab.locator("#lines .row.selected .level")).to_have_text("2")


def test_what_is_saved_is_read(workshop: Workshop) -> None:
    """By then all of the above is on disk."""
    for one in workshop.annotations.glob(f"*/{PAGE}.json"):
        assert read_annotation(one).annotator == one.parent.name
