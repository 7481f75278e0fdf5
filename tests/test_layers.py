"""The pipeline goes one way: a step imports from earlier steps only.

The exceptions are what the design itself says: a step gives back the type of the next one, so the data modules
`page.model` and `structure.model` may be imported by all; `structure.outline` and `structure.tree` build Blocks and
belong to them. The doors of Structure to `emit` are opened inside of its methods.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import rubricator

ROOT = Path(rubricator.__file__).parent
STEPS = ["load", "style", "page", "segment", "structure", "emit"]
FOR_ALL = {
    "rubricator.page._flags",
    "rubricator.page._symbols",
    "rubricator.page.model",
    "rubricator.structure.model",
    "rubricator.structure.outline",
    "rubricator.structure.tree",
}
SHARED = {
    "rubricator.collector",
    "rubricator.errors",
    "rubricator.limits",
    "rubricator.options",
    "rubricator.version",
    "rubricator.wording",
    *(f"rubricator.{path.stem}" for path in ROOT.glob("*.pxd")),
}
MODULES = sorted(path for step in STEPS for kind in ("py", "pyx", "pxd") for path in (ROOT / step).rglob(f"*.{kind}"))
_COMPILED_IMPORT = re.compile(r"^ *(?:from|import|cimport) (rubricator[.\w]*)", re.MULTILINE)


def imports(path: Path) -> set[str]:
    """Return the modules that a file imports when it is loaded."""
    found: set[str] = set()
    if path.suffix != ".py":
        return set(_COMPILED_IMPORT.findall(path.read_text("utf-8")))
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return {name for name in found if name.startswith("rubricator")}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_steps_import_from_earlier_steps_only(path: Path) -> None:
    step = path.relative_to(ROOT).parts[0]
    allowed = STEPS[: STEPS.index(step) + 1]
    for name in imports(path) - FOR_ALL - SHARED:
        used = name.split(".")[1]
        if path == ROOT / "structure" / "model.py" and used == "emit":
            continue
        assert used in allowed, f"{path.relative_to(ROOT)} (step {step}) imports {name}"


def test_methods_touch_pages_only() -> None:
    for path in (path for path in MODULES if "segment" in path.relative_to(ROOT).parts):
        for name in imports(path):
            assert name.split(".")[1] not in {"load", "style"}, f"{path.name} imports {name}"


def test_workers_know_nothing_of_those_who_use_them() -> None:
    for path in (ROOT / "workers").glob("*.py"):
        assert {name.split(".")[1] for name in imports(path)} <= {"errors", "structure", "workers"}, path.name


def test_the_walk_finds_the_files() -> None:
    assert len(MODULES) > 30
    assert any(path.suffix == ".pyx" and imports(path) for path in MODULES)
