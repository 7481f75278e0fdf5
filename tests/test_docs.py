"""The documentation says what is true: its examples run, its tables are complete."""

from __future__ import annotations

import contextlib
import io
import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from rubricator.cli import main
from rubricator.cli.main import build_parser
from rubricator.segment import METHODS
from rubricator.segment.heps import PRESETS
from rubricator.segment.rubric.features import NAMES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
DOCS = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#]+)\)")


def blocks(kind: str) -> list[str]:
    return [text for found, text in _BLOCK.findall(README) if found == kind]


def test_the_console_example_shows_the_real_output(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    command, _, expected = blocks("console")[0].partition("\n")
    assert main(command.removeprefix("$ rubricator ").split()) == 0
    assert capsys.readouterr().out == expected


def test_the_python_example_prints_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(blocks("python")[0], "README.md", "exec"), {})
    assert printed.getvalue() == blocks("text")[0]


def test_every_command_and_method_is_in_the_readme() -> None:
    parser = build_parser()
    commands = next(action.choices for action in parser._actions if action.dest == "command")
    assert commands
    for command in commands:
        assert f"rubricator {command} " in README
    for method in METHODS:
        assert f"| `{method}`" in README


@pytest.mark.parametrize("path", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for target in _LINK.findall(path.read_text("utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_every_notice_is_documented() -> None:
    table = (ROOT / "docs" / "data-model.md").read_text("utf-8")
    source = "".join(path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py"))
    codes = set(re.findall(r"Notice\(\s*\"([a-z-]+)\"", source))
    assert len(codes) > 10
    assert {code for code in codes if f"`{code}`" not in table} == set()


def test_every_reason_has_its_meaning() -> None:
    text = (ROOT / "docs" / "explain.md").read_text("utf-8")
    shown = set(re.findall(r"`([^`]+)`", "".join(line for line in text.splitlines(True) if line.startswith("|"))))
    own = {name.rpartition(": ")[2] for name in NAMES if not name.startswith("in ") or name == "in sequence"}
    assert own - shown == set()
    assert {"in NAME", "path: NAME", "look: NAME", "style: NAME"} <= shown
    assert {name for name in shown - own if "NAME" not in name and not name.startswith(("in ", "<"))} == set()


def test_the_table_of_heps_parameters_is_complete() -> None:
    text = (ROOT / "docs" / "methods" / "heps.md").read_text("utf-8")
    rows = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[0].startswith("`"):
            names = re.findall(r"`(\w+)`", cells[0])
            columns = [(cell if cell.startswith("[") else cell.replace(",", " ")).split() for cell in cells[1:3]]
            for place, name in enumerate(names):
                rows[name] = [column[min(place, len(column) - 1)] for column in columns]
    for item in fields(PRESETS["paper"]):
        for preset, shown in zip(("paper", "reference"), rows[item.name], strict=True):
            value = getattr(PRESETS[preset], item.name)
            if isinstance(value, float):
                assert float(shown) == value, item.name
            elif isinstance(value, str):
                assert shown == f"`{value}`"
            else:
                assert json.loads(shown) == (list(value) if isinstance(value, tuple) else value), item.name
