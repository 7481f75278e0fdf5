"""Opening pages in real Chromium: files, archives, what is dropped or pasted, and what is no page."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rubricator.evaluate.gold.annotation import read_annotation

from .conftest import Workshop
from .steps import READY, annotate, complains, go_to, press, says, shows

pytestmark = pytest.mark.browser
STYLED = (
    b"<link rel=stylesheet href='files/a.css'><title>Zipped</title>"
    b"<p class=h>Fees</p><p>None.<p class=h>Terms</p><p>Ask."
)


def open_archive(workshop: Workshop, tab: Page, folder: str = "") -> None:
    """Open a saved page with its stylesheet as ZIP."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(f"{folder}page.html", STYLED)
        file.writestr(f"{folder}files/a.css", ".h { font-size: 30px; color: rgb(1, 2, 3) }")
    tab.goto(workshop.url)
    tab.set_input_files("#file", {"name": "saved.zip", "mimeType": "application/zip", "buffer": archive.getvalue()})
    tab.wait_for_selector(READY)


def paste(workshop: Workshop, tab: Page, html: str) -> str:
    """Open HTML that is pasted; return where its views are."""
    tab.goto(workshop.url)
    tab.get_by_label("Or paste HTML").fill(html)
    tab.get_by_role("button", name="Open what is pasted").click()
    tab.wait_for_selector(READY)
    return tab.url.removesuffix("/look")


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


def test_a_file_that_is_no_page_is_told(workshop: Workshop, window: Callable[[], Page]) -> None:
    tab = window()
    tab.goto(workshop.url)
    tab.set_input_files("#file", {"name": "a.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7"})
    complains(tab, "seems to be a PDF document")


def test_a_page_that_is_gone(workshop: Workshop, window: Callable[[], Page]) -> None:
    tab = window()
    for path in ("/pages/o-gone/look", "/nowhere", "/pages/e-choir/nothing"):
        answer = tab.goto(workshop.url + path)
        assert answer and answer.status == 404
        expect(tab.get_by_role("heading", level=1)).to_have_text("Not Found")
        tab.get_by_role("link", name="Open a page").click()
        expect(tab.get_by_role("heading", level=1)).to_have_text("Open a page")
    assert workshop.client.get("/pages/o-gone/look").problem == "no-page"


def test_a_page_from_right_to_left(workshop: Workshop, tab: Page) -> None:
    heading, text = "\u0643\u064a\u0641\u064a\u0629", "\u064a\u0628\u062f\u0623 \u0627\u0644\u062d\u062c\u0632."
    place = paste(workshop, tab, f"<title>{heading}</title><h1>{heading}</h1><p>{text}<h2>{heading}</h2><p>{text}")
    assert tab.locator("#tree .row .text").first.evaluate("one => getComputedStyle(one).direction") == "rtl"
    tab.goto(f"{place}/read")
    expect(tab.locator("#reading[dir=rtl] summary").first).to_be_visible()
    annotate(tab, place)
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
    shows(tab, "1")


def test_an_opened_page_is_annotated_with_its_page_beside_it(workshop: Workshop, tab: Page) -> None:
    open_archive(workshop, tab, "deep/")
    annotate(tab, tab.url.removesuffix("/look"), "cleo")
    go_to(tab, "Fees")
    press(tab, "1", "s")
    says(tab, "Saved")
    (saved,) = (workshop.annotations / "cleo").glob("*.json")
    gold = read_annotation(saved)
    assert gold.page.read_bytes() == STYLED
    assert (gold.page.parent / "files" / "a.css").is_file()
