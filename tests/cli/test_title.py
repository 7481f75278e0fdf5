"""`rubricator train title` as a person runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

import rubricator
from rubricator.cli import main
from rubricator.evaluate.models import fold_models
from rubricator.segment.title.title_model import load_model

from ..evaluate.title_files import html, write_corpora


@pytest.fixture
def corpora(tmp_path: Path) -> list[str]:
    return write_corpora(tmp_path)


def test_a_model_is_trained_and_used(tmp_path: Path, corpora: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new.npz"
    assert main(["train", "title", "--variant", "perceptron", *corpora, "-o", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: {out.stat().st_size} bytes, trained on 12 marked pages\n"
    assert load_model(str(out)).card["examples"] == {"l3s": 6, "outline": 6}
    page = html(3).replace("Ferries of the valley", "Locks and bridges")
    assert [title.text for title in rubricator.titles(page, model=str(out))] == ["Locks and bridges"]


def test_network_and_trees_are_trained(tmp_path: Path, corpora: list[str]) -> None:
    assert main(["train", "title", *corpora, "-o", str(tmp_path / "new.npz")]) == 0
    assert load_model(str(tmp_path / "new.npz")).variant == "network"


def test_one_model_per_fold(tmp_path: Path, corpora: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "models"
    assert main(["train", "title", "--variant", "perceptron", *corpora, "--out-of-fold", "-o", str(out)]) == 0
    assert capsys.readouterr().out.count("trained on 8 marked pages") == 3
    known = fold_models(out)
    pages = [load_model(str(path)).trained_on for path in known.models]
    assert [len(one) for one in pages] == [8, 8, 8]
    assert len(frozenset.union(*pages)) == 12


def test_wrong_use(tmp_path: Path, corpora: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "title", "--gold", str(tmp_path), *corpora, "-o", str(tmp_path / "x.npz")]) == 2
    assert "--gold and --base are for rubric" in capsys.readouterr().err
    assert main(["train", "title", *corpora[:2], "-o", str(tmp_path / "x.npz")]) == 2
    assert "needs --folds FILE" in capsys.readouterr().err
