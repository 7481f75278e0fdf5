"""The studio in real Chromium, from opening a page to giving what was annotated to `evaluate`."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import rubricator
from rubricator.cli.main import main
from rubricator.evaluate.gold.annotation import read_annotation
from tests.serve.servers import Client, is_up
from tests.waiting import until

from .conftest import Workshop

pytestmark = pytest.mark.browser
READY = "html[data-ready]"
expect.set_options(timeout=20_000)
STYLED = (
    b"<link rel=stylesheet href='files/a.css'><title>Zipped</title>"
    b"<p class=h>Fees</p><p>None.<p class=h>Terms</p><p>Ask."
)


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    assert problems == []


def page_id(workshop: Workshop, name: str) -> str:
    """Return the id of a page of the folder, from the list that people see."""
    found = re.search(rf'href="/pages/([^/"]+)/look">{re.escape(name)}<', workshop.client.get("/").text)
    assert found
    return found[1]


def look(workshop: Workshop, tab: Page, name: str) -> str:
    found = page_id(workshop, name)
    tab.goto(f"{workshop.url}/pages/{found}/look")
    tab.wait_for_selector(READY)
    return found


def open_archive(workshop: Workshop, tab: Page, folder: str = "") -> None:
    """Open a saved page with its stylesheet as ZIP."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(f"{folder}page.html", STYLED)
        file.writestr(f"{folder}files/a.css", ".h { font-size: 30px; color: rgb(1, 2, 3) }")
    tab.goto(workshop.url)
    tab.set_input_files("#file", {"name": "saved.zip", "mimeType": "application/zip", "buffer": archive.getvalue()})
    tab.wait_for_selector(READY)


def test_open_a_file_and_find_it_among_the_recent_ones(workshop: Workshop, tab: Page) -> None:
    open_archive(workshop, tab)
    assert tab.locator("#title").inner_text() == "Zipped"
    shown = tab.frame_locator("#frame").get_by_text("Fees")
    assert shown.evaluate("one => getComputedStyle(one).color") == "rgb(1, 2, 3)"
    tab.goto(workshop.url)
    assert tab.locator("section:has(#recent) li").first.inner_text().startswith("Zipped")


def test_drop_a_file(workshop: Workshop, tab: Page) -> None:
    tab.goto(workshop.url)
    dropped = tab.evaluate_handle(
        """() => {
        const found = new DataTransfer()
        found.items.add(new File(["<title>Dropped</title><h1>A</h1><p>b"], "dropped.html", { type: "text/html" }))
        return found
    }"""
    )
    tab.dispatch_event("#dropping", "dragenter", {"dataTransfer": dropped})
    assert tab.locator("#dropping.over").count() == 1
    tab.dispatch_event("#dropping", "drop", {"dataTransfer": dropped})
    tab.wait_for_selector(READY)
    assert tab.locator("#title").inner_text() == "Dropped"


def test_paste_and_be_told_of_mistakes(workshop: Workshop, tab: Page) -> None:
    tab.goto(workshop.url)
    tab.get_by_role("button", name="Open what is pasted").click()
    expect(tab.locator("#status")).to_have_text("There is nothing pasted yet.")
    tab.get_by_label("Or paste HTML").fill("<h1>Pasted</h1><p>One.<h2>Two</h2><p>Three.")
    tab.get_by_role("button", name="Open what is pasted").click()
    tab.wait_for_selector(READY)
    assert "Two" in tab.locator("#tree").inner_text()


def test_a_file_that_is_no_page_is_told(workshop: Workshop, browser: Browser) -> None:
    tab = browser.new_page()
    tab.goto(workshop.url)
    tab.set_input_files("#file", {"name": "a.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7"})
    expect(tab.locator("#status.problem")).to_contain_text("seems to be a PDF document")
    tab.close()


def test_outline_and_page_are_linked_both_ways(workshop: Workshop, tab: Page) -> None:
    look(workshop, tab, "kiln.html")
    row = tab.locator("#tree .row", has_text="Who may book")
    number = row.get_attribute("data-block")
    row.hover()
    assert tab.locator(f"#overlay .heading[data-block='{number}'].hovered").count() == 1
    tab.locator("#overlay .heading.l2").nth(1).click()
    expect(tab.locator("#tree .row.selected")).to_contain_text("How far ahead")
    assert "%" in row.inner_text()
    assert tab.locator("#overlay .body").count() == 1


