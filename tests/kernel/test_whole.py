"""All of the way with compiled twins and without them: the same JSON, to the letter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rubricator
from rubricator import kernel
from rubricator.kernel import TWINS, twin
from rubricator.segment.registry import static_methods

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))
READ = """
import json, sys, rubricator
from rubricator.kernel import TWINS
def read(path, method):
    return rubricator.read(path, method=method).to_json()
*paths, methods = sys.argv[1:]
print(json.dumps([[read(path, method) for method in methods.split(",")] for path in paths]))
assert not TWINS
"""


@pytest.mark.skipif(not TWINS, reason="the compiled twins were not built")
def test_the_same_with_and_without() -> None:
    methods = [name for name in static_methods() if name != "bayes"]
    command = [sys.executable, "-c", READ, *map(str, PAGES), ",".join(methods)]
    pure = subprocess.run(
        command, env={**os.environ, "RUBRICATOR_PURE": "1"}, capture_output=True, text=True, check=True
    )
    for path, expected in zip(PAGES, json.loads(pure.stdout), strict=True):
        found = [rubricator.read(path, method=method).to_json() for method in methods]
        assert found == expected, path
    assert len(PAGES) > 5


@pytest.mark.skipif(not TWINS, reason="the compiled twins were not built")
def test_twins_of_another_version_are_told() -> None:
    def later_than_the_build() -> None: ...

    with pytest.raises(ImportError, match=r"style\.text is of another version .* set RUBRICATOR_PURE=1"):
        twin("style.text")(later_than_the_build)


@pytest.mark.parametrize("missing", ["style.text", "style.census"])
def test_what_was_not_built_is_no_twin_and_what_lacks_another_is_told(
    monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    def import_module(_: str) -> None:
        raise ModuleNotFoundError(name=f"rubricator.kernel.{missing}")

    def fold() -> None: ...

    monkeypatch.delenv("RUBRICATOR_PURE", raising=False)
    monkeypatch.setattr(kernel, "import_module", import_module)
    if missing == "style.text":
        assert twin("style.text")(fold) is fold
    else:
        with pytest.raises(ImportError, match=r"style\.text is of another version"):
            twin("style.text")(fold)
