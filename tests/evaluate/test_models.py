"""Learned methods: out-of-fold models are chosen by the fold table, and what a model has seen is labelled."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from rubricator.errors import UsageError
from rubricator.evaluate.compare import Result, compare, out_of_fold, parse_contender
from rubricator.evaluate.folds import write_table
from rubricator.evaluate.report.page import report
from rubricator.evaluate.tables import result_json, result_table
from rubricator.segment.registry import LEARNED, METHODS, Segmentation, Task, find_method, method
from rubricator.structure.model import JsonValue

from .gold_files import LINES, write
from .pages import HTML, render

USED: list[str] = []
PAGES = [HTML.replace("Big news", f"News {number}") for number in range(3)]
HASHES = [render(html).sha256 for html in PAGES]


def trained_on(params: Mapping[str, JsonValue]) -> list[str]:
    """Read the training pages from the model; the model that is shipped has seen the first page."""
    model = params.get("model")
    return json.loads(Path(str(model)).read_text("utf-8")) if model else HASHES[:1]


@pytest.fixture(autouse=True)
def learned() -> Iterator[None]:
    @method("learned", trained_on=trained_on)
    def learned(task: Task) -> Segmentation:
        USED.append(Path(str(task.options.params.get("model", "shipped"))).name)
        return find_method("tags")(Task(task.page, task.body, task.options.with_method("tags")))

    USED.clear()
    yield
    del METHODS["learned"], LEARNED["learned"]


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    folder = tmp_path / "corpora"
    for number, html in enumerate(PAGES):
        write(folder / "cleaneval" / str(number), {**LINES, "id": f"cleaneval/{number}"}, html=html)
    return folder


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """One model has not seen the first page, the other nothing else; the third page is in no fold."""
    folder = tmp_path / "models"
    folder.mkdir()
    keys = [f"cleaneval/{number}/page.html" for number in range(2)]
    write_table(folder / "folds.json", {key: key for key in keys}, {keys[0]: 0, keys[1]: 1})
    (folder / "fold-0.json").write_text(json.dumps(HASHES[1:]), "utf-8")
    (folder / "fold-1.json").write_text(json.dumps(HASHES[:1]), "utf-8")
    return folder


def compared(corpora: Path, *names: str) -> Result:
    return compare([parse_contender(name) for name in names], corpora, ["cleaneval"], processes=1)


def test_a_shipped_model_is_labelled_on_pages_that_it_has_seen(corpora: Path) -> None:
    result = compared(corpora, "tags", "learned")
    assert result.in_sample == {"cleaneval": {"learned": ("cleaneval/0",)}}
    table = result_table(result)
    assert "learned (in sample)" in table
    assert "tags (in sample)" not in table
    assert "in sample: the model of learned was trained on 1 of these pages" in table
    assert "learned (in sample)" in report(result, {})
    assert json.loads(result_json(result))["in_sample"] == {"cleaneval": {"learned": ["cleaneval/0"]}}


def test_each_page_has_the_model_of_its_fold(corpora: Path, models: Path) -> None:
    result = compared(corpora, f"learned:model={models}")
    assert USED == ["fold-0.json", "fold-1.json", "fold-1.json"]
    assert result.in_sample == {}
    assert "in sample" not in result_table(result)


def test_a_fold_model_that_has_seen_its_fold_is_labelled(corpora: Path, models: Path) -> None:
    (models / "fold-1.json").write_text(json.dumps(HASHES), "utf-8")
    assert list(compared(corpora, f"learned:model={models}").in_sample["cleaneval"].values()) == [
        ("cleaneval/1", "cleaneval/2")
    ]


def test_models_are_for_learned_methods_that_name_none(models: Path) -> None:
    assert out_of_fold(parse_contender("tags"), models).params == {}
    assert out_of_fold(parse_contender("learned"), models).params == {"model": str(models)}
    assert out_of_fold(parse_contender("learned:model=mine"), models).params == {"model": "mine"}
    with pytest.raises(UsageError, match=r"has no folds\.json"):
        out_of_fold(parse_contender("learned"), models.parent)


def test_a_missing_model_is_told(corpora: Path, models: Path) -> None:
    (models / "fold-1.json").rename(models / "fold-10.json")
    with pytest.raises(UsageError, match="has 0 models of fold 1; it needs one, named fold-1"):
        compared(corpora, f"learned:model={models}")