def test_methods_renderers_and_forms(workshop: Workshop, tab: Page) -> None:
    look(workshop, tab, "kiln.html")
    tab.get_by_role("radio", name="tags").check(force=True)
    expect(tab.locator("#count")).to_have_text("Nothing was found.")
    tab.get_by_role("radio", name="rubric").check(force=True)
    expect(tab.locator("#count")).to_have_text("10 headings")
    for form, has in (
        ("JSON", '"schema": "rubricator/1"'),
        ("Markdown", "## Booking a firing"),
        ("Chunks", '"headings"'),
    ):
        tab.get_by_role("tab", name=form).click()
        expect(tab.locator("#text")).to_contain_text(has)
        tab.get_by_role("button", name="Copy").click()
        expect(tab.locator("#status")).to_contain_text("Copied")
        assert has in tab.evaluate("navigator.clipboard.readText()")
    tab.get_by_role("tab", name="Chunks").press("ArrowRight")
    expect(tab.get_by_role("tab", name="Page")).to_be_focused()
    expect(tab.locator("#pane")).to_be_visible()
    tab.get_by_role("radio", name="browser", exact=True).check(force=True)
    # Only there are boxes, which this method needs.
    expect(tab.get_by_role("radio", name="vips")).to_have_count(1, timeout=30_000)
    tab.wait_for_selector(READY)


def test_read_as_headings_that_unfold(workshop: Workshop, tab: Page) -> None:
    found = page_id(workshop, "kiln.html")
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.goto(f"{workshop.url}/pages/{found}/read")
    inside = tab.get_by_text("Members of at least three months")
    expect(tab.get_by_text("Booking a firing")).to_be_visible()
    expect(inside).to_be_hidden()
    tab.get_by_text("Booking a firing").click()
    tab.get_by_text("Who may book").click()
    expect(inside).to_be_visible()
    tab.get_by_role("searchbox", name="Find").fill("glaze")
    expect(tab.locator("#status")).to_contain_text("in 2 sections")
    expect(tab.get_by_text("old glaze")).to_be_visible()
    expect(tab.get_by_text("Booking a firing")).to_be_hidden()
    assert tab.evaluate("CSS.highlights.get('found').size") == 2
    shown = "() => [...CSS.highlights.get('here')][0].startContainer.parentElement.textContent"
    first = tab.evaluate(shown)
    tab.keyboard.press("Enter")
    assert tab.evaluate(shown) != first
    tab.keyboard.press("Shift+Enter")
    assert tab.evaluate(shown) == first
    tab.keyboard.press("Escape")
    expect(inside).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360


def test_compare_methods(workshop: Workshop, tab: Page) -> None:
    found = page_id(workshop, "walk.html")
    tab.goto(f"{workshop.url}/pages/{found}/compare")
    expect(tab.locator("#rows tbody tr").first).to_contain_text("The river walk in a day")
    # What is a heading for one and the title for the other is the same, and so are the levels below it.
    expect(tab.locator("#status")).to_contain_text("5 same")
    tab.get_by_label("Right").select_option("tags")
    expect(tab.locator("#right-name")).to_contain_text("tags")
    expect(tab.locator("#status")).to_contain_text("5 same")
    tab.get_by_label("Only what differs").check()
    expect(tab.locator("#rows tbody tr")).to_have_count(0)
    tab.get_by_label("Only what differs").uncheck()
    tab.get_by_label("Right").select_option("rubric")
    # The rows are made anew then; a click on an old one would lead nowhere.
    expect(tab.locator("#right-name")).to_contain_text("rubric")
    tab.locator("#rows tbody tr", has_text="Before you go").get_by_role("link").first.click()
    tab.wait_for_selector(READY)
    expect(tab.locator("#tree .row.selected")).to_contain_text("Before you go")


def selected(tab: Page) -> str:
    return tab.locator("#lines .row.selected .text").inner_text()


