"""The soak of pages in one process, in its small form; `make verify` runs the full one."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import memory
import pytest


def test_growth_is_seen_where_there_is_some() -> None:
    assert memory.growth([(number, 100.0) for number in range(0, 2000, 100)]) == 0
    assert memory.growth([(number, 100 + number / 100) for number in range(0, 2000, 100)]) == pytest.approx(10)
    assert memory.growth([(number, min(100 + number, 500)) for number in range(0, 2000, 100)]) == 0


def test_a_short_soak_says_what_it_saw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RUBRICATOR_CORPORA", raising=False)
    monkeypatch.setattr(memory, "STEP", 10)
    monkeypatch.setattr(memory, "MOST", 1e6)
    assert memory.main(["--pages", "40", "--method", "tags", "--plot", str(tmp_path / "soak.svg")]) == 0
    assert capsys.readouterr().out.startswith("40 pages (0 could not be read)")
    ElementTree.fromstring((tmp_path / "soak.svg").read_text("utf-8"))
