"""Each rule on a small page that breaks it, and on one that does not."""

from __future__ import annotations

from pathlib import Path

import pytest

import rubricator
from rubricator.check.findings import RULES, Finding, Report
from rubricator.check.rules import check_page, check_together
from rubricator.errors import UsageError

GOOD = """<!DOCTYPE html><html lang=en><title>Bread</title>
<h1>Bread</h1><p>How we bake at home, all year round.
<h2>Flour</h2><p>Rye and wheat, ground on the day.
<h3>Rye</h3><p>Dark and heavy, it keeps for a week.
<h2>Water</h2><p>As warm as a hand, and not too much of it.
"""


def check(html: str, *, method: str = "tags", name: str = "page.html") -> Report:
    return check_page(rubricator.read(html.encode(), method=method), name, html=html)


def rules(html: str, *, method: str = "tags") -> list[str]:
    return [finding.rule for finding in check(html, method=method).findings]


def only(html: str, rule: str, *, method: str = "tags") -> Finding:
    (found,) = [finding for finding in check(html, method=method).findings if finding.rule == rule]
    return found


@pytest.mark.parametrize("method", ["tags", "rubric"])
def test_a_good_page_has_nothing_to_fix(method: str) -> None:
    assert check(GOOD, method=method).findings == ()


@pytest.mark.parametrize("title", ["", "<title></title>", "<title> \n </title>"])
def test_a_page_without_title(title: str) -> None:
    assert rules(GOOD.replace("<title>Bread</title>", title)) == ["title-missing"]


def test_the_title_of_a_drawing_is_not_the_pages() -> None:
    drawing = "<svg><title>A loaf</title></svg>"
    assert rules(GOOD + drawing) == []
    assert rules(GOOD.replace("<title>Bread</title>", "") + drawing) == ["title-missing"]


def test_several_titles_in_the_head() -> None:
    found = only(GOOD.replace("</title>", "</title>\n<title>Cake</title>"), "title-many")
    assert (found.line, found.column) == (2, 1)


def test_what_looks_like_a_heading_must_be_tagged() -> None:
    html = GOOD.replace("<h2>Water</h2>", '<div style="font-size: 24px; font-weight: bold">Water</div>')
    found = only(html, "heading-not-tagged", method="rubric")
    assert found.text == "Water"
    assert found.message == "“Water” looks like a heading of level 2, but is tagged as <div>"
    assert found.xpath == "/html[1]/body[1]/div[1]"
    assert (found.line, found.column) == (5, 1)
    assert found.confidence is not None and found.confidence >= 0.5


def test_a_role_makes_a_heading_and_takes_it_away() -> None:
    html = GOOD.replace("<h2>Water</h2>", '<div role=heading aria-level=2 style="font: bold 24px serif">Water</div>')
    assert rules(html, method="rubric") == []
    assert "heading-not-tagged" in rules(GOOD.replace("<h2>Water", "<h2 role=presentation>Water"), method="rubric")


def test_terms_and_table_headers_have_a_meaning_of_their_own() -> None:
    terms = "<dl><dt>Rye<dd>Dark and heavy flour.<dt>Wheat<dd>Light and white flour.</dl>"
    assert rules(GOOD + terms) == []


def test_an_empty_heading() -> None:
    assert rules(GOOD + "<h2></h2><p>Text.") == ["heading-empty"]
    assert rules(GOOD + "<h2><img src=a.png></h2><p>Text.") == ["heading-empty"]
    assert rules(GOOD + "<h2><img src=a.png alt=Salt></h2><p>Text.") == []
    assert rules(GOOD + "<h2><svg aria-label=Salt></svg></h2><p>Text.") == []


@pytest.mark.parametrize("attributes", ["hidden", "aria-hidden=true", 'style="display: none"'])
def test_headings_that_nobody_meets_are_not_looked_at(attributes: str) -> None:
    assert rules(GOOD + f"<div {attributes}><h5></h5><h1>Bread</h1></div>") == []


def test_headings_that_only_screen_readers_tell_count() -> None:
    heard = 'style="position: absolute; clip: rect(0, 0, 0, 0)"'
    assert rules(GOOD + f"<h1 {heard}>Bread</h1><p>More.") == rules(GOOD + "<h1>Bread</h1><p>More.") != []
    assert rules(GOOD + f"<h2><span {heard}>Salt</span></h2><p>A pinch.") == []


def test_a_heading_that_looks_like_text() -> None:
    plain = 'style="font: inherit"'
    found = only(GOOD + f"<h2 {plain}>Salt</h2><p>A pinch.", "heading-like-text")
    assert (found.text, found.line) == ("Salt", 6)
    assert rules(GOOD + '<h2 style="font: inherit; font-weight: 700">Salt</h2><p>A pinch.') == []


def test_a_paragraph_in_a_heading() -> None:
    found = only(GOOD + f"<h2>{'word ' * 31}</h2><p>A pinch.", "heading-too-long")
    assert "31 words" in found.message
    assert rules(GOOD + f"<h2>{'word ' * 30}</h2><p>A pinch.") == []


