"""The model file: forests as plain arrays and what is to be known of them. Loading one runs no code from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rubricator.segment.model_file import model_reader, write_parts
from rubricator.segment.rubric.trees import Forest
from rubricator.structure.model import JsonValue

FORMAT = "rubricator-model/1"
FORESTS = ("body", "begins", "ends", "heading", "title", "deeper", "same")
"""Is a unit part of the content body; does the body begin before it; does it end there; is a candidate a heading; is it
the page's title; is a heading deeper than one before it; is it on the same level."""
THRESHOLDS = ("body", "title", "share", "floor", "sum")
_SHIPPED = Path(__file__).with_name("rubric.npz")
_MOST_TREES = 2000
_MOST_DEPTH = 12


@dataclass(frozen=True, slots=True)
class Model:
    """Forests, thresholds, the pages it was trained on, and what the model card says."""

    forests: dict[str, Forest]
    thresholds: dict[str, float]
    trained_on: frozenset[str] = frozenset()
    card: dict[str, JsonValue] = field(default_factory=dict)


def load_model(path: str | None = None) -> Model:
    """Read a model file; without a path, the one that comes with the package."""
    return _read(_SHIPPED if path is None else path)


def _model(about: dict[str, Any], arrays: dict[str, Any]) -> Model:
    forests = {
        name: checked_forest(
            about["names"][name], *(arrays[f"{name}.{part}"] for part in ("feature", "threshold", "value"))
        )
        for name in FORESTS
    }
    thresholds = {name: float(about["thresholds"][name]) for name in THRESHOLDS}
    return Model(forests, thresholds, frozenset(about["trained_on"]), dict(about["card"]))


_read = model_reader(FORMAT, "rubricator train rubric", _model)


def checked_forest(names: list[str], feature: np.ndarray, threshold: np.ndarray, value: np.ndarray) -> Forest:
    """Check what prediction relies on: the shapes of full trees, and features that exist."""
    trees, leaves = value.shape
    if any(array.dtype.kind not in "iuf" for array in (feature, threshold, value)):
        raise ValueError("its trees are not made of numbers")
    if (
        trees > _MOST_TREES
        or leaves > 1 << _MOST_DEPTH
        or leaves & (leaves - 1)
        or feature.shape != (trees, leaves - 1)
        or threshold.shape != feature.shape
    ):
        raise ValueError("its trees do not fit together")
    if feature.size and not 0 <= int(feature.min()) <= int(feature.max()) < len(names):
        raise ValueError("its trees ask for features that it does not name")
    if not np.isfinite(value).all():
        raise ValueError("its trees end in what is not a number")
    return Forest(tuple(names), feature.astype(np.int16), threshold.astype(np.float32), value.astype(np.float32))


def save_model(model: Model, path: Path) -> None:
    """Write a model file."""
    about = {
        "format": FORMAT,
        "names": {name: list(forest.names) for name, forest in model.forests.items()},
        "thresholds": model.thresholds,
        "trained_on": sorted(model.trained_on),
        "card": model.card,
    }
    arrays: dict[str, np.ndarray] = {}
    for name, forest in model.forests.items():
        arrays |= {
            f"{name}.feature": forest.feature,
            f"{name}.threshold": forest.threshold,
            f"{name}.value": forest.value,
        }
    write_parts(path, about, arrays)
