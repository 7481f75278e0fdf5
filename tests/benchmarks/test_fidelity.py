"""The comparison of both renderers, on a page of ours in the place of a corpus."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import SKIPPED, find_chromium

ROOT = Path(__file__).parents[2]


def call(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "RUBRICATOR_CORPORA"}
    command = [sys.executable, str(ROOT / "benchmarks" / "fidelity.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def test_without_corpora_it_says_what_is_missing() -> None:
    done = call()
    assert done.returncode == 1
    assert done.stderr.startswith("This benchmark needs the corpora.")


@pytest.mark.browser
def test_a_page_is_the_same_until_its_sheet_is_ignored(tmp_path: Path) -> None:
    if find_chromium() is None:
        pytest.skip(f"{SKIPPED}: neither chromium nor google-chrome is on the path")
    folder = tmp_path / "asdus" / "one"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "pages" / "article_tags" / "page.html", folder / "page.html")
    with (folder / "page.html").open("a", encoding="utf-8") as page:
        page.write("<link rel=stylesheet href=red.css>")
    (folder / "red.css").write_text("p { color: red; visibility: hidden }")
    same = call("--corpora", str(tmp_path), "--causes").stdout
    assert "page text the same on 1 pages" in same
    assert same.count("1.00000") == 4 and same.count(" met") == 4
    assert "texts that differ, by property: {}" in same
    other = call("--corpora", str(tmp_path), "--causes", "--unlinked").stdout
    assert "NOT MET" in other and "{'visibility': " in other
