"""Looking, reading, comparing and searching in real Chromium; what views show to whom, and how they are called."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rubricator.cli.main import main
from rubricator.serve.settings import Settings
from tests.serve.servers import serving
from tests.waiting import until

from .conftest import Workshop
from .steps import READY, address, opened, put, visit

pytestmark = pytest.mark.browser
NESTED = (
    "<title>Boats</title><h1>Boats</h1><p>All of them.<h2>Oars and sails</h2><h3>Oars</h3><p>They are "
    "<b>waxed</b> <i>every</i>\nspring.<h3>Sheets</h3><p>Of hemp.<h2>Motors</h2><p>Loud."
)
CONTRAST = """(selector) => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()).map(one => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
    const above = []
    for (let at = one; at; at = at.parentElement) above.unshift(getComputedStyle(at).backgroundColor)
    const paint = (color) => { canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1) }
    const light = () => {
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    for (const color of ["#fff", ...above]) paint(color)
    const ground = light()
    paint(getComputedStyle(one).color)
    const [low, high] = [ground, light()].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
})"""


VIEWS = ("/", "/search", "/queue", "look", "read", "compare", "annotate")
_HEADINGS = (
    "() => [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].filter(h => h.checkVisibility()).map(h => +h.tagName[1])"
)
_UNLABELLED = """() => [...document.querySelectorAll('input, select, textarea, button, a, iframe, [role=listbox]')]
    .filter(one => one.checkVisibility() && !one.labels?.length && !one.textContent.trim()
        && !one.getAttribute('aria-label') && !one.title)
    .map(one => one.outerHTML.slice(0, 100))"""


def test_what_is_compared_is_the_same_for_one_who_comes_back(workshop: Workshop, tab: Page) -> None:
    tab.goto(f"{workshop.url}/pages/e-choir/compare")
    tab.get_by_label("Left").select_option("heps")
    tab.get_by_label("Right").select_option("rows")
    tab.get_by_label("Only what differs").check()
    expect(tab.locator("#right-name")).to_contain_text("rows")
    tab.get_by_role("link", name="Read").click()
    expect(tab.locator("#reading details").first).to_be_visible()
    for come_back in (tab.go_back, tab.reload):
        come_back()
        expect(tab.locator("#left-name")).to_contain_text("heps")
        expect(tab.locator("#right-name")).to_contain_text("rows")
        expect(tab.get_by_label("Left")).to_have_value("heps")
        expect(tab.get_by_label("Right")).to_have_value("rows")
        expect(tab.get_by_label("Only what differs")).to_be_checked()


def test_the_renderer_and_method_are_the_same_for_one_who_comes_back(workshop: Workshop, tab: Page) -> None:
    visit(tab, f"{workshop.url}/pages/e-choir/look")
    tab.get_by_role("radio", name="browser", exact=True).check(force=True)
    expect(tab.get_by_role("radio", name="vips")).to_have_count(1)
    tab.get_by_role("radio", name="heps").check(force=True)
    tab.get_by_role("link", name="Read").click()
    expect(tab.locator("#reading")).to_be_visible()
    tab.go_back()
    expect(tab.get_by_role("radio", name="vips")).to_have_count(1)
    expect(tab.get_by_role("radio", name="browser", exact=True)).to_be_checked()
    expect(tab.get_by_role("radio", name="heps")).to_be_checked()


def test_a_heading_that_is_found_has_its_sections(workshop: Workshop, tab: Page) -> None:
    tab.goto(f"{opened(workshop.client, NESTED)}/read#method=tags")
    field = tab.get_by_role("searchbox", name="Find")
    expect(tab.locator("summary").first).to_be_visible()
    field.fill("and sails")
    expect(tab.locator("#status")).to_have_text("1 place in 2 sections")
    for name in ("Oars", "Sheets"):
        expect(tab.locator("summary").get_by_text(name, exact=True)).to_be_visible()
    expect(tab.get_by_text("Of hemp.")).to_be_hidden()
    expect(tab.get_by_text("Motors")).to_be_hidden()
    field.fill("hemp")
    expect(tab.locator("summary").get_by_text("Oars", exact=True)).to_be_hidden()


def test_words_are_found_across_tags_and_lines(workshop: Workshop, tab: Page) -> None:
    tab.goto(f"{opened(workshop.client, NESTED)}/read#method=tags")
    field = tab.get_by_role("searchbox", name="Find")
    expect(tab.locator("summary").first).to_be_visible()
    field.fill("Waxed every  spring.")
    expect(tab.locator("#status")).to_have_text("1 place in 3 sections")
    assert tab.evaluate("[...CSS.highlights.get('here')][0].toString().split(/\\s+/)") == ["waxed", "every", "spring."]
    for nothing in ("spring.sheets", "(", "oarsthey", "a-b\\"):
        field.fill(nothing)
        expect(tab.locator("#status")).to_have_text("Nothing found.")


@pytest.mark.parametrize("view", ["look", "annotate"])
@pytest.mark.parametrize(("width", "height"), [(640, 400), (667, 375), (800, 400), (360, 740)])
def test_low_windows_show_the_page(workshop: Workshop, tab: Page, view: str, width: int, height: int) -> None:
    tab.set_viewport_size({"width": width, "height": height})
    visit(tab, f"{workshop.url}/pages/e-allotment/{view}")
    box = tab.locator("#pane").bounding_box()
    assert box and box["height"] >= 200
    tools = tab.locator(".tools").bounding_box()
    assert tools and tools["height"] >= 30
    tab.locator("#pane").evaluate("one => one.scrollIntoView()")
    reached = tab.locator("#pane").bounding_box()
    assert reached and reached["y"] < height - 150
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_small_texts_can_be_read(workshop: Workshop, tab: Page, scheme: str) -> None:
    tab.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    visit(tab, f"{workshop.url}/pages/e-allotment/look")
    for row in tab.locator("#tree .row").all()[:4]:
        row.click()
        assert min(tab.evaluate(CONTRAST, "#tree .row.selected .level")) >= 4.5
    assert min(tab.evaluate(CONTRAST, "[role=tab][aria-selected=false], .switch input:not(:checked) + span")) >= 4.5
    visit(tab, f"{workshop.url}/pages/e-allotment/annotate")
    for _ in range(8):
        tab.keyboard.press(".")
        assert min(tab.evaluate(CONTRAST, "#lines .row.selected .level")) >= 4.5
    for left, right in (("tags", "rubric"), ("rubric", "tags"), ("rubric", "heps")):
        tab.goto(f"{workshop.url}/pages/e-allotment/compare#left={left}&right={right}")
        tab.reload()
        expect(tab.locator("#rows tbody tr").first).to_be_visible()
        assert min(tab.evaluate(CONTRAST, "#rows .kind span, #rows .level")) >= 4.5


@pytest.mark.parametrize("view", ["look", "annotate"])
def test_the_page_is_scrolled_by_keyboard(workshop: Workshop, tab: Page, view: str) -> None:
    tab.set_viewport_size({"width": 1200, "height": 400})
    visit(tab, f"{workshop.url}/pages/e-allotment/{view}")
    for _ in range(60):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.id") == "pane":
            break
    expect(tab.locator("#pane")).to_be_focused()
    assert tab.locator("#pane").evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    tab.keyboard.press("End")
    until(lambda: tab.locator("#pane").evaluate("one => one.scrollTop > 0"))


def test_more_than_the_best_results_are_had(tab: Page, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    text = "".join(f"<h2>Boat {number}</h2><p>It sails." for number in range(30))
    (pages / "boats.html").write_text(f"<title>Boats</title><h1>Boats</h1>{text}", "utf-8")
    assert main(["index", str(pages), "-o", str(tmp_path / "index")]) == 0
    with serving(Settings(port=0, workers=1, pages=pages, index=tmp_path / "index")) as client:
        tab.goto(f"{client.url}/search#sails")
        expect(tab.locator("#status")).to_have_text("The best 20 blocks")
        tab.get_by_role("button", name="More").click()
        expect(tab.locator("#results li")).to_have_count(30)
        expect(tab.locator("#status")).to_have_text("30 blocks")
        expect(tab.get_by_role("button", name="More")).to_be_hidden()
        expect(tab.locator("#results li").nth(20).get_by_role("link").first).to_be_focused()
        tab.goto("about:blank")
        tab.goto(f"{client.url}/search#100%")
        expect(tab.locator("#q")).to_have_value("100%")
        expect(tab.locator("#status")).to_have_text("Nothing found.")


def test_pages_and_windows_have_names(workshop: Workshop, tab: Page) -> None:
    for html, name in (("<h2>Pasted rules</h2><p>x", "Pasted rules"), ("<p>Only\n words.", "Only words.")):
        place = opened(workshop.client, html)
        tab.goto(workshop.url)
        expect(tab.locator("section:has(#recent) li").first).to_have_text(name)
        for view, word in (("look", "Look"), ("read", "Read"), ("compare", "Compare"), ("annotate", "Annotate")):
            tab.goto(f"{place}/{view}")
            assert tab.title() == f"{word}: {name} · Rubricator"


def test_signing_in_leads_to_what_was_asked_for(window: Callable[[], Page]) -> None:
    tab = window()
    token = "a token that is long enough"
    with serving(Settings(port=0, workers=1, token=token)) as client:
        tab.goto(f"{client.url}/pages/e-choir/read?a=%22%3E&b=1")
        assert "/sign-in?to=" in tab.url
        tab.get_by_label("Token").fill("wrong")
        tab.get_by_role("button", name="Sign in").click()
        expect(tab.locator("#status")).to_have_text("That is not the token.")
        tab.get_by_label("Token").fill(token)
        tab.keyboard.press("Enter")
        expect(tab.locator("#reading details").first).to_be_visible()
        assert tab.url == f"{client.url}/pages/e-choir/read?a=%22%3E&b=1"
        (cookie,) = tab.context.cookies()
        assert cookie["httpOnly"] and cookie["sameSite"] == "Strict" and token not in cookie["value"]
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        sent = f"token={token.replace(' ', '+')}".encode()
        for elsewhere in ("//evil.example", "/%5Cevil.example", "https://evil.example", "/%0d%0aX:y", "/a%5C"):
            reply = client.ask("POST", f"/sign-in?to={elsewhere}", sent, form)
            assert (reply.status, reply.headers["location"]) == (303, "/")


def test_without_folders_it_is_said_how_to_get_them() -> None:
    with serving(Settings(port=0, workers=1)) as client:
        reply = put(client, "e-allotment", "ada", b"{}")
        assert (reply.status, "--annotations" in reply.text) == (422, True)
        assert "--pages FOLDER" in client.get("/queue").text


def test_a_file_that_is_too_large_is_told_before_it_is_sent(tab: Page) -> None:
    with serving(Settings(port=0, workers=1, body_bytes=1 << 20)) as client:
        tab.goto(client.url)
        tab.set_input_files("#file", {"name": "a.html", "mimeType": "text/html", "buffer": b"x" * (3 << 20)})
        expect(tab.locator("#status.problem")).to_have_text("The page has 3 MB; at most 1 MB are taken.")


def test_outline_and_page_are_linked_both_ways(workshop: Workshop, tab: Page) -> None:
    visit(tab, f"{address(workshop, 'kiln.html')}/look")
    row = tab.locator("#tree .row", has_text="Who may book")
    number = row.get_attribute("data-block")
    row.hover()
    assert tab.locator(f"#overlay .heading[data-block='{number}'].hovered").count() == 1
    tab.locator("#overlay .heading.l2").nth(1).click()
    expect(tab.locator("#tree .row.selected")).to_contain_text("How far ahead")
    assert "%" in row.inner_text()
    assert tab.locator("#overlay .body").count() == 1


def test_methods_renderers_and_forms(workshop: Workshop, tab: Page) -> None:
    visit(tab, f"{address(workshop, 'kiln.html')}/look")
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
    expect(tab.get_by_role("radio", name="vips")).to_have_count(1)
    tab.wait_for_selector(READY)


def test_read_as_headings_that_unfold(workshop: Workshop, tab: Page) -> None:
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.goto(f"{address(workshop, 'kiln.html')}/read")
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
    tab.goto(f"{address(workshop, 'walk.html')}/compare#left=tags&right=rubric")
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


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("width", [360, 1600])
def test_every_page_is_sound(workshop: Workshop, tab: Page, view: str, width: int) -> None:
    """One h1, no level skipped, every control with a name, nothing wider than the window; in light and in dark."""
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(workshop.url + view if view.startswith("/") else f"{address(workshop, 'kiln.html')}/{view}")
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
        assert min(tab.evaluate(CONTRAST, "h1")) >= 4.5
