"""Annotating pages in real Chromium, and what becomes of annotations."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import rubricator
from rubricator.cli.main import main
from rubricator.evaluate.gold.annotation import read_annotation
from tests.serve.servers import Client, is_up
from tests.waiting import until

from .conftest import Workshop
from .steps import (
    KEPT,
    READY,
    address,
    annotate,
    body,
    complains,
    folder_pages,
    go_to,
    marks,
    opened,
    page_id,
    press,
    put,
    says,
    shows,
)

pytestmark = pytest.mark.browser


def without_labels(tab: Page) -> None:
    """Unmark the labels of paragraphs, whether they were found or not."""
    for label in ("Shoes.", "Trains.", "Food.", "To the weir", "To the mill", "To the ferry"):
        go_to(tab, label)
        press(tab, "0")


def test_annotate_with_the_keyboard_alone(workshop: Workshop, tab: Page, capsys: pytest.CaptureFixture[str]) -> None:
    annotate(tab, address(workshop, "walk.html"))
    without_labels(tab)
    go_to(tab, "Shoes.")
    press(tab, "r", "2")
    go_to(tab, "Trains.")
    press(tab, "0", "r", "2", "1")
    shows(tab, "1…")
    press(tab, "z")
    shows(tab, "2…")
    press(tab, "Z")
    shows(tab, "1…")
    press(tab, "Control+z")
    go_to(tab, "Valley paths")
    press(tab, "x")
    go_to(tab, "Times")
    press(tab, "0")
    assert tab.locator("#overlay .heading").count() > 3
    press(tab, "s")
    says(tab, "Saved 5 headings")
    gold = read_annotation(workshop.annotations / "ada" / "walk.json")
    assert [(one.text, one.level, one.run_in) for one in gold.headings] == [
        ("Before you go", 1, False),
        ("Shoes.", 2, True),
        ("Trains.", 2, True),
        ("The way", 1, False),
        ("If the river is high", 1, False),
    ]
    assert gold.titles == ("The river walk in a day",)
    # What was saved goes straight into the measures, and as the HEPS data set's format too.
    capsys.readouterr()
    assert main(["evaluate", "--gold", str(workshop.annotations / "ada"), "--method", "tags"]) == 0
    assert "annotation" in capsys.readouterr().out
    with tab.expect_download() as download:
        tab.get_by_role("button", name="HEPS format").click()
    says(tab, "which headings are run-in; 2 are")
    assert download.value.suggested_filename == "walk.json"
    exported = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert exported["rawString"] and len(exported["children"]) == 3


def test_all_other_marks(workshop: Workshop, tab: Page) -> None:
    """Body, title, a heading of two lines, another heading, an end of a block; by keys, and by buttons."""
    annotate(tab, address(workshop, "walk.html"), "fay")
    without_labels(tab)
    go_to(tab, "The river walk in a day")
    press(tab, "0", "m")
    expect(tab.locator("#count")).not_to_contain_text("body")
    press(tab, "b", "b")
    tab.get_by_role("button", name="Title").click()
    tab.locator("#lines").focus()
    go_to(tab, "The way")
    press(tab, "+")
    go_to(tab, "Shoes.")
    press(tab, "a")
    go_to(tab, "Trains.")
    press(tab, "0", "e")
    go_to(tab, "If the river is high")
    press(tab, "0")
    go_to(tab, "Do not try")
    press(tab, "B", "s")
    says(tab, "Saved 3 headings")
    gold = read_annotation(workshop.annotations / "fay" / "walk.json")
    page = rubricator.read(workshop.folder / "walk.html")
    before, way, _ = gold.headings
    assert gold.titles == ("The river walk in a day",)
    assert way.text.startswith("The way To the weir")
    assert page.text[slice(*before.spans[1][0])].startswith("Shoes.")
    assert page.text[: before.block[0][1]].endswith("the timetable at the bridge says.")
    assert gold.body_span
    assert page.text[slice(*gold.body_span)].startswith("The river walk in a day")
    assert page.text[: gold.body_span[1]].endswith("at half past every hour.")


def test_a_draft_survives_a_server_that_is_killed(workshop: Workshop, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes((workshop.folder / "kiln.html").read_bytes())
    command = [sys.executable, "-m", "rubricator", "serve", "--port", "0", "--workers", "1", "--pages", str(tmp_path)]
    digest = sha256((tmp_path / "page.html").read_bytes()).hexdigest()
    draft = {"page": digest, "headings": [{"parts": [[0, 5]], "level": 4}], "titles": None, "body": None}
    found = []
    for _ in range(2):
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr
            port = int(process.stderr.readline().partition("127.0.0.1:")[2].partition("/")[0])
            client = Client("127.0.0.1", port, None)  # type: ignore[arg-type]
            until(partial(is_up, client))
            (page,) = folder_pages(client)
            found.append(marks(client, page, "ada")["from"])
            put(client, page, "ada", json.dumps(draft).encode(), "draft")
            process.kill()
    assert found == ["method", "draft"]


def test_a_draft_survives_a_window_that_is_closed(workshop: Workshop, window: Callable[[], Page]) -> None:
    first, second = window(), window()
    annotate(first, address(workshop, "kiln.html"))
    go_to(first, "Everybody at Harrow Lane")
    press(first, "3")
    first.wait_for_selector(KEPT)
    first.close()
    (draft,) = (workshop.annotations / "ada" / ".drafts").glob("kiln.*.json")
    assert any(one["level"] == 3 for one in json.loads(draft.read_text("utf-8"))["headings"])
    annotate(second, address(workshop, "kiln.html"))
    says(second, "Your draft of this page.")
    go_to(second, "Everybody at Harrow Lane")
    shows(second, "3")
    press(second, "0", "s")
    says(second, "Saved")
    assert not draft.exists()


def test_a_line_that_is_not_part_of_its_block(workshop: Workshop, tab: Page) -> None:
    annotate(tab, address(workshop, "kiln.html"), "gil")
    go_to(tab, "Members of at least")
    press(tab, "g")
    shows(tab, "–")
    assert tab.locator("#overlay .gap").count() > 0
    press(tab, "s")
    says(tab, "Saved")
    gold = read_annotation(workshop.annotations / "gil" / "kiln.json")
    text = rubricator.read(workshop.folder / "kiln.html").text
    (outer,) = (one for one in gold.headings if one.text == "Booking a firing")
    assert len(outer.block) == 2
    assert "Members of at least" not in " ".join(text[slice(*one)] for one in outer.block)
    tab.reload()
    tab.wait_for_selector(READY)
    says(tab, "Your annotation of this page.")
    go_to(tab, "Members of at least")
    shows(tab, "–")
    press(tab, "g")
    shows(tab, "")


@pytest.mark.parametrize("is_saved", [False, True])
def test_a_page_that_is_changed_on_disk(workshop: Workshop, window: Callable[[], Page], is_saved: bool) -> None:
    """What was drafted or saved before stays, is seen, and is brought over as far as the page still has it."""
    name = f"changing-{is_saved}"
    file = workshop.folder / f"{name}.html"
    file.write_text("<title>Boats</title><h1>Boats</h1><p>All.<h2>Rowing</h2><p>Slow.<h2>Sailing</h2><p>Fast.", "utf-8")
    until(lambda: f">{name}.html<" in workshop.client.get("/").text)
    tab = window()
    annotate(tab, address(workshop, f"{name}.html"), "hal")
    go_to(tab, "Rowing")
    press(tab, "3")
    tab.wait_for_selector(KEPT)
    if is_saved:
        press(tab, "s")
        says(tab, "Saved")
    file.write_text(
        "<title>Boats</title><h1>Boats</h1><p>All of them.<h2>Motors</h2><p>Loud.<h2>Rowing</h2><p>Slow.", "utf-8"
    )
    press(tab, "4", "s")
    complains(tab, "the page was changed on disk")
    tab.reload()
    tab.wait_for_selector(READY)
    says(tab, "Started from rubric.")
    versions = tab.locator("#versions > li")
    expect(versions).to_have_count(1 + is_saved)
    expect(versions.first).to_contain_text("A draft with 2 headings")
    versions.first.get_by_text("What it has").click()
    expect(versions.first.locator("ol li")).to_have_text(["4Rowing", "1Sailing"])
    versions.first.get_by_role("button", name="Bring over").click()
    expect(tab.locator("#messages")).to_contain_text("1 of 2 headings were found")
    expect(tab.locator("#messages")).to_contain_text("Not found: “Sailing”")
    tab.locator("#lines").focus()
    go_to(tab, "Rowing")
    shows(tab, "4")
    press(tab, "s")
    says(tab, "Saved 1 heading")
    saved = read_annotation(workshop.annotations / "hal" / f"{name}.json")
    assert [one.text for one in saved.headings] == ["Rowing"]
    kept = sorted(one.parent.name for one in (workshop.annotations / "hal").glob(f".*/{name}.*.json"))
    assert kept == [".drafts", ".old"][: 1 + is_saved]
    file.unlink()


def test_two_annotators_their_agreement_and_the_queue(workshop: Workshop, tab: Page) -> None:
    for name, keys in (("", []), ("ben", ["0"])):
        annotate(tab, address(workshop, "kiln.html"), name)
        go_to(tab, "Loading the kiln")
        press(tab, *keys, "s")
        says(tab, "Saved")
    tab.goto(f"{workshop.url}/queue")
    row = tab.locator("section:has(#pages) tbody tr", has_text="kiln.html")
    assert row.locator("td").all_inner_texts()[:2] == ["done", "done"]
    tab.get_by_role("button", name="Compare").click()
    expect(tab.locator("#agreement tbody tr").first).to_contain_text("All 1 page")
    kappa, f_of_headings = (float(tab.locator("#agreement td").nth(at).inner_text()) for at in (1, 3))
    assert 0.8 < kappa < 1
    assert f_of_headings == pytest.approx(2 * 9 / 19, abs=0.001)
    tab.goto(f"{address(workshop, 'kiln.html')}/compare")
    tab.get_by_label("Left").select_option("gold:ben")
    tab.get_by_label("Right").select_option("gold:ada")
    expect(tab.locator("tr.is-right")).to_have_count(1)
    expect(tab.locator("tr.is-right")).to_contain_text("Loading the kiln")


def test_what_was_saved_goes_to_tune_and_train(
    workshop: Workshop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Saved through the studio's own route, as the Save button does."""
    for name in ("kiln.html", "walk.html"):
        found = page_id(workshop, name)
        given = workshop.client.get(f"/data/pages/{found}/marks", annotator="dora").json()
        assert put(workshop.client, found, "dora", body(given)).status == 200
    gold = str(workshop.annotations / "dora")
    assert main(["tune", "--gold", gold, "-o", str(tmp_path / "heps.json")]) == 0
    assert "2 pages of your own" in capsys.readouterr().out
    assert main(["train", "rubric", "--gold", gold, "-o", str(tmp_path / "model")]) == 0


def test_a_page_of_a_thousand_headings(workshop: Workshop, tab: Page) -> None:
    many = "".join(f"<h2>Heading {number}</h2><p>Some text of {number}." for number in range(1000))
    annotate(tab, opened(workshop.client, f"<title>Many</title>{many}"))
    press(tab, "End", "2")
    shows(tab, "2")
    press(tab, "z")
    shows(tab, "")
