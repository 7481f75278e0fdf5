"""A sample of the fuzz run; `make verify` runs all of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FUZZ = Path(__file__).parent.parent.parent / "fuzz" / "run.py"


def fuzz(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(FUZZ), *arguments], capture_output=True, text=True, check=False)


def test_a_sample_of_broken_pages_finds_no_exception() -> None:
    done = fuzz("--pages", "200", "--seed", "7", "--workers", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("pages: 200 (seed 7)\nresults: ")
    assert done.stdout.endswith("failures: 0\n")


def test_a_page_can_be_made_again(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert fuzz("--seed", "7", "--only", "42", "--write", str(tmp_path / name)).returncode == 0
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes() != b""
    assert fuzz("--seed", "7", "--only", "42").stdout.startswith("pages: 1 (seed 7)\nresults: 1 ")


def test_a_failure_is_told_with_how_to_repeat_it() -> None:
    done = fuzz("--seed", "7", "--only", "42", "--seconds", "0.001")
    assert done.returncode == 1
    assert "page 42: PageTooSlowError; python fuzz/run.py --seed 7 --only 42" in done.stdout
