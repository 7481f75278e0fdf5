"""A model is adapted to a site whose headings are odd."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rubricator.learn.adapt import adapt
from rubricator.page.model import Page
from rubricator.segment.rubric.learned_model import Model, load_model
from rubricator.segment.rubric.page_reading import read_page

from ..evaluate.pages import render
from ..segment.rubric.forests import asks, forest, net, tiny_model
from .pages import example, html, topics

ODD = "<div style='text-align:right;font-size:11px;color:#999'><span>", "</span></div>"


def found(page: Page, model: Model) -> set[str]:
    reading = read_page(page, model)
    return {page.text[reading.candidates[one].start : reading.candidates[one].end] for one in reading.chosen}


PLAIN = "<p>", "</p>"
"""Headings that look like the text below them."""
LINKED = "<ul class=menu><li><a href=/x>", "</a></ul>"
"""Headings that look like a menu."""


def right(model: Model, looks: tuple[str, str] = ODD) -> float:
    """Return the F1 of the headings on pages of the site that were not trained on."""
    hits = wanted = given = 0
    for number in range(20, 24):
        headings = found(render(html(number, *looks)), model)
        hits += len(headings & set(topics(number)))
        given += len(headings)
        wanted += len(topics(number))
    return 2 * hits / (given + wanted)


def test_a_site_with_odd_headings_is_lifted() -> None:
    base = load_model()
    adapted = adapt(base, [example(number, *PLAIN) for number in range(8)])
    assert right(adapted, PLAIN) > max(0.8, right(base, PLAIN))


def test_a_tiny_model_is_lifted_too() -> None:
    base = tiny_model()
    assert right(base) == 0
    assert right(adapt(base, [example(number, *ODD) for number in range(8)])) > 0.9


def test_trees_go_on_growing_where_the_model_is_sure_of_all_but_the_headings() -> None:
    base = tiny_model()
    unsure = {**base.forests, "heading": asks("words", 4.5, -2, -9)}
    adapted = adapt(replace(base, forests=unsure), [example(number, *LINKED) for number in range(8)])
    assert len(adapted.forests["heading"].value) == 61
    assert right(adapted, LINKED) > 0.8


def test_what_was_known_is_kept() -> None:
    base = tiny_model()
    examples = [example(number, *ODD) for number in range(4)]
    adapted = adapt(base, examples)
    assert adapted.trained_on == base.trained_on | {one.view.page.sha256 for one in examples}
    assert {**adapted.thresholds, "hopeless": base.thresholds["hopeless"]} == base.thresholds
    assert adapted.nets == base.nets
    for name in ("begins", "ends", "deeper", "same"):
        assert adapted.forests[name] is base.forests[name]


def test_the_same_pages_give_the_same_model() -> None:
    one, other = (adapt(tiny_model(), [example(number, *ODD) for number in range(4)]) for _ in range(2))
    for part in ("feature", "threshold", "value"):
        assert np.array_equal(getattr(one.forests["heading"], part), getattr(other.forests["heading"], part))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_trees_that_are_added_leave_the_old_ones_as_they_were(depth: int) -> None:
    """Forests of other depths are put together: the score is the sum."""
    inner = 2**depth - 1
    old = forest(["bolder", "words"], ([place % 2 for place in range(inner)], [0.5] * inner, list(range(inner + 1))))
    base = replace(tiny_model(), forests={**tiny_model().forests, "heading": old})
    adapted = adapt(base, [example(number, *ODD) for number in range(3)]).forests["heading"]
    columns = {name: np.array([0.0, 1.0, 0.0, 1.0]) for name in adapted.names}
    columns["words"] = np.array([0.0, 0.0, 1.0, 1.0])
    added = type(adapted)(adapted.names, adapted.feature[1:], adapted.threshold[1:], adapted.value[1:])
    assert (adapted.scores(columns) - added.scores(columns)).tolist() == pytest.approx(
        old.scores(columns).tolist(), abs=1e-5
    )


def test_what_the_base_finds_hopeless_can_be_learned() -> None:
    tiny = tiny_model()
    hopeless = {**tiny.nets, "heading": net("visible", (-4, -4), (-5, -5))}
    base = replace(tiny, nets=hopeless, thresholds={**tiny.thresholds, "hopeless": -3.0})
    assert right(base) == 0
    assert right(adapt(base, [example(number, *ODD) for number in range(8)])) > 0.8
