"""The browser under bad pages, in its small form; `make verify` runs the full one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import SKIPPED, find_chromium

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "soak.py"


@pytest.mark.browser
def test_bad_pages_cost_themselves_only() -> None:
    if find_chromium() is None:
        pytest.skip(f"{SKIPPED}: neither chromium nor google-chrome is on the path")
    command = [sys.executable, str(SCRIPT), "--pages", "9", "--bad", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("6 good, 1 hang, 1 crash, 1 fill; 4 browsers, ")
    assert done.stdout.endswith("wrong: 0; left running: 0\n")
