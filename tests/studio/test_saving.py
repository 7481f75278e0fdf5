"""Saving while marks are made, in two windows, under names that are none, with a server that does not answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from rubricator.cli import main
from rubricator.evaluate.gold.annotation import read_annotation
from rubricator.serve.settings import Settings
from tests.serve.servers import serving
from tests.waiting import until

from .conftest import Workshop
from .steps import KEPT, READY, annotate, body, complains, folder_pages, marks, press, put, says, shows

PAGE = "e-allotment"


@pytest.fixture
def tab(window: Callable[[], Page]) -> Page:
    return window()


def test_a_window_that_was_started_before_another_saved_is_told(workshop: Workshop) -> None:
    client, folder = workshop.client, workshop.annotations / "ivy"
    one, two = marks(client, PAGE, "ivy"), marks(client, PAGE, "ivy")
    assert one["base"] is None
    first = put(client, PAGE, "ivy", body(one)).json()
    before = (folder / f"{PAGE}.json").read_bytes()
    reply = put(client, PAGE, "ivy", body(two, headings=[]))
    assert (reply.status, reply.problem) == (409, "annotation-changed")
    assert (folder / f"{PAGE}.json").read_bytes() == before
    # The draft of the second window names what it was started from, also when it is loaded again.
    put(client, PAGE, "ivy", body(two, headings=[]), "draft")
    again = marks(client, PAGE, "ivy")
    assert (again["from"], again["base"]) == ("draft", None)
    # The first goes on from what it saved, the second takes its place when it says so.
    assert put(client, PAGE, "ivy", body({**one, "base": first["base"]})).status == 200
    reply = put(client, PAGE, "ivy", body(again, replace=True))
    assert reply.status == 200
    (kept,) = (folder / ".old").glob("*.json")
    assert kept.read_bytes() == before
    assert str(kept) in reply.json()["messages"][-1]


def test_only_the_draft_that_was_saved_is_dropped(workshop: Workshop) -> None:
    client = workshop.client
    given = marks(client, PAGE, "jon")
    put(client, PAGE, "jon", body(given, titles=[[0, 3]]), "draft")
    found = put(client, PAGE, "jon", body(given)).json()
    assert marks(client, PAGE, "jon")["from"] == "draft"
    assert put(client, PAGE, "jon", body({**given, "base": found["base"]}, titles=[[0, 3]])).status == 200
    assert marks(client, PAGE, "jon")["from"] == "annotation"


def test_levels_that_change_are_told(workshop: Workshop) -> None:
    given = marks(workshop.client, PAGE, "kit")
    text = json.loads(body(given))
    text["headings"] = [{"parts": [[0, 3]], "level": 1}, {"parts": [[5, 8]], "level": 5}]
    messages = put(workshop.client, PAGE, "kit", json.dumps({**text, "body": None}).encode()).json()["messages"]
    assert len(messages) == 1 and " 5 to 2." in messages[0]


def test_a_page_of_many_headings_is_saved(tmp_path: Path) -> None:
    many = "".join(f"<h2>H{number}</h2><p>x" for number in range(5_100))
    (tmp_path / "many.html").write_text(many, "utf-8")
    with serving(Settings(port=0, workers=1, pages=tmp_path, annotations=tmp_path / "gold")) as client:
        (page,) = folder_pages(client)
        assert put(client, page, "ada", body(marks(client, page, "ada"))).json()["headings"] == 5_100


def test_names_of_annotators_are_checked_at_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--annotator", "../x"]) == 2
    assert "'../x': the annotator's name has letters" in capsys.readouterr().err


@pytest.mark.browser
def test_marks_made_while_saving_are_kept(workshop: Workshop, tab: Page) -> None:
    annotate(tab, f"{workshop.url}/pages/{PAGE}", "lea")
    press(tab, "Home", "3")
    tab.wait_for_selector(KEPT)
    held: list[Route] = []
    tab.route(re.compile("/annotation"), lambda route: held.append(route))
    press(tab, "s")
    until(lambda: tab.evaluate("1") and bool(held))
    press(tab, "4")
    held[0].continue_()
    says(tab, "Saved")
    drafts = workshop.annotations / "lea" / ".drafts"
    until(lambda: any('"level":4' in one.read_text("utf-8") for one in drafts.glob("*.json")))
    tab.reload()
    tab.wait_for_selector(READY)
    says(tab, "Your draft of this page.")
    tab.locator("#lines").focus()
    press(tab, "Home")
    shows(tab, "4")


@pytest.mark.browser
def test_two_windows_do_not_take_each_others_place_unasked(workshop: Workshop, window: Callable[[], Page]) -> None:
    tabs = [window(), window()]
    for one in tabs:
        annotate(one, f"{workshop.url}/pages/{PAGE}", "max")
    for one, key in zip(tabs, "23", strict=True):
        press(one, "End", ",", key)
        one.wait_for_selector(KEPT)
    press(tabs[0], "s")
    says(tabs[0], "Saved")
    press(tabs[1], "s")
    complains(tabs[1], "another window has saved")
    press(tabs[1], "s")
    says(tabs[1], "is kept as")
    press(tabs[0], "0", "s")
    complains(tabs[0], "another window has saved")


@pytest.mark.browser
def test_a_draft_that_is_not_kept_is_tried_again_and_holds_the_window(workshop: Workshop, tab: Page) -> None:
    annotate(tab, f"{workshop.url}/pages/{PAGE}", "nan")
    tab.route(re.compile("/draft"), lambda route: route.abort())
    press(tab, "Home", "3")
    complains(tab, "The draft could not be kept")
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
    annotate(tab, f"{workshop.url}/pages/{PAGE}", "ola")
    field = tab.get_by_label("Annotator")
    for wrong in ("", "../x", " "):
        field.fill(wrong)
        press(tab, "Tab")
        complains(tab, "You are still ola")
    field.fill("half")
    press(tab, "Control+s")
    says(tab, "Saved")
    assert (workshop.annotations / "ola" / f"{PAGE}.json").is_file()
    assert not (workshop.annotations / "half").exists()


@pytest.mark.browser
def test_letters_act_on_lines_not_on_controls(workshop: Workshop, tab: Page) -> None:
    annotate(tab, f"{workshop.url}/pages/{PAGE}", "pia")
    press(tab, "Home")
    before = tab.locator("#count").inner_text()
    for name in ("Run-in", "Save"):
        tab.get_by_role("button", name=name, exact=True).focus()
        for key in ("0", "1", "b", "s", "ArrowDown"):
            press(tab, key)
    expect(tab.locator("#count")).to_have_text(before)
    assert not (workshop.annotations / "pia").exists()
    tab.evaluate("document.activeElement.blur()")
    press(tab, "2")
    shows(tab, "2")


def test_what_is_saved_is_read(workshop: Workshop) -> None:
    """By then all of the above is on disk."""
    for one in workshop.annotations.glob(f"*/{PAGE}.json"):
        assert read_annotation(one).annotator == one.parent.name
