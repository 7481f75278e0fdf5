"""The command as a person runs it: data on stdout, messages on stderr, exit codes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rubricator.cli import main
from rubricator.emit import from_json
from rubricator.version import __version__
from tests.browser import SKIPPED, find_chromium

PAGE = "<title>Rules</title>" + "".join(
    f"<div><b>Rule {n}</b><p>What rule {n} says, at some length.</p></div>" for n in range(3)
)


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text(PAGE, "utf-8")
    return str(path)


def test_outline_shows_the_tree(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["outline", page]) == 0
    out, err = capsys.readouterr()
    assert out == (
        "Rules\n├─ Rule 0 (7 words)\n├─ Rule 1 (7 words)\n└─ Rule 2 (7 words)\n"
    )  # fmt: skip
    assert err == ""


def test_a_name_with_a_less_than_sign_is_a_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a<b.html").write_text(PAGE, "utf-8")
    assert main(["outline", str(tmp_path / "a<b.html")]) == 0
    assert capsys.readouterr().out.startswith("Rules\n")
    for command in ("check", "view", "explain"):
        assert main([command, str(tmp_path / "a<b.html"), *(["-o", "-"] if command == "view" else [])]) in (0, 1)
        assert "Rule 1" in capsys.readouterr().out
    assert main(["outline", "<p>no file"]) == 1
    assert "there is no file '<p>no file'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("json", '{"schema":"rubricator/1"'),
        ("markdown", "# Rules\n\n## Rule 0\n"),
        ("html", "<!DOCTYPE html>"),
        ("chunks", '{"text": "Rule 0\\nWhat rule 0 says'),
        ("outline", "Rules\n├─ Rule 0"),
    ],
)
def test_extract_writes_every_form(page: str, capsys: pytest.CaptureFixture[str], form: str, begins: str) -> None:
    assert main(["extract", page, "--to", form]) == 0
    assert capsys.readouterr().out.startswith(begins)


def test_extract_to_a_file(page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.json"
    assert main(["extract", page, "-o", str(out), "--indent", "1"]) == 0
    assert capsys.readouterr().out == ""
    assert from_json(out.read_text("utf-8")).title == "Rules"


def test_extract_that_cannot_write(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", page, "-o", "/nowhere/out.json"]) == 1
    assert "cannot write '/nowhere/out.json'" in capsys.readouterr().err


def test_chunks_take_their_limits(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", page, "--to", "chunks", "--max-tokens", "6", "--overlap", "1"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) > 3
    assert all(len(line["text"].split()) <= 6 for line in lines)
    assert main(["extract", page, "--to", "chunks", "--max-chars", "10", "--max-tokens", "10"]) == 2


def test_stdin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))
    assert main(["outline", "-"]) == 0
    assert "Rule 1" in capsys.readouterr().out


def test_parameters_stand_behind_the_method_as_in_compare(
    page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    params = tmp_path / "params.json"
    params.write_text('{"t": 3}', "utf-8")
    method = f"heps:preset=reference:params={params}:empty=0.25"
    assert main(["extract", page, "--method", method, "--param", "no_sibling=0.5"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["method"] == "heps"
    assert [found["params"][name] for name in ("t", "empty", "no_sibling")] == [3.0, 0.25, 0.5]
    assert main(["check", page, "--method", "asdus-di:preset=improved", "--fail-on", "never"]) == 0
    assert main(["view", page, "--method", "asdus-di:preset=improved", "-o", str(tmp_path / "view.html")]) == 0


def test_method_preset_params_and_body(page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", page, "--method", "tags"]) == 0
    assert json.loads(capsys.readouterr().out)["root"]["children"] == []
    params = tmp_path / "params.json"
    params.write_text('{"t": 3}', "utf-8")
    command = ["extract", page, "--method", "heps", "--preset", "reference", "--params", str(params)]
    assert main([*command, "--param", "empty=0.25"]) == 0
    found = json.loads(capsys.readouterr().out)["params"]
    assert (found["t"], found["empty"], found["no_sibling"]) == (3.0, 0.25, 0.9)
    assert main(["extract", page, "--body", "//div[2]", "--url", "https://example.org/r"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["text"][slice(*found["body"])] == "Rule 1 What rule 1 says, at some length."
    assert found["source"]["url"] == "https://example.org/r"


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["outline", "missing.html"], 1, "there is no file 'missing.html'"),
        (
            ["outline", "PAGE", "--method", "magic"],
            2,
            "unknown method 'magic'; choose one of: asdus-dd, asdus-di, bayes, heps",
        ),
        (["outline", "PAGE", "--body", "//nav"], 2, "selects no element"),
        (["outline", "PAGE", "--param", "t"], 2, "write NAME=VALUE"),
        (["outline", "PAGE", "--params", "missing.json"], 2, "missing.json"),
        (
            ["outline", "PAGE", "--method", "heps:reference"],
            2,
            "write METHOD:NAME=VALUE, such as heps:preset=reference",
        ),
        (["outline", "PAGE", "--width", "5"], 2, "--width: give 20 or more, not 5"),
        (["outline", "PAGE", "--width", "-3"], 2, "--width: give 20 or more, not -3"),
        (["outline", "PAGE", "PAGE"], 2, "rubricator outline: error: outline takes one PAGE; also given: "),
        (["outline", "PAGE", "--wide"], 2, "rubricator outline: error: unrecognized arguments: --wide"),
        (["extract", "PAGE", "--indent", "-1"], 2, "--indent: give 0 or more, not -1"),
        (["extract", "PAGE", "--to", "markdown", "--max-chars", "5"], 2, "--max-chars is for --to chunks"),
        (["extract", "PAGE", "--max-tokens", "5"], 2, "--max-tokens is for --to chunks; --to json does not know it"),
        (["extract", "PAGE", "--to", "html", "--overlap", "5"], 2, "--overlap is for --to chunks"),
        (["extract", "PAGE", "--to", "html", "--tokenizer", "x"], 2, "--tokenizer is for --to chunks"),
        (["extract", "PAGE", "--to", "html", "--indent", "1"], 2, "--indent is for --to json"),
        (["extract", "PAGE", "--hidden", "drop"], 2, "--hidden is for --to markdown or html or chunks"),
        (["outline", "PAGE", "--timeout", "0"], 2, "give a time above 0"),
        (["outline", "PAGE", "--timeout", "0.000001"], 1, "took longer than its budget"),
        (["outline"], 2, "PAGE"),
        (["paint", "PAGE"], 2, "paint"),
        ([], 2, "COMMAND"),
    ],
)
def test_errors_say_what_to_do(
    page: str, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, told: str
) -> None:
    assert main([page if argument == "PAGE" else argument for argument in arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert "Traceback" not in err


def test_the_first_warnings_of_a_kind_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    path.write_text("".join(f"<link rel=stylesheet href=gone{n}.css>" for n in range(4)) + "<p>text", "utf-8")
    assert main(["extract", str(path), "--to", "json"]) == 0
    out, err = capsys.readouterr()
    assert [f"gone{n}.css" in err for n in range(4)] == [True, True, False, False]
    assert "more of these; the JSON output names them [stylesheet-missing]" in err
    assert all(f"gone{n}.css" in out for n in range(4))


def test_an_archive_is_for_batch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive = tmp_path / "crawl.WARC.gz"
    archive.write_bytes(b"")
    assert main(["outline", str(archive)]) == 2
    assert f"rubricator batch {archive}" in capsys.readouterr().err


def test_warnings_go_to_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    path.write_text("<link rel=stylesheet href=gone.css><p>text <span hidden>unseen words</span>", "utf-8")
    assert main(["extract", str(path), "--to", "markdown"]) == 0
    out, err = capsys.readouterr()
    assert out.strip() == "text"
    assert "a stylesheet could not be had" in err
    assert "gone.css [stylesheet-missing]" in err
    assert "[hidden-text-left-out]" in err


def test_a_page_without_text_is_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.html"
    path.write_bytes(b"")
    assert main(["outline", str(path)]) == 1
    assert "[no-text]" in capsys.readouterr().err


def test_verbose_tells_the_steps_under_the_numbers_of_the_docs(page: str) -> None:
    done = _run("outline", page, "-v")
    steps = [line.split()[:2] for line in done.stderr.splitlines()]
    assert steps == [["1", "load:"], ["2", "style:"], ["3", "page:"], ["4", "segment:"], ["5", "structure:"]]


def test_version_and_module() -> None:
    assert _run("--version").stdout == f"rubricator {__version__}\n"


def test_a_reader_that_stops_early_is_no_error(page: str) -> None:
    command = f'"{sys.executable}" -m rubricator extract "{page}" --to json --indent 1 | head -n 1'
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "{\n", "")


@pytest.mark.parametrize(("name", "code"), [("page.html", 0), ("none.html", 1)])
def test_the_process_ends_before_threads_of_the_engine_can_disturb_it(page: str, name: str, code: int) -> None:
    """Nothing of Python's own end comes after what was to be done at exit."""
    script = (
        "import atexit, os, sys, types\n"
        "class Engine(types.ModuleType):\n"
        "    def __del__(self, write=os.write): write(1, b'taken down')\n"
        "sys.modules['daft'] = Engine('daft')\n"
        "atexit.register(print, 'at exit')\n"
        "from rubricator.cli import command\n"
        "command()"
    )
    arguments = [sys.executable, "-c", script, "outline", str(Path(page).with_name(name))]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert (done.returncode, bool(done.stderr)) == (code, bool(code))
    assert done.stdout.splitlines()[-1] == "at exit"


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-m", "rubricator", *arguments], capture_output=True, text=True, check=True, env=environment
    )


def test_scripts_need_the_browser(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["outline", page, "--scripts"]) == 2
    assert capsys.readouterr().err == "rubricator: only the browser renderer runs scripts; add --render browser\n"


@pytest.mark.parametrize("command", ["outline", "extract", "check", "view"])
def test_settling_needs_the_browser(command: str, page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, page, "--settle", "1"]) == 2
    told = "rubricator: only the browser renderer lets scripts settle; add --render browser to --settle\n"
    assert capsys.readouterr() == ("", told)


@pytest.mark.browser
def test_the_browser_renders_too(page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if find_chromium() is None:
        pytest.skip(f"{SKIPPED}: neither chromium nor google-chrome is on the path")
    assert main(["extract", page, "--render", "browser"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert main(["extract", page]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert (shown.pop("renderer"), plain.pop("renderer")) == ("browser", "static")
    assert shown == plain
    written = tmp_path / "written.html"
    written.write_text("<body><script>document.body.innerHTML = '<h1>Late</h1><p>It came late.'</script>")
    assert (
        main(["outline", str(written), "--method", "tags", "--render", "browser", "--scripts", "--settle", ".1"]) == 0
    )
    assert "Late" in capsys.readouterr().out
