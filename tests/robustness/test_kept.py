"""What fuzzing found stays found: every kept input, and every seed, goes through the target it was found by."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parents[2] / "fuzz"
sys.path.insert(0, str(FUZZ))

import guided  # type: ignore[import-not-found]  # noqa: E402 - scripts, not a package
import targets  # type: ignore[import-not-found]  # noqa: E402

KEPT = sorted(path for path in (FUZZ / "kept").iterdir() if path.is_file())


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_kept_inputs_are_harmless(path: Path) -> None:
    targets.answer(targets.TARGETS[path.name.partition("-")[0]], path.read_bytes())


@pytest.mark.parametrize("target", guided.NAMES)
def test_seeds_are_harmless(target: str) -> None:
    found = guided.seeds(target)
    assert len(found) > 5
    for data in found:
        targets.answer(targets.TARGETS[target], data)


def test_targets_see_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "to_html", lambda *_, **__: "<p>another text")
    with pytest.raises(targets.WrongOutputError, match="another text"):
        targets.fuzz_emit(b"<h1>Bread</h1><p>Rye and wheat.")
