"""The list of methods says what methods really take."""

from __future__ import annotations

from typing import Any

import pytest

from rubricator.errors import UsageError
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.model import Box, Page
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of
from rubricator.segment import METHODS
from rubricator.serve.describing import describe_methods

from .servers import KILN

LISTED: dict[str, Any] = {str(one["name"]): one for one in describe_methods()}


@pytest.fixture(scope="module")
def page() -> Page:
    from dataclasses import replace

    found = render_static(load(KILN))
    boxes = tuple(Box(0, 20 * node, 800, 20) for node in range(len(found.tag)))
    return replace(found, renderer="browser", boxes=boxes)


def test_all_methods_are_listed() -> None:
    assert sorted(METHODS) == list(LISTED)
    assert [name for name, one in LISTED.items() if one["default"]] == ["rubric"]
    assert LISTED["bayes"]["presets"] == ["short", "paper"]
    assert LISTED["heps"]["parameters"]["t"] == 1.5


@pytest.mark.parametrize("name", LISTED)
def test_what_is_listed_is_taken_and_nothing_else(name: str, page: Page) -> None:
    listed = LISTED[name]
    made = structure_of(page, Options(name, listed["parameters"])).params
    assert {key: value for key, value in made.items() if key != "model"} == listed["parameters"]
    assert structure_of(page, Options(name)).params == made
    for preset in listed["presets"]:
        # The paper's own numbers of sweeps take minutes; that the name is known is what counts here.
        less = {"first_sweeps": 2, "final_sweeps": 2, "runs": 1} if name == "bayes" else {}
        assert structure_of(page, Options(name, {"preset": preset, **less})).params.keys() == made.keys()
    for wrong in ({"preset": "nonsense"}, {"nonsense": 1}):
        with pytest.raises(UsageError):
            structure_of(page, Options(name, wrong))


@pytest.mark.parametrize("name", ["bayes", "rows", "asdus-dd", "asdus-di", "rubric"])
def test_models_are_not_for_clients(name: str) -> None:
    assert "model" not in LISTED[name]["parameters"]