def press(tab: Page, *keys: str) -> None:
    for key in keys:
        tab.keyboard.press(key)


def go_to(tab: Page, words: str) -> None:
    """Choose a line with the keyboard alone."""
    press(tab, "Home")
    for _ in range(200):
        if selected(tab).startswith(words):
            return
        press(tab, "ArrowDown")
    raise AssertionError(f"there is no line {words!r}")


def without_labels(tab: Page) -> None:
    """Unmark the labels of paragraphs, whether they were found or not."""
    for label in ("Shoes.", "Trains.", "Food.", "To the weir", "To the mill", "To the ferry"):
        go_to(tab, label)
        press(tab, "0")


def test_annotate_with_the_keyboard_alone(workshop: Workshop, tab: Page, capsys: pytest.CaptureFixture[str]) -> None:
    found = page_id(workshop, "walk.html")
    tab.goto(f"{workshop.url}/pages/{found}/annotate")
    tab.wait_for_selector(READY)
    without_labels(tab)
    go_to(tab, "Shoes.")
    press(tab, "r", "2")
    go_to(tab, "Trains.")
    press(tab, "0", "r", "2", "1")
    badge = tab.locator("#lines .row.selected .level")
    expect(badge).to_have_text("1…")
    press(tab, "z")
    expect(badge).to_have_text("2…")
    press(tab, "Z")
    expect(badge).to_have_text("1…")
    press(tab, "Control+z")
    go_to(tab, "Valley paths")
    press(tab, "x")
    go_to(tab, "Times")
    press(tab, "0")
    assert tab.locator("#overlay .heading").count() > 3
    press(tab, "s")
    expect(tab.locator("#status")).to_contain_text("Saved 5 headings")
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
    expect(tab.locator("#status")).to_contain_text("which headings are run-in; 2 are")
    assert download.value.suggested_filename == "walk.json"
    exported = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert exported["rawString"] and len(exported["children"]) == 3


def test_all_other_marks(workshop: Workshop, tab: Page) -> None:
    """Body, title, a heading of two lines, another heading, an end of a block; by keys, and by buttons."""
    found = page_id(workshop, "walk.html")
    tab.goto(f"{workshop.url}/pages/{found}/annotate")
    tab.wait_for_selector(READY)
    tab.get_by_label("Annotator").fill("fay")
    with tab.expect_response(re.compile("/marks")):
        tab.keyboard.press("Tab")
    expect(tab.locator("#status")).to_contain_text("Started from rubric.")
    tab.locator("#lines").focus()
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
    expect(tab.locator("#status")).to_contain_text("Saved 3 headings")
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
    marks = {"page": digest, "headings": [{"parts": [[0, 5]], "level": 4}], "titles": None, "body": None}
    found = []
    for _ in range(2):
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr
            port = int(process.stderr.readline().partition("127.0.0.1:")[2].partition("/")[0])
            client = Client("127.0.0.1", port, None)  # type: ignore[arg-type]
            until(partial(is_up, client))
            page = re.findall(r"f-[0-9a-f]{16}", client.get("/").text)[0]
            found.append(client.get(f"/data/pages/{page}/marks", annotator="ada").json()["from"])
            client.ask("PUT", f"/data/pages/{page}/draft?annotator=ada", json.dumps(marks).encode())
            process.kill()
    assert found == ["method", "draft"]


def test_a_draft_survives_a_window_that_is_closed(workshop: Workshop, browser: Browser) -> None:
    first = browser.new_page()
    found = page_id(workshop, "kiln.html")
    address = f"{workshop.url}/pages/{found}/annotate"
    first.goto(address)
    first.wait_for_selector(READY)
    go_to(first, "Everybody at Harrow Lane")
    press(first, "3")
    first.wait_for_selector("html[data-draft=kept]")
    first.close()
    (draft,) = (workshop.annotations / "ada" / ".drafts").glob("kiln.*.json")
    assert any(one["level"] == 3 for one in json.loads(draft.read_text("utf-8"))["headings"])
    second = browser.new_page()
    second.goto(address)
    second.wait_for_selector(READY)
    expect(second.locator("#status")).to_have_text("Your draft of this page.")
    go_to(second, "Everybody at Harrow Lane")
    expect(second.locator("#lines .row.selected .level")).to_have_text("3")
    press(second, "0", "s")
    expect(second.locator("#status")).to_contain_text("Saved")
    assert not draft.exists()
    second.close()


