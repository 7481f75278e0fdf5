"""Model files of title extraction: what is written is read again, and what is damaged is told and never run."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rubricator.errors import UsageError
from rubricator.segment.title.table import FEATURES
from rubricator.segment.title.title_model import VARIANTS, Model, load_model, save_model

from ..rubric.forests import asks, net


def perceptron(bias: float = -1.0, **weights: float) -> Model:
    """Make a model of features by name, spaces written as underscores."""
    names = [feature.name.replace(" ", "_") for feature in FEATURES]
    values = np.zeros(len(FEATURES))
    for name, weight in weights.items():
        values[names.index(name)] = weight
    return Model("perceptron", values, bias, None, None, frozenset({"a1"}), {"name": "tiny"})


def network() -> Model:
    forest = asks("largest font", 0.5, -5, 5)
    return Model("network", None, -1.0, net("bold", (-1, 2), views=("style", "+1")), forest, frozenset({"b2"}), {})


@pytest.mark.parametrize("model", [perceptron(largest_font=2.0), network()], ids=lambda model: model.variant)
def test_what_is_saved_is_loaded(model: Model, tmp_path: Path) -> None:
    save_model(model, tmp_path / "m.npz")
    read = load_model(str(tmp_path / "m.npz"))
    assert (read.variant, read.bias, read.trained_on, read.card) == (
        model.variant,
        model.bias,
        model.trained_on,
        model.card,
    )
    if model.weights is not None:
        assert read.weights is not None and np.array_equal(read.weights, model.weights)
    else:
        assert read.forest is not None and read.forest.names == ("largest font",)
        assert read.net is not None and read.net.names == ("bold",) and read.net.rounds[0].views == ("style", "+1")
        assert model.net is not None and np.array_equal(read.net.last, model.net.last)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_models_of_the_package_have_a_card_and_are_small(variant: str) -> None:
    model = load_model(variant=variant)
    assert model.variant == variant
    assert model.card["examples"]
    assert len(model.trained_on) > 500
    path = Path(__file__).parents[3] / "src" / "rubricator" / "segment" / "title" / f"{variant}.npz"
    assert path.stat().st_size < 300_000


def changed(path: Path, drop: str = "", **parts: Any) -> str:
    with np.load(path) as old:
        arrays = {name: old[name] for name in old.files if name != drop}
        fields = json.loads(str(old["about"]))
    fields |= parts.pop("about", {})
    np.savez(path, **{**arrays, "about": np.array(json.dumps(fields)), **parts})
    return str(path)


@pytest.mark.parametrize(
    "parts",
    [
        {"drop": "weights"},
        {"weights": np.zeros(3)},
        {"weights": np.full(245, np.nan)},
        {"weights": np.full(245, "x")},
        {"about": {"bias": None}},
        {"about": {"bias": float("inf")}},
        {"about": {"variant": "other"}},
    ],
)
def test_damaged_models_are_told(parts: dict[str, Any], tmp_path: Path) -> None:
    save_model(perceptron(), tmp_path / "m.npz")
    with pytest.raises(UsageError, match="is not a model file, or a damaged one"):
        load_model(changed(tmp_path / "m.npz", **parts))


@pytest.mark.parametrize(
    "parts",
    [
        {"drop": "net.last"},
        {"net.last": np.zeros((2, 2), np.float32)},
        {"net.bias": np.full(1, np.nan, np.float32)},
        {"about": {"net": {"names": ["bold"], "views": [["path", "+1"]]}}},
        {"about": {"net": {"names": ["bold", "italic"], "views": [["style", "+1"]]}}},
        {"drop": "value"},
        {"about": {"variant": "trees"}},
    ],
)
def test_damaged_networks_are_told(parts: dict[str, Any], tmp_path: Path) -> None:
    save_model(network(), tmp_path / "m.npz")
    with pytest.raises(UsageError, match="is not a model file, or a damaged one"):
        load_model(changed(tmp_path / "m.npz", **parts))


def test_models_of_another_kind_are_told(tmp_path: Path) -> None:
    save_model(perceptron(), tmp_path / "m.npz")
    with pytest.raises(UsageError, match=r"not a model of the format rubricator-title/1.*rubricator train title"):
        load_model(changed(tmp_path / "m.npz", about={"format": "rubricator-model/1"}))
    with pytest.raises(UsageError, match="trained with other features"):
        load_model(changed(tmp_path / "m.npz", about={"format": "rubricator-title/1", "names": ["x"]}))
    with pytest.raises(UsageError, match="unknown variant 'best'"):
        load_model(variant="best")
    with pytest.raises(UsageError, match="cannot read the model"):
        load_model(str(tmp_path / "none.npz"))


def test_nothing_is_run_from_a_file(tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[object, ...]:
            return os.mkdir, (str(tmp_path / "trapped"),)

    save_model(perceptron(), tmp_path / "m.npz")
    path = changed(tmp_path / "m.npz", weights=np.array([Trap()], dtype=object))
    with pytest.raises(UsageError):
        load_model(path)
    assert not (tmp_path / "trapped").exists()
