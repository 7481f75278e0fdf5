"""Every feature has its signal family, so that no ablation forgets one."""

from __future__ import annotations

import numpy as np
import pytest
from families import FAMILIES, TAGS, families_of, without, without_family

from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.features import candidate_features
from rubricator.segment.rubric.texts import read_texts
from rubricator.segment.rubric.view import build_view

from ..evaluate.pages import render

PAGE = "<title>Boats</title><h1>Boats</h1><p>They float.</p><h2>1. Oars</h2><p><b>Wood:</b> light and warm.</p>"


@pytest.fixture(scope="module")
def features() -> list[str]:
    view = build_view(render(PAGE))
    candidates = find_candidates(view)
    seen = candidate_features(view, candidates, read_texts(view, candidates), np.ones(len(view.units)))
    return list(seen.columns)


def test_every_feature_belongs_to_one_family(features: list[str]) -> None:
    assert {name: families_of(name) for name in features if len(families_of(name)) != 1} == {}


def test_families_hold_features_that_exist(features: list[str]) -> None:
    assert set().union(*FAMILIES.values()) - set(features) == set()
    assert FAMILIES["elements"] >= TAGS


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_is_left_out(features: list[str], family: str) -> None:
    kept = without_family(features, family)
    assert kept
    assert [name for name in kept if families_of(name) == [family]] == []
    assert [name for name in features if families_of(name) == [family]]


def test_what_groups_tell_of_a_family_goes_with_it(features: list[str]) -> None:
    kept = without_family(features, "numbering")
    assert "path: numbering" in features and "path: numbering" not in kept
    assert "path: count" in kept and "path: capitals" in kept
    dropped = set(features) - set(kept)
    assert {name.removeprefix("path: ").removeprefix("look: ").removeprefix("style: ") for name in dropped} == FAMILIES[
        "numbering"
    ]


def test_tags_go_alone(features: list[str]) -> None:
    kept = without(features, TAGS)
    assert "in h2" not in kept and "look: tagged level" not in kept
    assert "in nav" in kept and "near headed" in kept
