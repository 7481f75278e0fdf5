"""`rubricator serve`: what it refuses before it serves anything."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from rubricator.cli import main


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["serve", "--port", "0", *arguments]) == 2
    return capsys.readouterr().err


def test_the_missing_extra_is_named() -> None:
    code = "import sys; sys.modules['starlette'] = None; from rubricator.cli import main; sys.exit(main(['serve']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'rubricator[serve]'" in done.stderr


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port]) == 2
    assert "choose another --port" in capsys.readouterr().err
    assert main(["serve", "--port", "99999999"]) == 2


def test_wrong_options_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "no such folder" in refused(capsys, "--pages", str(tmp_path / "nothing"))
    assert "there is no index" in refused(capsys, "--index", str(tmp_path / "nothing"))
    (tmp_path / "notes.txt").write_text("not an index at all", "utf-8")
    assert "that is not an index of rubricator" in refused(capsys, "--index", str(tmp_path / "notes.txt"))
    assert "above 0" in refused(capsys, "--timeout", "0")
    assert "at least 1" in refused(capsys, "--workers", "0")
    assert "token-file" in refused(capsys, "--token-file", str(tmp_path / "nothing"))
    empty = tmp_path / "token"
    empty.write_text("\n")
    assert "is empty" in refused(capsys, "--token-file", str(empty))
    empty.write_text("short\n")
    assert "too short" in refused(capsys, "--token-file", str(empty))
