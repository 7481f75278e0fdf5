"""`rubricator check` as a person or a CI job runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rubricator.cli import main

GOOD = "<!DOCTYPE html><title>{}</title><h1>{}</h1><p>Some text under the heading."
NOTE = GOOD.format("Notes", "Notes") + "<h2>Nothing</h2>"
WARN = GOOD.format("Skips", "Skips") + "<h4>Deep</h4><p>Text."


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, html in {"good": GOOD.format("Good", "Good"), "note": NOTE, "warn": WARN}.items():
        (tmp_path / f"{name}.html").write_text(html, "utf-8")
    return tmp_path


def test_a_good_page_is_0(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(site / "good.html")]) == 0
    assert capsys.readouterr().out == "1 page checked: 0 errors, 0 warnings, 0 notes\n"


@pytest.mark.parametrize(
    ("page", "fail_on", "code"),
    [("note", "warning", 0), ("note", "note", 1), ("warn", "warning", 1), ("warn", "error", 0), ("warn", "never", 0)],
)
def test_what_fails_a_build(site: Path, page: str, fail_on: str, code: int) -> None:
    assert main(["check", "--fail-on", fail_on, str(site / f"{page}.html")]) == code


def test_a_folder_and_a_rule_that_is_ignored(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(site), "--ignore", "heading-skipped-level"]) == 0
    assert "3 pages checked: 0 errors, 0 warnings, 1 note\n" in capsys.readouterr().out


def test_titles_are_compared_over_the_run(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (site / "other.html").write_text(GOOD.format("Good", "Other"), "utf-8")
    assert main(["check", str(site / "good.html"), str(site / "other.html")]) == 1
    assert capsys.readouterr().out.count("[title-duplicate]") == 2
    assert main(["check", "--ignore", "title-duplicate", str(site / "good.html"), str(site / "other.html")]) == 0


def test_json_and_sarif_go_to_files(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kind in ("json", "sarif"):
        assert main(["check", str(site / "warn.html"), "--format", kind, "-o", str(site / kind)]) == 1
    assert capsys.readouterr().out == ""
    finding = json.loads((site / "json").read_text("utf-8"))["pages"][0]["findings"][0]
    assert (finding["rule"], finding["line"], finding["column"]) == ("heading-skipped-level", 1, 81)
    result = json.loads((site / "sarif").read_text("utf-8"))["runs"][0]["results"][0]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 1, "startColumn": 81}


def test_pages_that_cannot_be_read_fail_the_run(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(site / "good.html"), str(site / "missing.html")]) == 1
    told = capsys.readouterr()
    assert "missing.html was not checked" in told.err
    assert "1 page checked" in told.out


def test_pages_that_cannot_be_read_are_in_json_and_sarif(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = [str(site / "missing.html"), str(site / "good.html")]
    assert main(["check", *named, "--format", "json"]) == 1
    missing, good = json.loads(capsys.readouterr().out)["pages"]
    assert (missing["page"], good["page"]) == tuple(named)
    assert "there is no file" in missing["error"]
    assert good["error"] is None
    assert main(["check", *named, "--format", "sarif"]) == 1
    (invocation,) = json.loads(capsys.readouterr().out)["runs"][0]["invocations"]
    assert not invocation["executionSuccessful"]
    assert len(invocation["toolExecutionNotifications"]) == 1


@pytest.mark.parametrize(
    "arguments", [["--confidence", "2"], ["--method", "nothing"], ["--ignore", "nothing"], ["--fail-on", "x"]]
)
def test_wrong_use_is_2(site: Path, arguments: list[str]) -> None:
    assert main(["check", str(site / "good.html"), *arguments]) == 2


def test_an_empty_folder_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 2
    assert "no pages" in capsys.readouterr().err


def test_output_that_cannot_be_written(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(site / "good.html"), "-o", str(site / "no" / "file")]) == 1
    assert "cannot write" in capsys.readouterr().err


def test_files_that_are_no_pages_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "binary.html").write_bytes(bytes(range(256)) * 4)
    (tmp_path / "empty.html").write_bytes(b"")
    (tmp_path / "image.html").write_text("<title>Image</title><img src=a.png>", "utf-8")
    assert main(["check", str(tmp_path), "--ignore", "title-missing", "--ignore", "heading-one-missing"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        f"{tmp_path}/binary.html: warning: the file has many control characters; it seems to be no web page "
        "[page-doubtful]",
        f"{tmp_path}/empty.html: warning: the file is empty [page-empty]",
        f"{tmp_path}/image.html: warning: the page has no text [page-empty]",
        "3 pages checked: 0 errors, 3 warnings, 0 notes",
    ]
    assert f"rubricator: warning: {tmp_path}/empty.html: the page is empty [empty-page]" in err


def test_notices_of_one_page_need_no_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.html").write_bytes(b"")
    assert main(["check", str(tmp_path)]) == 1
    assert "rubricator: warning: the page is empty [empty-page]" in capsys.readouterr().err
