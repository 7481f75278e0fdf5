"""Examples and training of title extraction."""

from __future__ import annotations

import pytest

from rubricator.errors import GoldError
from rubricator.learn.title import NO_TITLE, OPEN, TITLE, TitleExample, title_example, train
from rubricator.segment.title.extraction import find_runs
from rubricator.segment.title.table import FEATURES
from rubricator.segment.title.texts import unit_texts

from ..page.pages import render

WORDS = "Bread Wells Hedges Ferries Bells Clocks Looms Orchards Kilns Mills Ropes Sails".split()


def example(number: int, titles: tuple[str, ...] | None = None) -> TitleExample:
    name = f"{WORDS[number]} of the valley"
    html = (
        f"<title>{name} - News</title><ul><li><a href='/'>Home</a><li><a href='/n'>{name}</a></ul>"
        f"<div style='font-size:30px'>{name}</div><p>{'Words that go on for a while about it. ' * 4}<p>The end {number}"
    )
    return title_example(render(html), (name,) if titles is None else titles, "l3s", str(number), number % 3)


def test_the_title_is_marked_where_it_stands_out() -> None:
    one = example(0)
    marks = dict(zip(zip(range(9), unit_texts(one.units), strict=False), one.labels.tolist(), strict=False))
    assert marks[0, "Home"] == NO_TITLE
    assert marks[1, "Bread of the valley"] == OPEN
    assert marks[2, "Bread of the valley"] == TITLE
    assert int((one.candidate_labels == TITLE).sum()) == 2


def test_a_title_that_is_not_in_the_page_leaves_it_open() -> None:
    one = example(0, ("Quite another matter altogether",))
    assert (one.labels == OPEN).all() and (one.candidate_labels == OPEN).all()
    assert (example(0, ()).labels == NO_TITLE).all()


@pytest.mark.parametrize("variant", ["perceptron", "network"])
def test_what_is_learned_is_found_again(variant: str) -> None:
    model = train([example(number) for number in range(10)], variant)
    assert len(model.trained_on) == 10
    assert model.card["examples"] == {"l3s": 10}
    if variant == "perceptron":
        assert [run[:2] for run in find_runs(example(11).units, model)] == [(2, 3)]
    else:
        assert model.net is not None and model.forest is not None and model.weights is None
        assert [run[:2] for run in find_runs(example(11).units, model)] in [[(1, 2)], [(2, 3)]]


def test_features_left_out_get_no_weight() -> None:
    sizes = [feature for feature in FEATURES if feature.part == "font size" and feature.family == "App"]
    model = train([example(number) for number in range(6)], "perceptron", sizes)
    assert model.weights is not None
    used = {feature for feature, weight in zip(FEATURES, model.weights.tolist(), strict=True) if weight}
    assert used and used <= set(sizes)


@pytest.mark.parametrize("variant", ["perceptron", "network"])
def test_nothing_to_learn_from_is_told(variant: str) -> None:
    with pytest.raises(GoldError, match="nothing to learn from"):
        train([example(0, ("Quite another matter altogether",))], variant)
