"""Completion scripts do what they are for, in a real shell; the manual page has every command."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from rubricator.cli import main
from rubricator.cli.main import COMMANDS, build_parser
from rubricator.cli.manual import manual


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from rubricator.cli.completion import _bash

    path = tmp_path_factory.mktemp("completion") / "rubricator.bash"
    path.write_text(_bash(build_parser()), "utf-8")
    return path


def complete(script: Path, *words: str) -> list[str]:
    code = (
        f'source "{script}"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rubricator; printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    run = subprocess.run(["bash", "-c", code, "bash", *words], capture_output=True, text=True, check=True)
    return run.stdout.split()


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash")
def test_bash_completes_commands_options_and_values(script: Path) -> None:
    assert complete(script, "rubricator", "out") == ["outline"]
    assert set(complete(script, "rubricator", "")) == set(COMMANDS)
    assert complete(script, "rubricator", "--v") == ["--version"]
    assert complete(script, "rubricator", "extract", "--max-t") == ["--max-tokens"]
    assert complete(script, "rubricator", "extract", "page.html", "--to", "m") == ["markdown"]
    assert complete(script, "rubricator", "check", "--fail-on", "") == ["error", "warning", "note", "never"]
    assert complete(script, "rubricator", "check", "page") == []


@pytest.mark.skipif(not shutil.which("zsh"), reason="no zsh")
def test_zsh_reads_its_script(script: Path) -> None:
    subprocess.run(["zsh", "-n", str(script)], check=True)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_is_in_every_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    written = capsys.readouterr().out
    assert all(command in written for command in COMMANDS)
    assert "--max-tokens" in written or "-l max-tokens" in written
    assert "complete " in written


def test_the_table_of_commands_says_what_they_say() -> None:
    action = next(action for action in build_parser()._actions if action.dest == "command")
    assert {one.dest: one.help for one in action._choices_actions} == COMMANDS  # type: ignore[attr-defined]


def test_the_manual_has_every_command_and_option() -> None:
    page = manual(build_parser())
    for command in COMMANDS:
        assert f"\n.SS {command}\n" in page
    assert "\n.B \\-\\-max\\-tokens N\n" in page
    assert "%(default)s" not in page


@pytest.mark.skipif(not shutil.which("man"), reason="no man")
def test_man_reads_the_manual(tmp_path: Path) -> None:
    (tmp_path / "rubricator.1").write_text(manual(build_parser()), "utf-8")
    run = subprocess.run(["man", "--warnings", "-l", str(tmp_path / "rubricator.1")], capture_output=True, check=True)
    assert run.stderr == b"" and b"rubricator" in run.stdout
