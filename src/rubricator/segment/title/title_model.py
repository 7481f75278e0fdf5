"""The model of title extraction: weights of the perceptron, or network and trees. Loading one runs no code from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricator.errors import UsageError
from rubricator.segment.model_file import model_reader, write_parts
from rubricator.segment.rubric.learned_model import checked_forest, checked_net, net_arrays, net_parts
from rubricator.segment.rubric.net import Net
from rubricator.segment.rubric.trees import Forest
from rubricator.segment.title.table import FEATURES
from rubricator.structure.model import JsonValue

FORMAT = "rubricator-title/1"
VARIANTS = ("network", "perceptron")
GROUPS = frozenset({"page", "style", "line"})
"""Of candidates, that the network may look at."""
_TRAIN = "rubricator train title"
_TABLE = [feature.name for feature in FEATURES]


@dataclass(frozen=True, slots=True)
class Model:
    """Weights of the perceptron, one a feature of the table; or a network and trees, whose log odds are added up."""

    variant: str
    weights: NDArray[np.float64] | None = None
    bias: float = 0.0
    """Added to every score: what is above zero is a title."""
    net: Net | None = None
    forest: Forest | None = None
    trained_on: frozenset[str] = frozenset()
    card: dict[str, JsonValue] = field(default_factory=dict)


def load_model(path: str | None = None, variant: str = VARIANTS[0]) -> Model:
    """Read a model file; without a path, that of a variant which comes with the package."""
    if path is None:
        if variant not in VARIANTS:
            raise UsageError(f"unknown variant {variant!r} of title extraction; choose: {', '.join(VARIANTS)}")
        path = str(Path(__file__).with_name(f"{variant}.npz"))
    return _read(path)


def _model(about: dict[str, Any], arrays: dict[str, Any]) -> Model:
    known = frozenset(about["trained_on"]), dict(about["card"])
    if about["variant"] == "perceptron":
        if about["names"] != _TABLE:
            raise UsageError(f"the title model was trained with other features; train one with `{_TRAIN}`")
        return Model("perceptron", _weights(arrays["weights"]), _finite(about["bias"]), None, None, *known)
    if about["variant"] != "network":
        raise ValueError("it is of no known variant")
    forest = checked_forest(about["names"], arrays["feature"], arrays["threshold"], arrays["value"])
    net = checked_net(about["net"], arrays, "net.", 1, GROUPS)
    return Model("network", None, _finite(about["bias"]), net, forest, *known)


_read = model_reader(FORMAT, _TRAIN, _model)


def _weights(array: np.ndarray) -> NDArray[np.float64]:
    if array.shape != (len(FEATURES),) or array.dtype.kind not in "iuf" or not np.isfinite(array).all():
        raise ValueError("its weights are not one number a feature")
    return array.astype(np.float64)


def _finite(value: object) -> float:
    if not isinstance(value, int | float) or not np.isfinite(value):
        raise ValueError("its bias is not a number")
    return float(value)


def save_model(model: Model, path: Path) -> None:
    """Write a model file."""
    names = list(model.forest.names) if model.forest else _TABLE
    about: dict[str, Any] = {
        "format": FORMAT,
        "variant": model.variant,
        "names": names,
        "bias": model.bias,
        "trained_on": sorted(model.trained_on),
        "card": model.card,
    }
    arrays: dict[str, np.ndarray] = {}
    if model.weights is not None:
        arrays["weights"] = model.weights.astype(np.float32)
    if model.net and model.forest:
        about["net"] = net_parts(model.net)
        arrays = net_arrays("net.", model.net)
        arrays |= {name: getattr(model.forest, name) for name in ("feature", "threshold", "value")}
    write_parts(path, about, arrays)