def test_a_line_that_is_not_part_of_its_block(workshop: Workshop, tab: Page) -> None:
    found = page_id(workshop, "kiln.html")
    tab.goto(f"{workshop.url}/pages/{found}/annotate")
    tab.wait_for_selector(READY)
    as_annotator(tab, "gil")
    go_to(tab, "Members of at least")
    press(tab, "g")
    expect(tab.locator("#lines .row.selected .level")).to_have_text("–")
    assert tab.locator("#overlay .gap").count() > 0
    press(tab, "s")
    expect(tab.locator("#status")).to_contain_text("Saved")
    gold = read_annotation(workshop.annotations / "gil" / "kiln.json")
    text = rubricator.read(workshop.folder / "kiln.html").text
    (outer,) = (one for one in gold.headings if one.text == "Booking a firing")
    assert len(outer.block) == 2
    assert "Members of at least" not in " ".join(text[slice(*one)] for one in outer.block)
    tab.reload()
    tab.wait_for_selector(READY)
    expect(tab.locator("#status")).to_have_text("Your annotation of this page.")
    go_to(tab, "Members of at least")
    expect(tab.locator("#lines .row.selected .level")).to_have_text("–")
    press(tab, "g")
    expect(tab.locator("#lines .row.selected .level")).to_have_text("")


def as_annotator(tab: Page, name: str) -> None:
    tab.get_by_label("Annotator").fill(name)
    with tab.expect_response(re.compile("/marks")):
        tab.keyboard.press("Tab")
    expect(tab.locator("#status")).to_contain_text("Started from")
    tab.locator("#lines").focus()


@pytest.mark.parametrize("is_saved", [False, True])
def test_a_page_that_is_changed_on_disk(workshop: Workshop, browser: Browser, is_saved: bool) -> None:
    """What was drafted or saved before stays, is seen, and is brought over as far as the page still has it."""
    name = f"changing-{is_saved}"
    file = workshop.folder / f"{name}.html"
    file.write_text("<title>Boats</title><h1>Boats</h1><p>All.<h2>Rowing</h2><p>Slow.<h2>Sailing</h2><p>Fast.", "utf-8")
    until(lambda: f">{name}.html<" in workshop.client.get("/").text)
    tab = browser.new_page()
    tab.goto(f"{workshop.url}/pages/{page_id(workshop, f'{name}.html')}/annotate")
    tab.wait_for_selector(READY)
    as_annotator(tab, "hal")
    go_to(tab, "Rowing")
    press(tab, "3")
    tab.wait_for_selector("html[data-draft=kept]")
    if is_saved:
        press(tab, "s")
        expect(tab.locator("#status")).to_contain_text("Saved")
    file.write_text(
        "<title>Boats</title><h1>Boats</h1><p>All of them.<h2>Motors</h2><p>Loud.<h2>Rowing</h2><p>Slow.", "utf-8"
    )
    press(tab, "4", "s")
    expect(tab.locator("#status.problem")).to_contain_text("the page was changed on disk")
    tab.reload()
    tab.wait_for_selector(READY)
    expect(tab.locator("#status")).to_have_text("Started from rubric.")
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
    expect(tab.locator("#lines .row.selected .level")).to_have_text("4")
    press(tab, "s")
    expect(tab.locator("#status")).to_contain_text("Saved 1 heading")
    saved = read_annotation(workshop.annotations / "hal" / f"{name}.json")
    assert [one.text for one in saved.headings] == ["Rowing"]
    kept = sorted(one.parent.name for one in (workshop.annotations / "hal").glob(f".*/{name}.*.json"))
    assert kept == [".drafts", ".old"][: 1 + is_saved]
    tab.close()
    file.unlink()


