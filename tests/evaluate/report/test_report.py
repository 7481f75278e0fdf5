"""The report as its reader sees it: every figure, plots, and pages opened side by side."""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path

import pytest

from rubricator.cli import main
from rubricator.evaluate.compare import Result, compare, parse_contender
from rubricator.evaluate.details import MAIN
from rubricator.evaluate.measures import MEASURES
from rubricator.evaluate.report.page import report
from rubricator.evaluate.report.side_by_side import HEADINGS
from rubricator.evaluate.tables import result_table
from tests.evaluate.report.corpora import HOSTILE, compared, write_contents, write_outlines, write_page
from tests.evaluate.report.reading import assert_sound, rows


@pytest.fixture
def outlines(tmp_path: Path) -> Result:
    write_outlines(tmp_path)
    return compared(tmp_path, "outline")


def test_every_figure_of_the_table_is_in_the_report(outlines: Result) -> None:
    html = report(outlines, outlines.details)
    figures = re.findall(r"[+-]?\d+\.\d{3} \([^)]*\)", result_table(outlines))
    assert len(figures) >= 3 * len(outlines.rows)
    for figure in figures:
        assert f"<td>{figure}</td>" in html
    for row in outlines.rows:
        assert escape(row.measure.name) in html
        assert escape(row.measure.average) in html


def test_what_was_missed_and_what_was_wrong_is_marked(outlines: Result) -> None:
    html = report(outlines, outlines.details)
    assert_sound(html)
    by_tags = html[html.index("<h4>tags") : html.index("<h4>heps")]
    assert rows(by_tags)[:2] == [("✓ 1 Kept", "✓ 1 Kept"), ("✗ missed 1 Lost", "+ wrong 1 Advertisement")]
    assert "F1 0.500, precision 0.500, recall 0.500; 1 missed, 1 wrong" in by_tags


def test_outlines_are_indented_by_level(outlines: Result) -> None:
    html = report(outlines, outlines.details)
    assert ("✓ 2 Below", "✓ 2 Below") in rows(html)
    assert re.search(r'style="--depth:2">[^\n]*Below', html)


def test_the_worst_page_comes_first_and_those_without_errors_or_headings_are_not_listed(outlines: Result) -> None:
    html = report(outlines, outlines.details)
    by_tags = html[html.index("<h4>tags") : html.index("<h4>heps")]
    assert re.findall(r'class="name">([^<]*)', by_tags) == ["outline/half", "outline/most"]
    assert "tags: 2 of 3 pages" in by_tags


def test_there_are_four_plots_with_a_series_for_each_method(outlines: Result) -> None:
    html = report(outlines, outlines.details)
    titles = re.findall(r"<figcaption><strong>([^<]*)\.</strong>", html)
    assert titles == [
        "Scores per page",
        "Precision and recall",
        "Score by page size",
        "Score by share of tagged headings",
    ]
    for figure in re.findall(r"<figure>.*?</figure>", html, re.DOTALL):
        assert 'class="points look-0"' in figure
        assert 'class="points look-1"' in figure
        assert "nan" not in figure


def test_the_share_of_tagged_headings_is_what_tags_finds(outlines: Result) -> None:
    shares = {name: detail.tagged for name, detail in outlines.details["outline"].items()}
    assert shares == {"outline/half": 0.5, "outline/most": 1.0, "outline/all": 1.0, "outline/none": None}


def test_the_marks_agree_with_the_main_measure(outlines: Result) -> None:
    for name, detail in outlines.details["outline"].items():
        for scores, found in zip(outlines.scores["outline"][name], detail.found, strict=True):
            counts = scores[MAIN["outline"]]
            assert counts == (len(found.pairs), len(found.lines), len(detail.gold))


def test_every_kind_of_gold_has_a_main_measure() -> None:
    assert MAIN.keys() == MEASURES.keys()
    for kind, main_measure in MAIN.items():
        assert main_measure in {measure.name for measure in MEASURES[kind]}


