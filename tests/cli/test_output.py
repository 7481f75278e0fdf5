"""Where commands write to: full disks, closed streams, names of files that are not UTF-8, Ctrl-C."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rubricator.cli import main

PAGE = "<!DOCTYPE html><meta charset=utf-8><title>Café</title><h1>Café</h1><h3>Crème</h3><p>Some words of it."
ODD = os.fsdecode(b"caf\xe9.html")
SPELLED = "caf\ufffd.html"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="names and devices of Linux")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "page.html").write_text(PAGE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def odd(folder: Path) -> Path:
    (folder / "page.html").rename(folder / ODD)
    return folder


def shell(command: str, encoding: str = "utf-8:strict") -> subprocess.CompletedProcess[bytes]:
    """Run a command in a shell, where `rubricator` is ours."""
    told = {"PYTHONIOENCODING": encoding, "PYTHONUNBUFFERED": ""}
    whole = f'rubricator() {{ "{sys.executable}" -m rubricator "$@"; }}; {command}'
    return subprocess.run(["bash", "-c", whole], capture_output=True, check=False, env=os.environ | told)


@LINUX
@pytest.mark.parametrize(
    "command",
    ["extract caf* --to json", "extract caf* --to chunks", "check caf* --format json", "check . --format sarif"],
)
@pytest.mark.parametrize("encoding", ["utf-8:strict", "utf-8:surrogateescape", "latin-1"])
@pytest.mark.usefixtures("odd")
def test_output_is_utf8_whatever_a_file_is_called(command: str, encoding: str) -> None:
    done = shell(f"rubricator {command}", encoding)
    assert done.stderr == b""
    text = done.stdout.decode("utf-8")
    assert json.loads(text)
    assert (SPELLED in text) != ("caf%E9.html" in text)


@LINUX
def test_files_are_utf8_whatever_a_page_is_called(odd: Path) -> None:
    assert main(["extract", ODD, "-o", "structure"]) == 0
    assert json.loads((odd / "structure").read_text("utf-8"))["source"]["path"] == SPELLED
    assert main(["check", ODD, "--format", "json", "-o", "checked"]) == 1
    assert json.loads((odd / "checked").read_text("utf-8"))["pages"][0]["page"] == SPELLED


@LINUX
@pytest.mark.usefixtures("odd")
def test_the_name_of_a_view_can_be_told() -> None:
    assert shell("rubricator view caf*").stdout.decode("utf-8") == "caf\ufffd.view.html\n"


@LINUX
@pytest.mark.parametrize("command", ["outline page.html", "extract page.html", "view page.html -o -", "--help"])
@pytest.mark.usefixtures("folder")
def test_a_full_disk_is_told(command: str) -> None:
    done = shell(f"rubricator {command} > /dev/full")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"rubricator: cannot write the output: No space left on device\n"


@pytest.mark.parametrize("command", ["outline page.html", "extract page.html", "view page.html -o -"])
@pytest.mark.usefixtures("folder")
def test_a_closed_output_is_told(command: str) -> None:
    done = shell(f"rubricator {command} >&-")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"rubricator: cannot write the output: there is no standard output\n"


def test_a_closed_output_that_nobody_needs(folder: Path) -> None:
    done = shell("rubricator extract page.html --to markdown -o page.md >&-")
    assert (done.returncode, done.stderr) == (0, b"")
    assert (folder / "page.md").read_text("utf-8").startswith("# Café")


@pytest.mark.usefixtures("folder")
def test_messages_are_not_among_the_data_when_they_cannot_be_told() -> None:
    done = shell("rubricator outline none.html 2>&-")
    assert (done.returncode, done.stdout) == (1, b"")


def test_a_dash_is_standard_output(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", "page.html", "--to", "outline", "-o", "-"]) == 0
    assert capsys.readouterr().out.startswith("Café\n")
    assert main(["check", "page.html", "-o", "-"]) == 1
    assert "1 page checked" in capsys.readouterr().out
    assert [path.name for path in folder.iterdir()] == ["page.html"]


def test_what_is_no_matter_of_the_output_is_not_hidden(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> int:
        (folder / "none").read_bytes()
        return 0

    monkeypatch.setattr("rubricator.cli.outline.run", fail)
    with pytest.raises(FileNotFoundError):
        main(["outline", "page.html"])


def test_an_early_interrupt(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rubricator.cli.outline.add_command", interrupted)
    assert main(["outline", "page.html"]) == 130
    assert capsys.readouterr().err == "rubricator: interrupted\n"


def test_an_interrupt_while_modules_are_loaded() -> None:
    script = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *more):\n"
        "        if name == 'rubricator.cli.main': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "import rubricator.cli\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "rubricator: interrupted\n")
