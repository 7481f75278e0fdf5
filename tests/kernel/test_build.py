"""The build of compiled twins: what it makes, and what it says where there is no compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("Cython")
BUILD = Path(__file__).parents[2] / "hatch_build.py"


def build(tmp_path: Path, **environment: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Build a package of one function; return what was said, and the modules that are there."""
    kernel = tmp_path / "src" / "rubricator" / "kernel" / "page"
    kernel.mkdir(parents=True)
    for folder in (kernel, kernel.parent, kernel.parents[1]):
        (folder / "__init__.py").touch()
    (kernel / "sums.pyx").write_text("def plus(int one, int other):\n    return one + other\n", "utf-8")
    script = shutil.copy(BUILD, tmp_path)
    done = subprocess.run(
        [sys.executable, script], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    return done, [path.name.partition(".")[0] for path in kernel.iterdir() if path.suffix in {".so", ".pyd"}]


@pytest.mark.skipif(not (shutil.which("cc") or shutil.which("gcc")), reason="there is no C compiler")
def test_modules_are_built_beside_their_sources(tmp_path: Path) -> None:
    done, modules = build(tmp_path)
    assert (done.returncode, modules) == (0, ["sums"]), done.stderr


def test_without_a_compiler_it_says_so(tmp_path: Path) -> None:
    done, modules = build(tmp_path, CC="no-such-compiler")
    assert (done.returncode, modules) == (1, [])
    assert "without its compiled twins" in done.stderr
    assert "install again" in done.stderr
