"""What titles are compared with."""

from __future__ import annotations

from title_baselines import BASELINES

from tests.page.pages import render
from tests.segment.title.pages import page


def test_baselines() -> None:
    found = {name: find(page()) for name, find in BASELINES.items()}
    assert found == {
        "largest font": ["The village oven"],
        "first unit": ["Home"],
        "title field": ["Oven | Brook Street"],
        "first h1": [],
    }


def test_first_h1_with_text() -> None:
    assert BASELINES["first h1"](render("<h1> </h1><p>a<h1>One <b>two</b></h1>")) == ["One two"]


def test_nothing_is_found_in_nothing() -> None:
    assert {name: find(render("")) for name, find in BASELINES.items()} == {name: [] for name in BASELINES}
