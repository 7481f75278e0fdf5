"""`rubricator evaluate` as a person runs it, on a corpus and on annotations of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rubricator.cli import main

from ..evaluate.gold_files import LINES, annotation, write
from ..evaluate.pages import HTML, render


def test_annotations_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = write(tmp_path, annotation(render(HTML)), "mine.json")
    written = tmp_path / "out" / "figures.json"
    written.parent.mkdir()
    command = ["evaluate", "--gold", str(gold), "--method", "tags", "--processes", "1"]
    assert main([*command, "--pages", "--json", str(written)]) == 0
    table, pages = capsys.readouterr().out.split("\n\n")
    assert table.startswith("annotation: 1 page ")
    assert "heading by range, whole page" in table
    assert "1.000 (1.000-1.000)" in table
    assert pages.splitlines()[0] == "annotation: heading by range, whole page, tags"
    assert pages.splitlines()[-1].split() == ["example", "3", "3", "3", "1.000", "1.000", "1.000"]
    figures = json.loads(written.read_text("utf-8"))
    assert figures["pages"]["annotation"]["example"]["tags"]["title"] == {"right": 1, "found": 1, "wanted": 1}
    assert main([*command, "--json", str(tmp_path / "none" / "x")]) == 1


def test_a_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "cleaneval" / "1", LINES)
    arguments = ["--corpora", str(tmp_path), "--method", "heps:preset=reference", "--processes", "1"]
    assert main(["evaluate", "--corpus", "cleaneval", *arguments]) == 0
    assert "heps:preset=reference" in capsys.readouterr().out
    assert main(["evaluate", "--corpus", "other", *arguments]) == 1
    assert "has no corpus 'other'; it has: cleaneval" in capsys.readouterr().err


def test_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = str(write(tmp_path, LINES))
    assert main(["evaluate"]) == 2
    assert main(["evaluate", "--corpus", "a", "--gold", gold]) == 2
    assert main(["evaluate", "--gold", gold, "--method", "none"]) == 2
    capsys.readouterr()
    assert main(["evaluate", "--gold", gold, "--method", "tags:depth=1", "--processes", "1"]) == 2
    assert "tags has no parameter 'depth'" in capsys.readouterr().err


def test_damaged_gold_is_told_with_file_and_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = write(tmp_path, {**annotation(render(HTML)), "annotator": 7})
    assert main(["evaluate", "--gold", str(gold)]) == 1
    assert capsys.readouterr().err == f"rubricator: {gold}: annotator is not a text\n"
