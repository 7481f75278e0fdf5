"""The file of base distributions: plain arrays and words. Loading one runs no code from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.bayes.bases import LABELS, WORD_LABELS, Bases, Rules
from rubricator.segment.bayes.document import Document
from rubricator.segment.bayes.sentences import Prefixes
from rubricator.segment.model_file import model_reader, write_parts
from rubricator.structure.model import JsonValue

FORMAT = "rubricator-bayes/1"
COMMAND = "rubricator train bayes"
_SHIPPED = Path(__file__).with_name("bases.npz")


@dataclass(frozen=True, slots=True)
class Model:
    """Base distributions over known words and symbols, the probability of an unknown one, rules, and prefixes."""

    words: Mapping[str, int]
    symbols: Mapping[str, int]
    bases: Bases
    unknown: Mapping[str, float]
    """By label: the probability of any one word or symbol that is not known."""
    prefixes: Prefixes
    trained_on: frozenset[str] = frozenset()
    card: dict[str, JsonValue] = field(default_factory=dict)


def bases_for(model: Model, document: Document) -> Bases:
    """Return the base distributions in the numbers of a document."""
    chosen: dict[str, list[float]] = {}
    words = [model.words.get(word, -1) for word in document.words]
    symbols = [model.symbols.get(symbol, -1) for symbol in document.symbols]
    for label in LABELS:
        known, other = getattr(model.bases, label), model.unknown[label]
        numbers = words if label in WORD_LABELS else symbols
        chosen[label] = [known[number] if number >= 0 else other for number in numbers]
    return Bases(**chosen, rules=model.bases.rules)


def load_model(path: str = "") -> Model:
    """Read a model file; without a path, the one that comes with the package."""
    return _read(path or _SHIPPED)


def _model(about: dict[str, Any], arrays: dict[str, Any]) -> Model:
    words, symbols = _numbered(about["words"]), _numbered(about["symbols"])
    sizes = {label: len(words if label in WORD_LABELS else symbols) for label in LABELS}
    known = {label: _shares(arrays[label], sizes[label]) for label in LABELS}
    unknown = dict(zip(LABELS, _shares(arrays["unknown"], len(LABELS)), strict=True))
    rules = Rules(*_shares(arrays["rules"], 2))
    prefixes = _prefixes(about["prefixes"], arrays["prefixes"])
    seen, card = frozenset(about["trained_on"]), dict(about["card"])
    return Model(words, symbols, Bases(**known, rules=rules), unknown, prefixes, seen, card)


_read = model_reader(FORMAT, COMMAND, _model)


def _numbered(words: Sequence[object]) -> dict[str, int]:
    numbers = {str(word): number for number, word in enumerate(words)}
    if not isinstance(words, list) or len(numbers) != len(words):
        raise ValueError("its words are not a list, or one is there twice")
    return numbers


def _shares(array: NDArray[np.float32], size: int) -> list[float]:
    """Check what the sampler divides by and takes logarithms of."""
    if array.shape != (size,) or array.dtype.kind != "f" or not np.isfinite(array).all():
        raise ValueError("its probabilities are not one number each")
    if size and not 0 < float(array.min()) <= float(array.max()) < 1:
        raise ValueError("its probabilities are not between 0 and 1")
    return [float(one) for one in array.astype(np.float64)]


def _prefixes(names: Sequence[object], counts: NDArray[np.int64]) -> dict[str, tuple[int, int]]:
    if counts.dtype.kind not in "iu" or counts.shape != (len(names), 2):
        raise ValueError("its prefixes have no counts")
    found = {str(name): (int(few), int(many)) for name, (few, many) in zip(names, counts.tolist(), strict=True)}
    if any(not 0 <= few <= many for few, many in found.values()):
        raise ValueError("its prefixes have wrong counts")
    return found


def save_model(model: Model, path: Path) -> None:
    """Write a model file."""
    about = {
        "format": FORMAT, "words": list(model.words), "symbols": list(model.symbols), "prefixes": list(model.prefixes),
        "trained_on": sorted(model.trained_on), "card": model.card,
    }  # fmt: skip
    arrays: dict[str, NDArray[np.generic]] = {
        label: np.array(getattr(model.bases, label), dtype=np.float32) for label in LABELS
    }
    arrays["unknown"] = np.array([model.unknown[label] for label in LABELS], dtype=np.float32)
    arrays["rules"] = np.array(model.bases.rules, dtype=np.float32)
    arrays["prefixes"] = np.array(list(model.prefixes.values()), dtype=np.int32).reshape(-1, 2)
    write_parts(path, about, arrays)
