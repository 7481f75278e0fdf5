"""The build of compiled modules: what it makes, and what it says where there is no compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

BUILD = Path(__file__).parents[1] / "hatch_build.py"


def build(tmp_path: Path, **environment: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Build a package of one function; return what was said, and the modules that are there."""
    folder = tmp_path / "src" / "rubricator" / "page"
    folder.mkdir(parents=True)
    for package in (folder, folder.parent):
        (package / "__init__.py").touch()
    (folder / "sums.pyx").write_text("def plus(int one, int other):\n    return one + other\n", "utf-8")
    script = shutil.copy(BUILD, tmp_path)
    done = subprocess.run(
        [sys.executable, script], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    return done, [path.name.partition(".")[0] for path in folder.iterdir() if path.suffix in {".so", ".pyd"}]


def test_modules_are_built_beside_their_sources(tmp_path: Path) -> None:
    done, modules = build(tmp_path)
    assert (done.returncode, modules) == (0, ["sums"]), done.stderr


def test_without_a_compiler_it_says_what_to_install(tmp_path: Path) -> None:
    done, modules = build(tmp_path, CC="no-such-compiler")
    assert (done.returncode, modules) == (1, [])
    assert "needs a C compiler and the headers of Python (Debian: apt-get install gcc python3-dev" in done.stderr
