"""Model files of asdus-dd: what is written is read, and damage is told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import rubricator
from rubricator.errors import UsageError
from rubricator.segment.asdus.domain_model import load_model, save_model
from rubricator.segment.asdus.network import TITLE, features, probabilities
from rubricator.segment.registry import training_pages
from tests.segment.asdus.models import tiny_model
from tests.segment.asdus.pages import SUBJECTS, policy, prose, titles


@pytest.fixture
def path(tmp_path: Path) -> Path:
    save_model(tiny_model(), tmp_path / "model.npz")
    return tmp_path / "model.npz"


def test_what_is_written_is_read(path: Path) -> None:
    model, read = tiny_model(), load_model(str(path))
    assert read.title.index == model.title.index
    assert read.card == {"domain": "PP"}
    texts = ["We use cookies", prose("cookies")]
    chances = [probabilities(one.network, features(texts, one.title, one.prose)) for one in (model, read)]
    assert np.allclose(chances[0], chances[1])
    assert (chances[0].argmax(axis=1) == TITLE).tolist() == [True, False]


def test_a_page_is_read_with_a_model(path: Path) -> None:
    structure = rubricator.read(policy(), method="asdus-dd", params={"model": str(path)})
    assert titles(structure) == list(SUBJECTS)
    assert structure.params["model"] == str(path)
    assert set(training_pages("asdus-dd", {"model": str(path)})) == {"aa"}


def test_the_model_that_comes_with_the_package() -> None:
    model = load_model()
    assert model.card["domain"] == "PP"
    assert len(model.trained_on) == model.card["pages"]
    assert {"privacy", "cookies"} <= model.title.index.keys()
    chances = probabilities(
        model.network, features(["Cookies and privacy", prose("cookies")], model.title, model.prose)
    )
    assert chances[0, TITLE] > 5 * chances[1, TITLE]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("title.points", np.full((3, 2), 9, dtype=np.int32), "its ways leave the tree"),
        ("title.points", np.zeros((3, 2)), "its ways are not made of turns"),
        ("prose.turns", np.full((3, 2), 3, dtype=np.int8), "its ways are not made of turns"),
        ("title.vectors", np.full((3, 2), np.nan, dtype=np.float16), "it holds what is not a number"),
        ("title.vectors", np.zeros((2, 2), dtype=np.float16), "its vectors do not fit together"),
        ("weight.1", np.zeros((2, 2), dtype=np.float32), "its layers do not fit together"),
        ("deviation", np.zeros(3), "its layers do not fit together"),
        ("mean", np.array([None, 1, 2]), "Object arrays cannot be loaded"),
    ],
)
def test_damaged_files_are_told(path: Path, name: str, value: np.ndarray, message: str) -> None:
    with np.load(path) as arrays:
        kept = {key: arrays[key] for key in arrays.files}
    np.savez(path, **{**kept, name: value})
    with pytest.raises(UsageError, match=message):
        load_model(str(path))


def test_other_files_are_no_models(tmp_path: Path) -> None:
    (tmp_path / "x.npz").write_bytes(b"PK nothing")
    for name in ("x.npz", "missing.npz"):
        with pytest.raises(UsageError, match=r"not a model file|cannot read the model"):
            load_model(str(tmp_path / name))