def test_two_annotators_their_agreement_and_the_queue(workshop: Workshop, tab: Page) -> None:
    found = page_id(workshop, "kiln.html")
    for name, keys in (("ada", []), ("ben", ["0"])):
        tab.goto(f"{workshop.url}/pages/{found}/annotate")
        tab.wait_for_selector(READY)
        if tab.get_by_label("Annotator").input_value() != name:
            tab.get_by_label("Annotator").fill(name)
            with tab.expect_response(re.compile("/marks")):
                tab.keyboard.press("Tab")
            expect(tab.locator("#status")).to_contain_text("Started from rubric.")
        tab.locator("#lines").focus()
        go_to(tab, "Loading the kiln")
        press(tab, *keys, "s")
        expect(tab.locator("#status")).to_contain_text("Saved")
    tab.goto(f"{workshop.url}/queue")
    row = tab.locator("section:has(#pages) tbody tr", has_text="kiln.html")
    assert row.locator("td").all_inner_texts()[:2] == ["done", "done"]
    tab.get_by_role("button", name="Compare").click()
    expect(tab.locator("#agreement tbody tr").first).to_contain_text("All 1 page")
    kappa, f_of_headings = (float(tab.locator("#agreement td").nth(at).inner_text()) for at in (1, 3))
    assert 0.8 < kappa < 1
    assert f_of_headings == pytest.approx(2 * 9 / 19, abs=0.001)
    tab.goto(f"{workshop.url}/pages/{found}/compare")
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
        body = json.dumps({**given["marks"], "page": given["page"]}).encode()
        assert workshop.client.ask("PUT", f"/data/pages/{found}/annotation?annotator=dora", body).status == 200
    gold = str(workshop.annotations / "dora")
    assert main(["tune", "--gold", gold, "-o", str(tmp_path / "heps.json")]) == 0
    assert "2 pages of your own" in capsys.readouterr().out
    assert main(["train", "rubric", "--gold", gold, "-o", str(tmp_path / "model")]) == 0


def test_an_opened_page_is_annotated_with_its_page_beside_it(workshop: Workshop, tab: Page) -> None:
    open_archive(workshop, tab, "deep/")
    tab.get_by_role("link", name="Annotate").click()
    tab.wait_for_selector(READY)
    tab.get_by_label("Annotator").fill("cleo")
    with tab.expect_response(re.compile("/marks")):
        tab.keyboard.press("Tab")
    expect(tab.locator("#status")).to_contain_text("Started")
    tab.locator("#lines").focus()
    go_to(tab, "Fees")
    press(tab, "1", "s")
    expect(tab.locator("#status")).to_contain_text("Saved")
    (saved,) = (workshop.annotations / "cleo").glob("*.json")
    gold = read_annotation(saved)
    assert gold.page.read_bytes() == STYLED
    assert (gold.page.parent / "files" / "a.css").is_file()


def test_search_opens_the_page_at_the_block(workshop: Workshop, tab: Page) -> None:
    tab.goto(f"{workshop.url}/search")
    tab.keyboard.type("stoneware shelf")
    tab.keyboard.press("Enter")
    result = tab.locator("#results li").first
    expect(result).to_contain_text("Sharing the big kiln › Booking a firing")
    assert result.locator("mark").count() > 0
    result.get_by_role("link", name="What it costs").click()
    tab.wait_for_selector(READY)
    expect(tab.locator("#tree .row.selected")).to_contain_text("What it costs")


def test_a_page_that_is_gone(workshop: Workshop, browser: Browser) -> None:
    tab = browser.new_page()
    for path in ("/pages/o-gone/look", "/nowhere", "/pages/e-choir/nothing"):
        answer = tab.goto(workshop.url + path)
        assert answer and answer.status == 404
        expect(tab.get_by_role("heading", level=1)).to_have_text("Not Found")
        tab.get_by_role("link", name="Open a page").click()
        expect(tab.get_by_role("heading", level=1)).to_have_text("Open a page")
    assert workshop.client.get("/pages/o-gone/look").problem == "no-page"
    tab.close()


def paste(workshop: Workshop, tab: Page, html: str) -> str:
    """Open HTML that is pasted; return where its views are."""
    tab.goto(workshop.url)
    tab.get_by_label("Or paste HTML").fill(html)
    tab.get_by_role("button", name="Open what is pasted").click()
    tab.wait_for_selector(READY)
    return tab.url.removesuffix("/look")


