"""The commands that print tables of the papers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.evaluate.gold_files import OUTLINE, write

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "papers" / "heps.py"


def call(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "RUBRICATOR_CORPORA"}
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, env=environment, check=False
    )


def test_without_corpora_it_says_what_is_missing() -> None:
    done = call("--table", "6")
    assert done.returncode == 1
    assert done.stderr.startswith("This benchmark needs the corpora. no corpora: give their folder with --corpora DIR")


def test_what_learns_needs_folds() -> None:
    done = call("--table", "5")
    assert done.returncode == 2
    assert "need --folds FILE; make it with: rubricator folds -o FILE" in done.stderr


def test_a_table_of_a_small_corpus(tmp_path: Path) -> None:
    write(tmp_path / "outline", OUTLINE, "one.json")
    done = call("--table", "7", "--corpora", str(tmp_path))
    assert done.stderr == ""
    assert done.stdout.startswith("Table 7: accuracy of relationship extraction with HEPS\n")
    assert "Ours: 1 pages of outline" in done.stdout


def test_the_tables_of_asdus_need_corpora_and_models() -> None:
    script = str(SCRIPT.parent / "asdus.py")
    environment = {name: value for name, value in os.environ.items() if name != "RUBRICATOR_CORPORA"}
    for table, code, told in (
        ("2", 1, "This benchmark needs the corpora. no corpora: give their folder with --corpora DIR"),
        ("4", 2, "this needs --models DIR"),
    ):
        done = subprocess.run(
            [sys.executable, script, "--table", table], capture_output=True, text=True, env=environment, check=False
        )
        assert done.returncode == code
        assert told in done.stderr


def test_the_lists_of_our_own_pages_are_printed() -> None:
    script = str(SCRIPT.parent / "bayes.py")
    done = subprocess.run(
        [sys.executable, script, "--table", "own", "--method", "rows", "--seeds", "1"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.startswith("Our pages, test half: 24 pages, 16 with lists\n")
    assert "\nrows  " in done.stdout
    assert ".469" in done.stdout
