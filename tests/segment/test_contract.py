"""What every method must do, whatever it finds."""

from __future__ import annotations

import pytest

import rubricator
from rubricator.errors import PageTimeoutError, UsageError
from rubricator.segment import static_methods
from rubricator.structure.invariants import check

PAGES = {
    "empty": "",
    "one word": "word",
    "no headings": "<p>One paragraph.</p><p>Another paragraph.</p>",
    "tagged": "<title>T</title><h1>A</h1><p>a</p><h2>B</h2><p>b</p><h2>C</h2><p>c</p>",
    "bold": "".join(f"<p><b>Point {n}</b></p><p>Some text about point {n}, and more.</p>" for n in range(5)),
    "table": "<table>" + "".join(f"<tr><th>Row {n}</th><td>Value {n} of it</td></tr>" for n in range(5)) + "</table>",
    "images": "".join(f"<img src=i{n}.png alt='Image {n}'><p>Text of image {n}.</p>" for n in range(4)),
    "japanese": "".join(f"<h2>見出し{n}</h2><p>これは本文です。もう少し続きます。</p>" for n in range(3)),
    "arabic": "<html dir=rtl>" + "".join(f"<h2>عنوان {n}</h2><p>هذا نص الفقرة الأولى هنا.</p>" for n in range(3)),
    "frameset": "<frameset><frame src=a.html></frameset>",
}


@pytest.fixture(params=static_methods())
def method(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
def test_structures_hold_their_invariants(method: str, page: str) -> None:
    structure = rubricator.read(page.encode(), method=method)
    check(structure)
    assert structure.method == method
    assert structure.root.level == 0
    assert structure.root.heading is None or structure.root.heading.text == structure.title


def test_the_same_page_gives_the_same_structure(method: str) -> None:
    assert rubricator.read(PAGES["tagged"], method=method) == rubricator.read(PAGES["tagged"], method=method)


def test_a_given_body_bounds_the_structure(method: str) -> None:
    page = "<nav><h2>Menu</h2><p>Home</p><h2>More</h2><p>Away</p></nav><main>" + PAGES["bold"] + "</main>"
    structure = rubricator.read(page, method=method, body="//main")
    assert structure.body == (structure.root.start, structure.root.end)
    assert structure.text[structure.root.start :].startswith("Point 0")
    assert structure.root.xpath == "/html[1]/body[1]/main[1]"
    assert not {"Menu", "More"} & {block.heading.text for block in structure.root.walk() if block.heading}


def test_a_body_that_selects_several_is_told(method: str) -> None:
    structure = rubricator.read(PAGES["bold"], method=method, body="//p[not(b)]")
    assert structure.text[slice(*structure.body or ())] == "Some text about point 0, and more."
    told = {notice.code: notice.message for notice in structure.warnings}
    assert told["body-several"].endswith("selects 5 elements; the first was read")
    one = rubricator.read(PAGES["bold"], method=method, body="//p[2]")
    assert "body-several" not in {notice.code for notice in one.warnings}


@pytest.mark.parametrize("xpath", ["//nothing", "//p[", "count(//p)"])
def test_a_body_that_selects_nothing_is_wrong_use(method: str, xpath: str) -> None:
    with pytest.raises(UsageError):
        rubricator.read(PAGES["bold"], method=method, body=xpath)


def test_auto_is_the_default(method: str) -> None:
    structure = rubricator.read(PAGES["bold"], method=method, body="auto")
    assert structure == rubricator.read(PAGES["bold"], method=method)
    assert structure.body in {None, (structure.root.start, structure.root.end)}


def test_none_is_the_whole_page(method: str) -> None:
    structure = rubricator.read(PAGES["bold"], method=method, body="page")
    assert structure.body is None
    assert (structure.root.start, structure.root.end) == (0, len(structure.text))
    assert structure.root.xpath == "/html[1]/body[1]"


def test_a_time_budget_ends_the_work(method: str) -> None:
    with pytest.raises(PageTimeoutError, match=r"budget of 1e-06 s"):
        rubricator.read(PAGES["bold"] * 50, method=method, timeout=1e-6)


def test_unknown_methods_are_told_with_the_known_ones() -> None:
    known = "asdus-dd, asdus-di, bayes, heps, rows, rubric, tags, vips"
    with pytest.raises(UsageError, match=f"unknown method 'magic'; choose one of: {known}"):
        rubricator.read("<p>x", method="magic")
