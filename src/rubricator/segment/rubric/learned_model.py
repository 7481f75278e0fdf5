"""The model file: networks and forests as plain arrays, and what is to be known of them. Loading one runs no code."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from rubricator.errors import UsageError
from rubricator.segment.model_file import model_reader, write_parts
from rubricator.segment.rubric.body import unit_features, unit_groups
from rubricator.segment.rubric.columns import Floats, probabilities
from rubricator.segment.rubric.features import Seen
from rubricator.segment.rubric.groups import look_groups
from rubricator.segment.rubric.net import STEP, Net, Round
from rubricator.segment.rubric.trees import Forest, joined, scaled
from rubricator.segment.rubric.view import PageView
from rubricator.structure.model import JsonValue

FORMAT = "rubricator-model/3"
NETS: dict[str, tuple[int, frozenset[str]]] = {
    "body": (1, frozenset({"page", "up 1", "up 3"})),
    "heading": (2, frozenset({"page", "path", "look"})),
}
"""Is a unit part of the content body; is a candidate a heading, is it the page's title. How many outputs each has, that
for headings one more for each corpus whose marks it can keep to, and the groups that it may look at."""
FORESTS = ("begins", "ends", "heading", "deeper", "same")
"""Does the body begin before a unit; does it end there; is a candidate a heading; is a heading deeper than one before
it; is it on the same level."""
THRESHOLDS = ("body", "title", "share", "floor", "sum", "hopeless")
_ONLY_PROSE = frozenset({"asdus"})
"""Corpora in which headings without text of their own are not marked, and titles with text are."""
_STRICTNESS = {"asdus": {"share": 0.54}, "outline": {"share": 0.36, "floor": 0.05}}
"""Thresholds of the choice for the marks of one corpus: asdus counts fewer labels than its pages have, outline all."""
_SHIPPED = Path(__file__).with_name("rubric.npz")
_MOST_TREES = 2000
_MOST_DEPTH = 12


@dataclass(frozen=True, slots=True)
class Model:
    """Networks, forests, thresholds, the pages it was trained on, and what the model card says."""

    nets: dict[str, Net]
    forests: dict[str, Forest]
    thresholds: dict[str, float]
    trained_on: frozenset[str] = frozenset()
    card: dict[str, JsonValue] = field(default_factory=dict)
    like: tuple[str, ...] = ()
    """Corpora whose own marks the model can keep to. Each has an output of the network, and a forest of its name."""
    only_prose: bool = False
    """Whether what has text right under it is a heading and nothing else: the title too, but not what stands above
    another."""
    _marked: dict[str, Model] = field(default_factory=dict, repr=False, compare=False)

    def marked_like(self, corpus: str) -> Model:
        """Return a model that finds headings as people marked them in one corpus: each has rules of its own.

        Half of what its trees say is what the trees of all corpora say.
        """
        if corpus not in self.like:
            known = ", ".join(self.like) or "no corpus"
            raise UsageError(f"rubric: this model knows the marks of {known}, not those of {corpus!r}")
        if corpus not in self._marked:
            net = self.nets["heading"]
            net = replace(net, last=net.last[:, [NETS["heading"][0] + self.like.index(corpus), 1]])
            forest = joined(*(scaled(self.forests[name], 0.5) for name in ("heading", corpus)))
            nets, forests = {**self.nets, "heading": net}, {**self.forests, "heading": forest}
            self._marked[corpus] = replace(
                self,
                nets=nets,
                forests=forests,
                thresholds=self.thresholds | _STRICTNESS.get(corpus, {}),
                like=(),
                only_prose=corpus in _ONLY_PROSE,
                _marked={},
            )
        return self._marked[corpus]

    def in_body(self, view: PageView) -> Floats:
        """Return how likely each unit is part of the content body."""
        return probabilities(self.nets["body"].scores(unit_features(view), unit_groups(view))[0])

    def judge(self, seen: Seen) -> tuple[Floats, Floats]:
        """Return the log odds that candidates are headings, and that they are the title.

        For headings, what the network says and what the trees say is added up. Where the network alone finds it
        hopeless, the trees are taken to agree.
        """
        scores = self.nets["heading"].scores(seen.columns, look_groups(seen.looks, seen.groups))
        odds, title = scores[0], scores[1]
        likely = odds >= self.thresholds["hopeless"]
        trees = np.where(likely, self.forests["heading"].scores(seen.columns, among=likely), odds)
        return odds + trees, title


def load_model(path: str | None = None) -> Model:
    """Read a model file; without a path, the one that comes with the package."""
    return _shipped() if path is None else _read(path)


@cache
def _shipped() -> Model:
    """Read the model of the package once: it does not change, and to ask whether it has takes time."""
    return _read(_SHIPPED)


def _model(about: dict[str, Any], arrays: dict[str, Any]) -> Model:
    like = tuple(str(name) for name in about["like"])
    nets = {}
    for name, (outputs, groups) in NETS.items():
        outputs += len(like) if name == "heading" else 0
        nets[name] = checked_net(about["nets"][name], arrays, f"{name}.net.", outputs, groups)
    forests = {
        name: checked_forest(
            about["names"][name], *(arrays[f"{name}.{part}"] for part in ("feature", "threshold", "value"))
        )
        for name in (*FORESTS, *like)
    }
    thresholds = {name: float(about["thresholds"][name]) for name in THRESHOLDS}
    return Model(nets, forests, thresholds, frozenset(about["trained_on"]), dict(about["card"]), like)


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


def checked_net(
    about: dict[str, Any], arrays: dict[str, Any], prefix: str, outputs: int, groups: frozenset[str]
) -> Net:
    """Read a network and check what prediction relies on: parts that fit together, of numbers that are finite."""
    own = {part: arrays[f"{prefix}{part}"].astype(np.float32) for part in ("knots", "weight", "bias", "last")}
    width = len(own["bias"])
    rounds = tuple(
        Round(tuple(views), *(arrays[f"{prefix}{part}{place}"].astype(np.float32) for part in ("weight", "bias")))
        for place, views in enumerate(about["views"])
    )
    names = tuple(about["names"])
    fitting = (
        own["knots"].ndim == 2 and own["knots"].shape[1] > 1 and own["bias"].ndim == 1
        and len(own["knots"]) == len(names)
        and own["weight"].shape == (len(names), width) and own["last"].shape == (width + 1, outputs)
        and all(one.weight.shape == ((1 + len(one.views)) * width, width) for one in rounds)
        and all(one.bias.shape == (width,) for one in rounds)
    )  # fmt: skip
    if not fitting:
        raise ValueError("the parts of its networks do not fit together")
    if not all(np.isfinite(part).all() for part in (*own.values(), *(part for one in rounds for part in one[1:]))):
        raise ValueError("its networks hold what is not a number")
    if (np.diff(own["knots"], axis=1) < 0).any():
        raise ValueError("the knots of its networks are not in order")
    for view in (view for one in rounds for view in one.views):
        if view not in groups and not STEP.fullmatch(view):
            raise ValueError(f"its networks look at {view!r}, which is not there")
    return Net(names, own["knots"], own["weight"], own["bias"], rounds, own["last"])


def net_parts(net: Net) -> dict[str, JsonValue]:
    """Return what a model file says of a network beside its arrays."""
    return {"names": list(net.names), "views": [list(one.views) for one in net.rounds]}


def net_arrays(prefix: str, net: Net) -> dict[str, np.ndarray]:
    """Return the arrays of a network as a model file names them."""
    arrays = {
        "knots": net.knots,
        "weight": net.weight,
        "bias": net.bias,
        "last": net.last,
    }
    for place, one in enumerate(net.rounds):
        arrays |= {f"weight{place}": one.weight, f"bias{place}": one.bias}
    return {f"{prefix}{part}": array for part, array in arrays.items()}


def save_model(model: Model, path: Path) -> None:
    """Write a model file."""
    about = {
        "format": FORMAT,
        "nets": {name: net_parts(net) for name, net in model.nets.items()},
        "names": {name: list(forest.names) for name, forest in model.forests.items()},
        "thresholds": model.thresholds,
        "like": list(model.like),
        "trained_on": sorted(model.trained_on),
        "card": model.card,
    }
    arrays: dict[str, np.ndarray] = {}
    for name, net in model.nets.items():
        arrays |= net_arrays(f"{name}.net.", net)
    for name, forest in model.forests.items():
        arrays |= {
            f"{name}.feature": forest.feature,
            f"{name}.threshold": forest.threshold,
            f"{name}.value": forest.value,
        }
    write_parts(path, about, arrays)
