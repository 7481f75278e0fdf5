"""What is said of failing tests, and of objects at the prompt, holds no whole page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import rubricator
from rubricator.batch.record import Record
from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.style.document import parse_document
from rubricator.workers.framing import Frame

ROOT = Path(__file__).parents[1]
HTML = "<title>T</title>" + "".join(f"<h1>Heading {number}</h1><p>word\n" for number in range(2_000))

FAILING = """
import rubricator
from tests.test_reports import HTML
READ = rubricator.read(HTML)
OTHER = rubricator.read(HTML + "<p>end")

def test_texts(): assert HTML == HTML + "x"
def test_parts(): assert "missing" in HTML
def test_structures(): assert READ == OTHER
def test_pages(): assert READ.page == OTHER.page
def test_message(): assert not HTML, HTML
def test_message_of_one_line(): assert not READ, READ.to_json()
def test_error(): raise ValueError(HTML)
def test_printed():
    print(HTML)
    assert False
"""


@pytest.mark.parametrize("verbosity", ["-v", "-vvv"])
def test_a_failing_assertion_never_prints_a_whole_page(tmp_path: Path, verbosity: str) -> None:
    (tmp_path / "test_failing.py").write_text(FAILING, "utf-8")
    settings = ("-c", str(ROOT / "pyproject.toml"), "-p", "tests.conftest", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", *settings, verbosity, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "8 failed" in done.stdout
    assert len(done.stdout) < len(HTML)
    assert max(map(len, done.stdout.splitlines())) < 1000


def test_objects_that_hold_a_page_have_short_representations() -> None:
    structure = rubricator.read(HTML)
    source = load(HTML.encode())
    document = parse_document(source.html, Limits(), Budget())
    for one in (structure, structure.page, structure.root, source, document, Record("s", "0", "html", HTML.encode())):
        assert len(repr(one)) < 400, type(one)
    assert repr(Frame({"a": 1}, b"x" * 1000)) == "<Frame {'a': 1}: 1000 bytes>"