def test_a_heading_of_nothing() -> None:
    assert only(GOOD + "<h2>Salt</h2><h2>Sugar</h2><p>None.", "heading-without-content").text == "Salt"
    assert only(GOOD + "<h2>Salt</h2>", "heading-without-content").text == "Salt"
    assert rules(GOOD + "<h2>Salt</h2><img src=salt.png>") == []


@pytest.mark.parametrize("method", ["tags", "rubric"])
def test_a_collapsed_section_is_content(method: str) -> None:
    item = (
        '<h2><button aria-expanded="false" aria-controls="{0}">{1}</button></h2>'
        '<div id="{0}" class="collapse" style="display:none">{2}</div>'
    )
    plan = item.format("c1", "Can I change my plan?", "Yes, on the first day of each month, for free.")
    bill = item.format("c2", "How do I pay?", "By card, or by a transfer within ten days.")
    assert "heading-without-content" not in rules(GOOD + plan + bill, method=method)


@pytest.mark.parametrize(
    "hidden",
    [
        "<template>Sea salt.</template>",
        "<datalist><option>Sea salt</option></datalist>",
        "<noscript>Turn scripts on.</noscript>",
        "<script>salt()</script>",
        "<div hidden> </div>",
    ],
)
def test_what_nobody_can_unfold_is_no_content(hidden: str) -> None:
    assert only(f"{GOOD}<h2>Salt</h2>{hidden}", "heading-without-content").text == "Salt"


def test_hidden_text_behind_the_body_is_not_under_its_last_heading() -> None:
    html = GOOD.replace("<h1>", "<main><h1>") + "<h2>Salt</h2></main><div hidden>We use cookies.</div>"
    structure = rubricator.read(html.encode(), method="tags", body="//main")
    assert [finding.rule for finding in check_page(structure, "page").findings] == ["heading-without-content"]


def test_a_skipped_level() -> None:
    found = only(GOOD.replace("h3", "h5"), "heading-skipped-level")
    assert found.message == "“Rye” has level 5 after level 2 of “Flour”"
    assert rules(GOOD + "<h3>Tap</h3><p>It is hard here.<h2>Salt</h2><p>A pinch.") == []


def test_the_same_heading_twice() -> None:
    found = only(GOOD + "<h2> FLOUR </h2><p>Again.", "heading-duplicate")
    assert (found.line, found.message) == (6, "“FLOUR” is there more than once under “Bread”")
    assert rules(GOOD + "<h3>Rye</h3><p>In other sections it may be.") == []


def test_no_h1_and_several() -> None:
    assert rules(GOOD.replace("h1", "h2")) == ["heading-one-missing"]
    assert rules(GOOD + "<h1>Cake</h1><p>Too.") == ["heading-one-many"]


def test_a_long_page_without_headings() -> None:
    text = "<title>Text</title><p>" + "One two three four five. " * 61
    assert rules(text) == ["headings-missing"]
    assert rules("<title>Text</title><p>Short.") == ["heading-one-missing"]


def test_rules_can_be_left_out() -> None:
    structure = rubricator.read(b"<h3>x</h3>", method="tags")
    left = check_page(structure, "x", ignore=["title-missing", "heading-one-missing"])
    assert [finding.rule for finding in left.findings] == ["heading-without-content"]
    with pytest.raises(UsageError, match="unknown rule 'x'"):
        check_page(structure, "x", ignore=["x"])


def test_structures_from_json_have_no_page_to_check() -> None:
    structure = rubricator.Structure.from_json(rubricator.read(GOOD.encode()).to_json())
    with pytest.raises(UsageError, match="no page"):
        check_page(structure, "x")


def test_pages_with_the_same_title() -> None:
    other = check(GOOD.replace("<title>Bread", "<title>Cake"))
    reports = check_together([check(GOOD), check(GOOD.replace("<title>Bread", "<title>BREAD")), other])
    assert [[finding.rule for finding in one.findings] for one in reports] == [
        ["title-duplicate"],
        ["title-duplicate"],
        [],
    ]
    assert reports[0].findings[0].message == "1 other page of this run has the same title: “Bread”"


def test_places_are_left_out_when_the_tree_is_another() -> None:
    structure = rubricator.read(b"<h3>x</h3>", method="tags")
    assert check_page(structure, "x", html="<p>other</p>").findings[-1].line is None


def test_a_page_that_was_cut_is_not_parsed_again() -> None:
    html = "".join(f"<b id=b{number}>" for number in range(3000)) + "<p>x</p>" * 6000 + "<h3></h3>"
    report = check(html)
    assert [notice.code for notice in report.warnings] == ["nodes-left-out", "depth-limit"]
    assert all(finding.line is None for finding in report.findings)


def test_ten_thousand_nested_headings_are_no_trouble() -> None:
    html = "<div><h2>" * 10_000 + "x" + "<p><b>y</b>" * 1000
    assert len(check(html).findings) > 9000


def test_every_rule_says_what_to_do_and_is_documented() -> None:
    table = (Path(__file__).parents[2] / "docs" / "check.md").read_text("utf-8")
    for name, rule in RULES.items():
        assert rule.id == name and rule.summary.endswith(".") and rule.help.endswith(".")
        assert f"| `{name}` | {rule.severity} | {rule.criterion or ''} | {rule.summary} |\n" in table
