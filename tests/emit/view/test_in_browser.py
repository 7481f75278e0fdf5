"""Views in real Chromium: nothing of the page runs or loads, and outline and page are linked both ways."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from rubricator.emit.view import to_view
from rubricator.emit.view.document import _document
from rubricator.load import load
from rubricator.options import Options
from rubricator.pipeline import render_page, structure_of
from tests.browser import chromium
from tests.evil import Evil, evil_server
from tests.waiting import until

from .test_tree import VECTORS
from .views import PNG, view

pytestmark = pytest.mark.browser
EXAMPLE = Path(__file__).parents[3] / "examples" / "kiln.html"
READY = "html[data-ready]"
_BOX = """number => {
    const mark = document.querySelector(`#overlay .heading[data-block="${number}"]`).getBoundingClientRect()
    return [mark.left, mark.top, mark.right, mark.bottom]
}"""

_BOXES = """() => Object.fromEntries([...document.querySelectorAll("#overlay .block")].map(mark => {
    const box = mark.getBoundingClientRect()
    return [mark.dataset.block, [box.left, box.top, box.right, box.bottom]]
}))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def evil() -> Iterator[Evil]:
    with evil_server() as started:
        yield started


@pytest.fixture(scope="module")
def kiln(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = load(EXAMPLE)
    page = render_page(source)
    path = tmp_path_factory.mktemp("view") / "kiln.view.html"
    made = to_view(source, [structure_of(page, Options(method)) for method in ("rubric", "tags", "heps")])
    path.write_text(made.html, "utf-8")
    return path


def opened(browser: Browser, path: Path, width: int = 1280, height: int = 800) -> Page:
    """Open a view; an error of its script fails the test."""
    tab = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto(path.as_uri())
    tab.wait_for_selector(READY, state="attached")
    assert errors == []
    return tab


def opened_alone(browser: Browser, html: str, tmp_path: Path) -> Page:
    """Open a view that stands in a folder of its own."""
    path = tmp_path / "page.view.html"
    path.write_text(html, "utf-8")
    tab = opened(browser, path)
    tab.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    return tab


def row(tab: Page, text: str) -> int:
    found = tab.locator(".row", has_text=text).first.get_attribute("data-block")
    assert found is not None
    return int(found)


def test_no_script_of_a_page_runs_and_nothing_is_asked_for(browser: Browser, tmp_path: Path, evil: Evil) -> None:
    html = "<h1>Title</h1>" + "<hr>".join(vector for vector in VECTORS if "<textarea>" not in vector) + "<h2>End</h2>"
    tab = opened_alone(browser, view(html.replace("evil.test", evil.host)).html, tmp_path)
    assert tab.evaluate("window.pwned") is None
    assert tab.locator(".row").count() >= 2
    assert len(tab.frames) == 2
    tab.close()
    assert evil.asked == []


def test_even_a_page_that_was_not_sanitised_does_nothing(browser: Browser, tmp_path: Path, evil: Evil) -> None:
    """The frame's sandbox and the policy hold by themselves."""
    at = f"http://{evil.host}"
    names = ["html", "body", "script", "img", "iframe", "link", "style", "meta", "object"]
    rows = [
        [-1, 0],
        [0, 1, ["onload", "top.pwned=1"]],
        [1, 2],
        [2, "top.pwned = 2"],
        [1, 3, ["src", f"{at}/i.png", "onerror", "top.pwned=3"]],
        [1, 4, ["src", f"{at}/f"]],
        [1, 4, ["srcdoc", f"<script>top.pwned=4</script><img src='{at}/s.png' onerror='top.pwned=5'>"]],
        [1, 5, ["rel", "stylesheet", "href", f"{at}/s.css"]],
        [1, 6],
        [8, f"@import '{at}/i.css';body{{background:url({at}/b.png)}}"],
        [1, 8, ["data", f"{at}/o"]],
        [1, 7, ["http-equiv", "refresh", "content", f"0;url={at}/r"]],
        [1, 2, ["src", f"{at}/x.js"]],
    ]
    outlines = [{"method": "tags", "title": "", "body": None, "blocks": [{"parent": -1, "level": 0, "spans": []}]}]
    data: dict[str, object] = {"doctype": "", "names": names, "rows": rows, "leaves": [], "warnings": []}
    data["outlines"] = outlines
    tab = opened_alone(browser, _document("t", "n", "static", data), tmp_path)
    assert tab.frames[1].evaluate("document.querySelectorAll('script, img, link, object').length") == 5
    assert tab.evaluate("window.pwned") is None
    tab.close()
    assert evil.asked == []


def test_images_fonts_and_sheets_are_shown(browser: Browser, tmp_path: Path) -> None:
    svg = b"<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'><script>top.pwned=1</script></svg>"
    files = {
        "http://e.org/d/i.svg": svg,
        "http://e.org/d/s.css": b"@import 'more.css'; h1{color:rgb(1,2,3)}",
        "http://e.org/d/more.css": b"h1{font-size:44px;height:50vh}",
        "http://e.org/d/broken.png": PNG,
    }
    html = "<!doctype html><link rel=stylesheet href=s.css><h1>A</h1><img src=i.svg><img src=broken.png>"
    tab = opened_alone(browser, view(html, files).html, tmp_path)
    inner = tab.frames[1]
    assert inner.evaluate("getComputedStyle(document.querySelector('h1')).font").startswith("700 44px")
    assert inner.evaluate("getComputedStyle(document.querySelector('h1')).height") == "400px"
    assert inner.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(1, 2, 3)"
    assert inner.evaluate("[...document.images].map(image => image.naturalWidth)") == [30, 0]
    assert tab.evaluate("window.pwned") is None
    tab.close()


@pytest.mark.parametrize(
    ("doctype", "mode"), [("<!doctype html>", "CSS1Compat"), ("", "BackCompat"), ("<!doctype x>", "BackCompat")]
)
def test_the_doctype_decides_the_mode(browser: Browser, tmp_path: Path, doctype: str, mode: str) -> None:
    tab = opened_alone(browser, view(f"{doctype}<p>x").html, tmp_path)
    assert tab.frames[1].evaluate("document.compatMode") == mode
    tab.close()


def test_hovering_an_entry_marks_its_heading(browser: Browser, kiln: Path) -> None:
    tab = opened(browser, kiln)
    number = row(tab, "Before you start")
    tab.hover(f".row[data-block='{number}']")
    assert tab.evaluate("[...document.querySelectorAll('#overlay .heading.hovered')].length") == 1
    left, top, right, bottom = tab.evaluate(_BOX, number)
    heading = tab.frames[1].locator("b", has_text="Before you start").bounding_box()
    assert heading is not None
    assert left <= heading["x"] and right >= heading["x"] + heading["width"]
    assert top <= heading["y"] and bottom >= heading["y"] + heading["height"]
    assert bottom - top < heading["height"] + 12
    tab.hover("h1")
    assert tab.locator(".hovered").count() == 0
    tab.close()


def test_clicking_an_entry_scrolls_to_its_heading(browser: Browser, kiln: Path) -> None:
    tab = opened(browser, kiln, height=500)
    number = row(tab, "A piece has exploded")
    assert tab.evaluate(_BOX, number)[1] > 500
    tab.click(f".row[data-block='{number}']")
    assert 0 < tab.evaluate(_BOX, number)[1] < 450
    assert tab.get_attribute(f".row[data-block='{number}']", "aria-selected") == "true"
    tab.close()


def test_clicking_a_heading_selects_its_entry(browser: Browser, kiln: Path) -> None:
    tab = opened(browser, kiln)
    number = row(tab, "What it costs")
    tab.click(f"#overlay .heading[data-block='{number}']")
    assert tab.evaluate("document.querySelector('.row.selected').dataset.block") == str(number)
    tab.hover(f"#overlay .heading[data-block='{row(tab, 'Loading the kiln')}']")
    assert tab.locator(".row.hovered").inner_text().split("\n")[1] == "Loading the kiln"
    tab.close()


def test_blocks_lie_inside_of_each_other(browser: Browser, kiln: Path) -> None:
    tab = opened(browser, kiln)
    boxes = tab.evaluate(_BOXES)
    outer, inner = boxes[str(row(tab, "Loading the kiln"))], boxes[str(row(tab, "Cones and programmes"))]
    assert outer[0] < inner[0] and outer[1] < inner[1] and outer[2] > inner[2] and outer[3] > inner[3]
    assert len(boxes) == 10
    tab.close()


def test_the_switch_changes_the_outline(browser: Browser, kiln: Path) -> None:
    tab = opened(browser, kiln)
    assert tab.locator(".row").count() == 11
    tab.check("input[value='tags']", force=True)
    assert tab.locator("#overlay .heading").count() == 0
    assert tab.inner_text("#count") == "Nothing was found."
    tab.check("input[value='rubric']", force=True)
    assert tab.locator("#overlay .heading").count() == 11
    tab.close()


def test_layers_can_be_hidden(browser: Browser, kiln: Path) -> None:
    tab = opened(browser, kiln)
    for layer, mark in (("headings", ".heading"), ("blocks", ".block"), ("body", "div.body")):
        first = tab.locator(f"#overlay > {mark}").first
        assert first.is_visible()
        tab.uncheck(f"input[name='{layer}']")
        assert not first.is_visible()
    tab.close()


def test_keys_walk_the_outline(browser: Browser, kiln: Path) -> None:
    tab = opened(browser, kiln)
    tab.focus(".row[tabindex='0']")
    expected = {
        "ArrowDown": "Booking a firing",
        "ArrowRight": "Who may book",
        "End": "A piece has exploded",
        "ArrowLeft": "When something goes wrong",
        "ArrowUp": "Cones and programmes",
        "Home": "Sharing the big kiln",
    }
    for key, text in expected.items():
        tab.keyboard.press(key)
        assert tab.evaluate("document.activeElement.querySelector('.text').textContent") == text
        assert tab.locator(".row[tabindex='0']").count() == 1
    tab.close()


def test_narrow_windows_have_a_drawer(browser: Browser, kiln: Path) -> None:
    tab = opened(browser, kiln, width=400)
    assert tab.evaluate("document.documentElement.scrollWidth") == 400
    assert tab.locator(".row").first.is_visible()
    before = tab.locator("#pane").bounding_box()
    tab.click("#drawer")
    assert not tab.locator(".row").first.is_visible()
    after = tab.locator("#pane").bounding_box()
    assert before and after and after["height"] > before["height"] > 200
    assert tab.get_attribute("#drawer", "aria-expanded") == "false"
    tab.close()


def test_what_is_drawn_follows_the_window(browser: Browser, kiln: Path) -> None:
    tab = opened(browser, kiln)
    number = row(tab, "Loading the kiln")
    before = tab.evaluate(_BOX, number)
    tab.set_viewport_size({"width": 700, "height": 800})

    def follows() -> bool:
        left, top, _, _ = now = tab.evaluate(_BOX, number)
        heading = tab.frames[1].locator("div.part", has_text="Loading the kiln").bounding_box()
        return now != before and heading is not None and abs(left - heading["x"]) < 8 and abs(top - heading["y"]) < 8

    until(follows, 30)
    tab.close()


def test_run_in_headings_are_marked_as_far_as_they_go(browser: Browser, tmp_path: Path) -> None:
    html = "<!doctype html><body style='font:16px monospace;margin:20px'><h2>One\n 😀 two</h2><p hidden><b>x</b></p>"
    tab = opened_alone(browser, view(html).html, tmp_path)
    left, _, right, _ = tab.evaluate(_BOX, 1)
    box = tab.frames[1].evaluate(
        "() => { const r = document.createRange(); r.selectNodeContents(document.querySelector('h2'));"
        "return r.getBoundingClientRect().width }"
    )
    assert abs(right - left - 8 - box) < 2
    tab.close()


def test_what_moves_is_measured_where_it_ends(browser: Browser, tmp_path: Path) -> None:
    html = """<!doctype html><style>h1{margin:0;transition:all 9s;animation:down 9s forwards}
        @keyframes down{to{transform:translateY(200px)}}
        @media(max-width:500px){h1{padding-top:300px}}</style><h1>Moving</h1>"""
    tab = opened_alone(browser, view(html).html, tmp_path)
    top = tab.evaluate(_BOX, 1)[1] - tab.evaluate("frame.getBoundingClientRect().top")
    assert 190 < top < 220
    tab.close()


def test_hidden_headings_are_listed_but_not_drawn(browser: Browser, tmp_path: Path) -> None:
    html = "<h1>Seen</h1><p>a</p><div style='display:none'><h1>Unseen</h1><p>b</p></div>"
    tab = opened_alone(browser, view(html).html, tmp_path)
    assert tab.evaluate("[...document.querySelectorAll('.row')].map(row => row.classList.contains('unseen'))") == [
        False,
        True,
    ]
    assert tab.locator("#overlay .heading").count() == 1
    tab.close()


def test_deep_and_long_pages_are_shown(browser: Browser, tmp_path: Path) -> None:
    html = "<!doctype html>" + "<div>" * 50_000 + "<h2>Deep</h2>" + "</div>" * 50_000 + "<h2>x</h2><p>y</p>" * 3_000
    tab = opened_alone(browser, view(html).html, tmp_path)
    assert tab.locator(".row").count() >= 3_000
    assert tab.locator("#overlay .heading").count() >= 3_000
    assert tab.frames[1].get_by_text("Deep").first.is_visible()
    tab.close()
