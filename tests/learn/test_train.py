"""Training from marked pages to a model file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import rubricator
from rubricator.errors import GoldError
from rubricator.learn.corpora import make_examples
from rubricator.learn.examples import Example, make_example
from rubricator.learn.rubric import detagged, train
from rubricator.segment.rubric.learned_model import FORESTS, load_model, save_model
from rubricator.segment.rubric.page_reading import read_page

from ..evaluate.pages import render
from .pages import example, gold, html, topics


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return [example(number, fold=number % 2) for number in range(12)]


@pytest.fixture(scope="module")
def saved(examples: list[Example], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "rubric.npz"
    save_model(train(examples), path)
    return path


def test_a_model_can_be_loaded_and_is_small(saved: Path, examples: list[Example]) -> None:
    model = load_model(str(saved))
    assert saved.stat().st_size < 2 << 20
    assert set(model.forests) == {*FORESTS, *model.like}
    assert model.trained_on == {one.view.page.sha256 for one in examples}


def test_training_twice_gives_the_same_file(saved: Path, examples: list[Example]) -> None:
    steps: list[str] = []
    again = saved.parent / "again.npz"
    save_model(train(examples, steps.append), again)
    assert again.read_bytes() == saved.read_bytes()
    assert steps == ["content body", "features", "headings and title", "levels"]


def test_pages_like_those_learned_from_are_read(saved: Path) -> None:
    structure = rubricator.read(html(30), method="rubric", params={"model": str(saved)})
    headings = [block.heading.text for block in structure.root.walk() if block.heading and block.level]
    assert set(topics(30)) <= set(headings)
    assert not {"Home", "Legal notice"} & set(headings)


def test_tags_are_not_needed(saved: Path) -> None:
    """Half of what is learned from has no tags."""
    big = "<div style='font-size:1.5em;font-weight:bold;margin:20px 0'>", "</div>"
    structure = rubricator.read(html(31, *big), method="rubric", params={"model": str(saved)})
    headings = {block.heading.text for block in structure.root.walk() if block.heading}
    assert len(set(topics(31)) & headings) >= 4


def test_a_page_that_has_other_units_without_its_tags_is_not_seen_without_them() -> None:
    """A button behind the words of a heading is told by the heading's tag."""
    with_button = html(3).replace("</h2>", " <button style='display:block'>Show</button></h2>", 1)
    page = render(with_button)
    one = make_example(page, gold(3, page), "outline", 0)
    assert one
    assert detagged(one, np.ones(len(one.view.units))) is None
    assert detagged(example(3), np.ones(len(example(3).view.units)))


def test_corpora_may_disagree_on_what_a_heading_is(examples: list[Example]) -> None:
    """In one corpus all headings are marked, in the other only the first; nothing on a page tells which it is of."""
    sparse = [replace(one, corpus="sparse", heading=np.where(one.heading == 0, 0, -1)) for one in examples]
    model = train([*examples, *sparse])
    assert model.like == (examples[0].corpus, "sparse")
    page = render(html(30))
    found = {name: len(read_page(page, model.marked_like(name)).chosen) for name in model.like}
    assert found["sparse"] < found[examples[0].corpus]


def test_too_few_marks_are_told() -> None:
    with pytest.raises(GoldError, match="the marked pages are too few"):
        train([example(1)])


def test_examples_are_made_of_files_in_their_order(tmp_path: Path) -> None:
    jobs = []
    for number in range(3):
        path = tmp_path / f"{number}.html"
        path.write_text(html(number), "utf-8")
        jobs.append((gold(number, render(html(number)), path), "mine", number))
    jobs.insert(1, (gold(1, render(html(1)), tmp_path / "none.html"), "mine", 9))
    counted: list[int] = []
    made = make_examples(jobs, counted.append)
    assert [one.fold for one in made] == [0, 1, 2]
    assert counted == [1, 2, 3, 4]
    with pytest.raises(GoldError, match="no page with marked headings"):
        make_examples(jobs[1:2], counted.append)
