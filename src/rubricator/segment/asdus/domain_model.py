"""The model file of asdus-dd: embeddings and network as plain arrays. Loading one runs no code from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.asdus.embedding import Embedding
from rubricator.segment.asdus.network import LAYERS, Network
from rubricator.segment.model_file import model_reader, write_parts
from rubricator.structure.model import JsonValue

FORMAT = "rubricator-asdus/1"
_SHIPPED = Path(__file__).with_name("privacy.npz")
_EMBEDDINGS = ("title", "prose")
_MOST_STEPS = 64
"""Of a way down the tree."""


@dataclass(frozen=True, slots=True)
class Model:
    """Embeddings of titles and of prose, the network, the pages it was trained on, and what the model card says."""

    title: Embedding
    prose: Embedding
    network: Network
    trained_on: frozenset[str] = frozenset()
    card: dict[str, JsonValue] = field(default_factory=dict)


def load_model(path: str = "") -> Model:
    """Read a model file; without a path, the one for privacy policies that comes with the package."""
    return _read(path or _SHIPPED)


def _model(about: dict[str, Any], arrays: dict[str, Any]) -> Model:
    title, prose = (_embedding(about[name], name, arrays) for name in _EMBEDDINGS)
    return Model(title, prose, _network(arrays), frozenset(about["trained_on"]), dict(about["card"]))


_read = model_reader(FORMAT, "rubricator train asdus-dd", _model)


def _embedding(about: Mapping[str, JsonValue], name: str, arrays: Mapping[str, NDArray[np.float32]]) -> Embedding:
    """Check what scoring relies on: arrays that fit together, and ways that stay in the tree."""
    words, window = about["words"], about["window"]
    if not isinstance(words, list) or not isinstance(window, int) or window < 1:
        raise ValueError("its words are not a list, or its window is no number")
    vectors, nodes = _numbers(arrays[f"{name}.vectors"]), _numbers(arrays[f"{name}.nodes"])
    points, turns = arrays[f"{name}.points"], arrays[f"{name}.turns"]
    if vectors.ndim != 2 or nodes.ndim != 2 or len(vectors) != len(words) or vectors.shape[1] != nodes.shape[1]:
        raise ValueError("its vectors do not fit together")
    if points.ndim != 2 or points.shape != turns.shape or len(points) != len(words) or points.shape[1] > _MOST_STEPS:
        raise ValueError("its ways do not fit together")
    if points.dtype.kind not in "iu" or turns.dtype.kind != "i" or not np.isin(turns, (-1, 0, 1)).all():
        raise ValueError("its ways are not made of turns")
    if points.size and not 0 <= int(points.min()) <= int(points.max()) < len(nodes):
        raise ValueError("its ways leave the tree")
    index = {str(word): number for number, word in enumerate(words)}
    return Embedding(index, window, vectors, nodes, points.astype(np.int32), turns.astype(np.int8))


def _network(arrays: Mapping[str, NDArray[np.float32]]) -> Network:
    shapes = list(pairwise(LAYERS))
    weights = [_numbers(arrays[f"weight.{place}"]).astype(np.float64) for place in range(len(shapes))]
    offsets = [_numbers(arrays[f"offset.{place}"]).astype(np.float64) for place in range(len(shapes))]
    mean, deviation = (_numbers(arrays[name]).astype(np.float64) for name in ("mean", "deviation"))
    fits = [one.shape for one in weights] == shapes and [one.shape for one in offsets] == [
        (size,) for size in LAYERS[1:]
    ]
    if not fits or not mean.shape == deviation.shape == (LAYERS[0],) or not (deviation > 0).all():
        raise ValueError("its layers do not fit together")
    return Network(tuple(weights), tuple(offsets), mean, deviation)


def _numbers(array: NDArray[np.float32]) -> NDArray[np.float32]:
    if array.dtype.kind != "f" or not np.isfinite(array).all():
        raise ValueError("it holds what is not a number")
    return array.astype(np.float32)


def save_model(model: Model, path: Path) -> None:
    """Write a model file; vectors are written with half precision, as they are trained."""
    about: dict[str, JsonValue] = {"format": FORMAT, "trained_on": [*sorted(model.trained_on)], "card": model.card}
    arrays: dict[str, NDArray[np.generic]] = {"mean": model.network.mean, "deviation": model.network.deviation}
    for name, one in zip(_EMBEDDINGS, (model.title, model.prose), strict=True):
        words: list[JsonValue] = list(one.index)
        about[name] = {"words": words, "window": one.window}
        arrays |= {f"{name}.points": one.points, f"{name}.turns": one.turns}
        arrays |= {f"{name}.vectors": one.vectors.astype(np.float16), f"{name}.nodes": one.nodes.astype(np.float16)}
    for place, (weight, offset) in enumerate(zip(model.network.weights, model.network.offsets, strict=True)):
        arrays |= {f"weight.{place}": weight.astype(np.float32), f"offset.{place}": offset.astype(np.float32)}
    write_parts(path, about, arrays)
