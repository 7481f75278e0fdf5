"""`rubricator explain` as a person runs it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rubricator.cli import main
from rubricator.segment.rubric.learned_model import save_model

from ..learn.pages import html, topics
from ..segment.rubric.forests import tiny_model


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text(html(1), "utf-8")
    return str(path)


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    save_model(tiny_model(), tmp_path / "tiny.npz")
    return str(tmp_path / "tiny.npz")


def test_headings_and_their_reasons(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", page]) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [line for line in lines if not line.startswith(" " * 18)]
    told = {line.split("  ", 2)[-1].strip(): line for line in heads}
    for topic in topics(1):
        assert "level " in next(line for text, line in told.items() if text.endswith(topic))
    assert heads[0].strip()[0].isdigit() and "%" in heads[0]
    reasons = [line for line in lines if line.startswith(" " * 18)]
    assert heads[0].endswith("  title       Guide 1")
    assert len(reasons) == 4 * (len(heads) - 1)
    assert all(" = " in line and line.split()[0][0] in "+-" for line in reasons)


def test_the_feature_that_decided_is_named(page: str, tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", page, "--model", tiny]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [" 99%  level 1     Guide 1", "                   +5.00  bolder = 1"]


def test_json(page: str, tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", page, "--model", tiny, "--json", "--reasons", "1"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["text"] for one in told] == ["Guide 1", *topics(1)]
    assert told[0]["level"] == 1
    assert told[0]["confidence"] == pytest.approx(0.995, abs=1e-3)
    assert told[0]["reasons"] == [{"feature": "bolder", "value": 1.0, "weight": 5.0}]
    assert told[1]["end"] - told[1]["start"] == len(topics(1)[0])


def test_the_title_is_a_heading_of_level_0(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", page, "--json"]) == 0
    title, *others = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (title["text"], title["level"], title["reasons"]) == ("Guide 1", 0, [])
    assert title["end"] - title["start"] == len("Guide 1")
    assert 0 < title["confidence"] <= 1
    assert all(one["level"] != 0 and len(one["reasons"]) == 4 for one in others)


def test_near_misses_have_no_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tiny_model()
    save_model(replace(model, thresholds={**model.thresholds, "floor": 1.1}), tmp_path / "strict.npz")
    source = tmp_path / "page.html"
    source.write_text("<h2>Fees</h2><p>You pay each month.</p>", "utf-8")
    assert main(["explain", str(source), "--model", str(tmp_path / "strict.npz")]) == 0
    assert capsys.readouterr().out.splitlines()[0] == " 99%  no heading  Fees"


def test_a_body_that_is_given(tmp_path: Path, tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "page.html"
    source.write_text("<h2>Menu</h2><p>Home page</p><main><h2>Fees</h2><p>You pay each month.</p></main>", "utf-8")
    assert main(["explain", str(source), "--model", tiny, "--body", "//main", "--json"]) == 0
    assert [json.loads(line)["text"] for line in capsys.readouterr().out.splitlines()] == ["Fees"]
    assert main(["explain", str(source), "--model", tiny, "--body", "page", "--json"]) == 0
    assert [json.loads(line)["text"] for line in capsys.readouterr().out.splitlines()] == ["Menu", "Fees"]


@pytest.mark.parametrize(
    ("text", "code"), [("", 1), ("<img src=x.png>", 1), ("<p>Only a paragraph of some words.</p>", 0)]
)
def test_nothing_to_explain(
    tmp_path: Path, text: str, code: int, tiny: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "page.html"
    source.write_text(text, "utf-8")
    assert main(["explain", str(source), "--model", tiny]) == code
    told = capsys.readouterr()
    assert told.out == ""
    assert ("has no text" in told.err) == bool(code)


def test_the_time_of_a_page_ends(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", page, "--timeout", "1e-9", "--url", "http://e.org/"]) == 1
    assert "time" in capsys.readouterr().err
    assert main(["explain", page, "--timeout", "0"]) == 2


def test_wrong_use(page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 2
    capsys.readouterr()
    assert main(["explain", page, "--reasons", "0"]) == 2
    assert capsys.readouterr().err == "rubricator: --reasons 0: name at least one\n"
    assert main(["explain", page, "--model", page]) == 2
    assert "is not a model file" in capsys.readouterr().err
    assert main(["explain", page, "--model", str(tmp_path / "none")]) == 2
    assert main(["explain", page, "--body", "//nothing"]) == 2
    assert main(["explain", str(tmp_path / "none.html")]) == 1
    assert capsys.readouterr().out == ""


def test_headings_as_one_corpus_marks_them(page: str, tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", page, "--model", tiny]) == 0
    assert "tagged level" not in capsys.readouterr().out
    assert main(["explain", page, "--model", tiny, "--like", "tagged"]) == 0
    assert "tagged level" in capsys.readouterr().out
    assert main(["explain", page, "--model", tiny, "--like", "nobody"]) == 2
    assert "knows the marks of tagged, not those of 'nobody'" in capsys.readouterr().err
