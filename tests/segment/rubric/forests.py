"""Networks of one number, forests of a tree or two, and models made of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rubricator.segment.rubric.learned_model import FORESTS, Model
from rubricator.segment.rubric.net import Net, Round
from rubricator.segment.rubric.trees import Forest

THRESHOLDS = {"body": 0.35, "title": 0.3, "share": 0.45, "floor": 0.15, "sum": 0.6, "hopeless": -1000.0}


def forest(names: Sequence[str], *trees: tuple[Sequence[int], Sequence[float], Sequence[float]]) -> Forest:
    """Make a forest of trees given as features, thresholds and leaves."""
    features, thresholds, leaves = zip(*trees, strict=True)
    return Forest(
        tuple(names),
        np.array(features, dtype=np.int16),
        np.array(thresholds, dtype=np.float32),
        np.array(leaves, dtype=np.float32),
    )


def asks(name: str, threshold: float, low: float, high: float) -> Forest:
    """Make a forest that asks one question: `low` up to the threshold, `high` above it."""
    return forest([name], ([0], [threshold], [low, high]))


def net(name: str, *outputs: tuple[float, float], views: tuple[str, ...] = ()) -> Net:
    """Make a network that says, for each output, one thing where a feature is 0 and another where it is 1.

    What it has in view counts nothing.
    """
    return Net(
        (name,),
        np.array([[0, 1]], dtype=np.float32),
        np.ones((1, 1), dtype=np.float32),
        np.zeros(1, dtype=np.float32),
        (Round(views, np.zeros((1 + len(views), 1), dtype=np.float32), np.zeros(1, dtype=np.float32)),),
        np.array([[high - low for low, high in outputs], [low for low, _ in outputs]], dtype=np.float32),
    )


def tiny_model() -> Model:
    """Make a model that takes what is bolder than the page's text for headings, and h-tags for their levels.

    Like `tagged` it takes only h1 and h2 for headings.
    """
    forests = dict.fromkeys(FORESTS, asks("visible", 0.5, -5, 5))
    forests |= {
        "begins": asks("same style", 9, -5, 5),
        "ends": asks("same style", 9, -5, 5),
        "heading": asks("bolder", 0.5, -5, 5),
        "deeper": asks("tagged level change", 0.5, -5, 5),
        "same": asks("same look key", 0.5, -5, 5),
        "tagged": asks("tagged level", 2.5, 5, -5),
    }
    nets = {
        "body": net("visible", (-5, 5), views=("up 1", "-1")),
        "heading": net("visible", (0, 0), (-5, -5), (0, -2), views=("path", "+2")),
    }
    return Model(nets, forests, dict(THRESHOLDS), frozenset({"a1", "b2"}), {"name": "tiny"}, ("tagged",))
