"""Commands that lack their extra name it at once, and leave nothing behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PAGE = "<html lang=en><title>T</title><h1>One</h1><p>Words"


def without(module: str, folder: Path, *words: str) -> str:
    """Run a command where a module is not installed; return what it says."""
    code = f"import sys; sys.modules[{module!r}] = None; from rubricator.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 1, done.stderr
    return done.stderr


def test_an_index_is_not_begun(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE, "utf-8")
    assert "rubricator[search]" in without("snowballstemmer", tmp_path, "index", "page.html", "-o", "my.idx")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_training_names_all_that_it_needs(tmp_path: Path) -> None:
    for missing in ("rapidfuzz", "lightgbm"):
        (tmp_path / "none").mkdir(exist_ok=True)
        assert "rubricator[train]" in without(missing, tmp_path, "train", "rubric", "--gold", "none", "-o", "mine.npz")
