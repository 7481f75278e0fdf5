"""Importing the package is cheap: what only some commands need is imported by them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import rubricator

COSTLY = {
    "argparse",
    "asyncio",
    "concurrent.futures",
    "email",
    "http.client",
    "numpy",
    "socket",
    "ssl",
    "urllib.request",
}
_WIDE_RANGE = re.compile(r"-\\U0010ffff", re.IGNORECASE)


def test_the_import_brings_no_costly_modules() -> None:
    code = "import sys, rubricator; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert COSTLY.intersection(done.stdout.split()) == set()


def test_no_pattern_has_a_range_that_takes_milliseconds_to_compile() -> None:
    sources = Path(rubricator.__file__).parent.rglob("*.py")
    assert [path.name for path in sources if _WIDE_RANGE.search(path.read_text("utf-8"))] == []