def test_hostile_headings_are_escaped(tmp_path: Path) -> None:
    write_page(tmp_path, f"<h2>{escape(HOSTILE)}</h2><p>Text.</p>", [HOSTILE[::-1] + "\x01"], name="<b>&page")
    result = compared(tmp_path, "lines", methods="tags")
    html = report(result, result.details)
    assert_sound(html)
    assert "<script" not in html
    assert unescape(escape(HOSTILE)) in rows(html)[0][1]
    assert "\x01" not in html
    assert "lines/&lt;b&gt;&amp;page" in html


def test_lone_surrogates_can_be_written() -> None:
    html = report(Result((), (), {}, (("broken \ud800 name", "no such file"),)), {})
    assert "broken \ufffd name" in html and html.encode("utf-8")


def test_long_outlines_are_cut_with_a_note(tmp_path: Path) -> None:
    html = "".join(f"<h2>Heading {number}</h2><p>Text.</p>" for number in range(HEADINGS + 7))
    write_page(tmp_path, html, ["Heading 0"])
    result = compared(tmp_path, "lines", methods="tags")
    written = report(result, result.details)
    assert len(rows(written)) == HEADINGS
    assert "7 more rows of these outlines are not shown." in written


def test_gold_without_headings_shows_scores(tmp_path: Path) -> None:
    write_contents(tmp_path)
    result = compared(tmp_path, "content")
    html = report(result, result.details)
    assert_sound(html)
    assert rows(html) == []
    assert '<th scope="row">content words</th><td>' in html
    assert "title in gold: <q>A title</q>, found: <q>A title</q>" in html


def test_several_corpora_and_one_method(tmp_path: Path) -> None:
    write_outlines(tmp_path)
    write_contents(tmp_path)
    result = compared(tmp_path, "outline", "content", methods="tags")
    html = report(result, result.details)
    assert_sound(html)
    assert '<a href="#corpus-2">content</a>' in html
    assert "Difference" not in html


@pytest.mark.parametrize(
    "result",
    [
        Result((), (), {}, ()),
        Result((), (), {"empty": {}}, ()),
        Result((), (), {"empty": {}}, (("page <1>", "it & its reasons"),)),
    ],
    ids=["nothing", "no pages", "failures only"],
)
def test_empty_results(result: Result) -> None:
    html = report(result, result.details)
    assert_sound(html)
    for page, why in result.failures:
        assert f"<b>{escape(page)}</b>: {escape(why)}" in html


def test_pages_with_nothing_to_find_only(tmp_path: Path) -> None:
    write_page(tmp_path, "<p>Text.</p>", [])
    result = compared(tmp_path, "lines")
    html = report(result, result.details)
    assert_sound(html)
    assert "<svg" not in html


def test_a_method_without_errors_has_no_worst_pages(tmp_path: Path) -> None:
    write_page(tmp_path, "<h2>Heading</h2><p>Text.</p>", ["Heading"])
    result = compared(tmp_path, "lines", methods="tags")
    html = report(result, result.details)
    assert_sound(html)
    assert "<h4>tags: 0 of 1 page</h4>\n<p>Nothing was missed or wrong.</p>" in html


def test_a_page_that_fails_is_listed(tmp_path: Path) -> None:
    write_outlines(tmp_path)
    (tmp_path / "outline" / "half" / "page.html").unlink()
    result = compared(tmp_path, "outline")
    html = report(result, result.details)
    assert_sound(html)
    assert "<li><b>outline/half</b>: " in html


def test_details_are_made_only_when_asked_for(tmp_path: Path) -> None:
    write_outlines(tmp_path)
    result = compare([parse_contender("tags")], tmp_path, ["outline"], processes=1)
    assert result.details == {}
    html = report(result, result.details)
    assert_sound(html)
    assert "No page of which details are at hand has anything to find." in html


def test_the_command_writes_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_outlines(tmp_path)
    out = tmp_path / "report.html"
    command = ["compare", "--corpora", str(tmp_path), "--corpus", "outline", "--processes", "1", "--report", str(out)]
    assert main(command) == 0
    assert "heading, whole page" in capsys.readouterr().out
    assert_sound(out.read_text("utf-8"))


def test_a_report_that_cannot_be_written_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_outlines(tmp_path)
    out = tmp_path / "missing" / "report.html"
    command = ["compare", "--corpora", str(tmp_path), "--corpus", "outline", "--processes", "1", "--report", str(out)]
    assert main(command) != 0
    assert str(out) in capsys.readouterr().err