def test_a_page_from_right_to_left(workshop: Workshop, tab: Page) -> None:
    heading, text = "\u0643\u064a\u0641\u064a\u0629", "\u064a\u0628\u062f\u0623 \u0627\u0644\u062d\u062c\u0632."
    place = paste(workshop, tab, f"<title>{heading}</title><h1>{heading}</h1><p>{text}<h2>{heading}</h2><p>{text}")
    assert tab.locator("#tree .row .text").first.evaluate("one => getComputedStyle(one).direction") == "rtl"
    tab.goto(f"{place}/read")
    expect(tab.locator("#reading[dir=rtl] summary").first).to_be_visible()
    tab.goto(f"{place}/annotate")
    tab.wait_for_selector(READY)
    assert tab.locator("#lines .text").first.evaluate("one => getComputedStyle(one).direction") == "rtl"


def test_pages_of_almost_nothing(workshop: Workshop, tab: Page) -> None:
    place = paste(workshop, tab, "<p hidden>x")
    expect(tab.locator("#count")).to_have_text("Nothing was found.")
    tab.goto(f"{place}/annotate")
    expect(tab.locator("#count")).to_have_text("The page has no lines to mark.")
    press(tab, "ArrowDown", "1", "e", "g", "z")
    tab.goto(f"{paste(workshop, tab, 'Word')}/annotate")
    expect(tab.locator("#count")).to_contain_text("1 line")
    press(tab, "ArrowDown", "1")
    expect(tab.locator("#lines .row.selected .level")).to_have_text("1")


def test_a_page_of_a_thousand_headings(workshop: Workshop, tab: Page) -> None:
    many = "".join(f"<h2>Heading {number}</h2><p>Some text of {number}." for number in range(1000))
    place = paste(workshop, tab, f"<title>Many</title>{many}")
    tab.goto(f"{place}/annotate")
    tab.wait_for_selector(READY, timeout=60_000)
    press(tab, "End", "2")
    expect(tab.locator("#lines .row.selected .level")).to_have_text("2")
    press(tab, "z")
    expect(tab.locator("#lines .row.selected .level")).to_have_text("")


VIEWS = ("/", "/search", "/queue", "look", "read", "compare", "annotate")
_HEADINGS = (
    "() => [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].filter(h => h.checkVisibility()).map(h => +h.tagName[1])"
)
_UNLABELLED = """() => [...document.querySelectorAll('input, select, textarea, button, a, iframe, [role=listbox]')]
    .filter(one => one.checkVisibility() && !one.labels?.length && !one.textContent.trim()
        && !one.getAttribute('aria-label') && !one.title)
    .map(one => one.outerHTML.slice(0, 100))"""


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("width", [360, 1600])
def test_every_page_is_sound(workshop: Workshop, tab: Page, view: str, width: int) -> None:
    """One h1, no level skipped, every control with a name, nothing wider than the window; in light and in dark."""
    found = page_id(workshop, "kiln.html")
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(workshop.url + (view if view.startswith("/") else f"/pages/{found}/{view}"))
    if view in ("look", "annotate"):
        tab.wait_for_selector(READY)
    elif not view.startswith("/"):
        expect(tab.get_by_text("Booking a firing").first).to_be_visible()
    levels = tab.evaluate(_HEADINGS)
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels)), levels
    assert tab.evaluate(_UNLABELLED) == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.locator("html[lang=en]").count() == 1
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        assert _contrast(tab) >= 4.5


def _contrast(tab: Page) -> float:
    """Return the contrast of texts and background of our own pages."""
    colors = tab.evaluate(
        "() => { const s = getComputedStyle(document.body); const h = getComputedStyle(document.documentElement);"
        " return [s.color, h.backgroundColor] }"
    )

    def luminance(color: str) -> float:
        parts = [float(one) / 255 for one in re.findall(r"[\d.]+", color)[:3]]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted(map(luminance, colors), reverse=True)
    return (high + 0.05) / (low + 0.05)
