"""Methods on corpora: rows of the parts of a corpus, and the table for people."""

from __future__ import annotations

from pathlib import Path

import pytest

from rubricator.errors import UsageError
from rubricator.evaluate.compare import Result, compare, parse_contender
from rubricator.evaluate.measures import MEASURES
from rubricator.evaluate.tables import page_table, result_table
from rubricator.options import Options
from rubricator.page.model import Page
from rubricator.pipeline import structure_of
from rubricator.structure.model import Structure

from .gold_files import CONTENT, LINES, OUTLINE, write


def compared(folder: Path, corpus: str, *methods: str) -> Result:
    return compare([parse_contender(name) for name in methods], folder, [corpus], processes=1)


def test_content_words_are_given_by_page_type(tmp_path: Path) -> None:
    for number, kind in enumerate(("article", "forum", "forum", None)):
        write(tmp_path / "wcxb" / str(number), {**CONTENT, "id": f"wcxb/{number}", "page_type": kind})
    rows = compared(tmp_path, "wcxb", "tags").rows
    found = {(row.measure.name, row.measure.average): row.pages for row in rows}
    for average in ("P, macro", "R, macro", "F1, macro"):
        assert found["content words", average] == 4
        assert found["content words, article", average] == 1
        assert found["content words, forum", average] == 2
    assert len(found) == len(MEASURES["content"]) + 6


def test_the_table_is_aligned_and_cuts_nothing(tmp_path: Path) -> None:
    write(tmp_path / "outline" / "one", OUTLINE)
    lines = result_table(compared(tmp_path, "outline", "tags", "heps")).splitlines()
    assert lines[0] == "outline: 1 page (95 % confidence intervals over pages)"
    for measure in MEASURES["outline"]:
        assert any(line.startswith(measure.name) and f"  {measure.average}  " in line for line in lines)
    assert len({line.index("(") for line in lines[2:]}) == 1


def test_one_method_has_no_difference(tmp_path: Path) -> None:
    write(tmp_path / "cleaneval" / "one", LINES)
    result = compared(tmp_path, "cleaneval", "tags")
    assert "difference" not in result_table(result)
    assert all(row.difference is None for row in result.rows)


def test_pages_are_listed_from_the_worst_and_those_with_nothing_to_find_last(tmp_path: Path) -> None:
    lines = LINES["lines"]
    for name, wanted in (("all", lines), ("half", lines[:2]), ("none", []), ("other", [{"kind": "h", "text": "x"}])):
        write(tmp_path / "cleaneval" / name, {**LINES, "id": name, "lines": wanted})
    listed = page_table(compared(tmp_path, "cleaneval", "tags")).splitlines()
    assert listed[0] == "cleaneval: headings, tags"
    assert [line.split() for line in listed[2:]] == [
        ["other", "0", "4", "1", "0.000", "0.000", "0.000"],
        ["half", "1", "4", "1", "0.250", "1.000", "0.400"],
        ["all", "2", "4", "2", "0.500", "1.000", "0.667"],
        ["none", "0", "4", "0", "0.000", "0.000", "0.000"],
    ]


def test_a_contender_takes_parameters_from_a_file(tmp_path: Path) -> None:
    tuned = tmp_path / "tuned.json"
    tuned.write_text('{"preset": "reference", "t": 2}')
    assert parse_contender(f"heps:params={tuned}:t=3").params == {"preset": "reference", "t": 3}
    tuned.write_text("[]")
    with pytest.raises(UsageError, match=r"tuned\.json: the file must hold one JSON object"):
        parse_contender(f"heps:params={tuned}")
    with pytest.raises(UsageError, match=r"none\.json"):
        parse_contender(f"heps:params={tmp_path / 'none.json'}")


def test_methods_are_told_the_body_of_an_outline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "outline" / "one", OUTLINE)
    bodies: list[object] = []

    def reading(page: Page, options: Options) -> Structure:
        bodies.append(options.body)
        return structure_of(page, options)

    monkeypatch.setattr("rubricator.evaluate.compare.structure_of", reading)
    rows = compared(tmp_path, "outline", "tags").rows
    assert len(bodies) == 2 and bodies[0] is None and isinstance(bodies[1], tuple)
    assert "heading, body told" in [row.measure.name for row in rows]
