"""No method reads our own pages worse than it did."""

from __future__ import annotations

import copy

import pytest

from rubricator.evaluate.gold.align import place
from rubricator.evaluate.gold.gold import Gold
from rubricator.segment import static_methods

from ..evaluate.pages import render
from .floors import complaints, figures, golds, read_floors


@pytest.mark.parametrize("method", static_methods())
def test_no_figure_is_below_its_floor(method: str) -> None:
    told = complaints(method, figures(method), read_floors())
    assert not told, "\n".join(told)


def test_floors_are_of_methods_that_there_are() -> None:
    assert set(read_floors()) <= set(static_methods())


def test_what_is_lower_is_noticed() -> None:
    floors = read_floors()
    worse = copy.deepcopy(floors["tags"])
    assert complaints("tags", worse, floors) == []
    worse["article_tags"]["heading"] -= 0.01
    floor = floors["tags"]["article_tags"]["heading"]
    assert complaints("tags", worse, floors) == [
        f"tags on article_tags: heading is {floor - 0.01:.3f}, below its floor {floor:.3f}"
    ]


def test_a_method_or_a_page_without_floors_is_noticed() -> None:
    floors = read_floors()
    (told,) = complaints("new", floors["tags"], floors)
    assert told == "the method new has no floors; record them with: python -m tests.quality.floors new"
    (told,) = complaints("tags", {"new_page": {"heading": 1.0}}, floors)
    assert told.startswith("tags on new_page: heading has no floor")


@pytest.mark.parametrize("gold", golds(), ids=lambda gold: gold.id)
def test_gold_is_all_in_its_page(gold: Gold) -> None:
    text = render(gold.page.read_text("utf-8")).text
    assert gold.id == gold.page.parent.name
    assert gold.body
    wanted = [*gold.titles, *gold.body]
    wanted += [part for heading in gold.headings for part in (heading.text, heading.then, heading.ends)]
    assert not place(wanted, text).missing
    assert all(part in text for part in wanted)
