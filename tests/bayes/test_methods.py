"""`bayes` and `rows` on whole pages, as people call them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import rubricator
from rubricator.errors import PageTimeoutError, UsageError
from rubricator.segment.bayes import segmentation
from rubricator.segment.bayes.bases_file import load_model, save_model
from rubricator.segment.bayes.parameters import PRESETS
from rubricator.segment.registry import training_pages
from rubricator.structure.invariants import check
from rubricator.structure.model import Block, JsonValue, Structure
from tests.bayes.reading import PERSON

QUICK: dict[str, JsonValue] = {"preset": "paper", "first_sweeps": 60, "final_sweeps": 40, "runs": 2}
Tree = tuple[str, list["Tree"]]


def tree(block: Block) -> list[Tree]:
    return [(child.heading.text if child.heading else "", tree(child)) for child in block.children]


def titles(structure: Structure) -> list[str]:
    return [block.heading.text for block in structure.root.walk() if block.heading]


LABELS = ["Age", "Sex", "Research Interest", "Contact", "TEL", "FAX"]


@pytest.mark.parametrize("method", ["bayes", "rows"])
def test_labels_of_the_paper_s_example_are_headings(method: str) -> None:
    structure = rubricator.read(PERSON, method=method)
    assert titles(structure)[0] == "John Smith's Page"
    assert set(titles(structure)) >= {"Age", "Sex", "TEL", "FAX"}
    assert structure.title == "John Smith"
    age = next(block for block in structure.root.walk() if block.heading and block.heading.text == "Age")
    assert structure.text[age.start : age.end] == "Age: 25"


def test_rows_nests_by_tags_and_numbers_of_blocks() -> None:
    page = "<h1>T</h1><h2>A</h2>Age: 25<br>Sex: Male<br><h2>B</h2>Contact<br>TEL: 1<br>FAX: 2<br>alone<br>last<br>"
    structure = rubricator.read(page, method="rows")
    assert tree(structure.root) == [
        ("T", [("A", [("Age", []), ("Sex", [])]), ("B", [("Contact", [("TEL", []), ("FAX", [])])])])
    ]
    assert titles(rubricator.read(page, method="rows", params={"single": "always"}))[-2:] == ["alone", "last"]
    assert "Contact" not in titles(rubricator.read(page, method="rows", params={"single": "never"}))
    assert titles(rubricator.read(page, method="rows", params={"several": False, "single": "never"})) == ["T", "A", "B"]
    assert titles(rubricator.read(page, method="rows", params={"tags": 1, "several": False, "single": "never"})) == [
        "T"
    ]


def test_lists_are_in_the_details() -> None:
    structure = rubricator.read(PERSON, method="rows")
    details = json.loads(structure.to_json())["details"]
    assert details["rows"] == 7
    (found,) = [one for one in details["lists"] if one["under"] == 0]
    texts = [structure.text[start:end].strip() for start, end in found["items"]]
    assert texts[:2] == ["Age: 25", "Sex: Male"]


def test_symbols_make_lists_without_any_tag() -> None:
    entries = "".join(f"【{day}日】<br>今日は雨が降って、山へ行きました。<br>" for day in "一二三四五六")
    structure = rubricator.read(f"<h1>日記</h1>{entries}", method="bayes")
    assert [f"{day}日" for day in "一二三四五六"] == [one for one in titles(structure) if one.endswith("日")]
    parents = [block for block in structure.root.walk() if len(block.children) == 6]
    assert len(parents) == 1


def test_the_paper_s_preset_learns_from_the_page_alone() -> None:
    structure = rubricator.read(PERSON * 3, method="bayes", params=QUICK)
    assert structure.params["learn"] is True
    assert structure.params["start"] == "contents"
    assert set(titles(structure)) & set(LABELS)
    assert PRESETS["paper"].first_sweeps == 1000
    assert PRESETS["paper"].final_sweeps == 500
    assert PRESETS["paper"].runs == 5


def test_a_seed_gives_the_same_and_another_one_may_not() -> None:
    page = PERSON * 4
    plain: dict[str, JsonValue] = {}
    for params in (plain, QUICK):
        first = rubricator.read(page, method="bayes", params=params)
        assert first == rubricator.read(page, method="bayes", params=params)
    others = [rubricator.read(page, method="bayes", params={"seed": seed, "start": "contents"}) for seed in range(5)]
    assert len({one.details["log_probability"] for one in others}) > 1


def test_more_rows_than_may_be_headings_are_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segmentation, "MOST_ROWS", 5)
    structure = rubricator.read(PERSON * 2, method="bayes")
    assert [notice.message for notice in structure.warnings if notice.code == "rows-limit"] == [
        "9 rows beyond the first 5 are read as the method rows reads them"
    ]
    assert titles(structure)[-2:] == ["TEL", "FAX"]
    plain = rubricator.read(PERSON * 2, method="bayes", params={"start": "contents"})
    assert "9 rows beyond the first 5 are read as contents" in [notice.message for notice in plain.warnings]
    assert all(block.heading.start < 70 for block in plain.root.walk() if block.heading)


def test_large_pages_get_fewer_sweeps_and_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rubricator.segment.bayes.estimation.FULL_SWEEPS", 7)
    structure = rubricator.read(PERSON * 2, method="bayes")
    assert structure.details["sweeps"] == 10
    assert "10 sweeps were made instead of 20" in [one.message for one in structure.warnings][-1]


def test_a_page_whose_rows_all_differ_in_their_symbols_ends_soon() -> None:
    """Every row has a symbol of its own, so that each would rather be under the one before it."""
    signs = [chr(code) for code in range(0x2190, 0x2190 + 900)]
    page = "".join(f"{sign} w{number}<br>" for number, sign in enumerate(signs))
    structure = rubricator.read(page, method="bayes", params={"final_sweeps": 3})
    check(structure)


def test_the_budget_is_looked_at_while_sampling() -> None:
    with pytest.raises(PageTimeoutError):
        rubricator.read(PERSON * 30, method="bayes", params={"preset": "paper"}, timeout=0.5)


@pytest.mark.parametrize(
    ("method", "params", "message"),
    [
        ("bayes", {"alpha_b": 0}, "alpha_b is a number above 0"),
        ("bayes", {"final_sweeps": 0}, "final_sweeps is at least 1"),
        ("bayes", {"linefeed": 1}, "linefeed is a number between 0 and 1"),
        ("bayes", {"start": "end"}, "start is one of contents, rows"),
        ("bayes", {"preset": "long"}, "unknown preset 'long' of bayes; choose one of: short, paper"),
        ("bayes", {"model": "none.npz"}, "cannot read the model 'none.npz'"),
        ("rows", {"single": "maybe"}, "single is one of next, always, never"),
        ("rows", {"tags": 7}, "tags is a level from 0 to 6"),
        ("rows", {"x": 1}, "unknown parameter 'x' of rows"),
    ],
)
def test_wrong_use_is_told(method: str, params: dict[str, str | float], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        rubricator.read("<p>x", method=method, params=params)


def test_the_shipped_distributions_know_what_they_come_from() -> None:
    model = load_model()
    assert model.card["pages"] == len(model.trained_on) == 24
    assert set(training_pages("bayes", {})) == set(training_pages("rows", {})) == model.trained_on
    b = {symbol: model.bases.b[number] for symbol, number in model.symbols.items()}
    assert max(b, key=b.__getitem__) == ":"


def test_what_is_written_is_read(tmp_path: Path) -> None:
    model, path = load_model(), tmp_path / "m.npz"
    save_model(replace(model, trained_on=frozenset({"aa"})), path)
    assert load_model(str(path)) == replace(model, trained_on=frozenset({"aa"}))
    structure = rubricator.read(PERSON, method="bayes", params={"model": str(path)})
    assert structure.params["model"] == str(path)
    assert structure.root == rubricator.read(PERSON, method="bayes").root


def damaged(path: Path, **changes: object) -> Path:
    """Write the shipped file with other arrays."""
    save_model(load_model(), path)
    with np.load(path) as arrays:
        parts = {name: arrays[name] for name in arrays.files}
    about = json.loads(str(parts["about"]))
    for name, value in changes.items():
        if name in about:
            about[name] = value
        else:
            parts[name] = np.asarray(value)
    parts["about"] = np.array(json.dumps(about))
    with path.open("wb") as file:
        np.savez_compressed(file, **parts)
    return path


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"format": "other/1"},
            "is not a model of the format rubricator-bayes/1; train one with `rubricator train bayes`",
        ),
        ({"b": [0.5]}, "not one number each"),
        ({"b": np.zeros(41, dtype=np.float32)}, "damaged"),
        ({"rules": np.array([1.5, 0.1], dtype=np.float32)}, "not between 0 and 1"),
        ({"rules": np.array([np.nan, 0.1], dtype=np.float32)}, "not one number each"),
        ({"symbols": ["a", "a"]}, "one is there twice"),
        ({"prefixes": ["a"]}, "prefixes have no counts"),
        ({"words": 5}, "damaged"),
    ],
)
def test_damage_is_told(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        load_model(str(damaged(tmp_path / "m.npz", **changes)))


def test_a_file_that_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    path.write_bytes(b"no zip")
    with pytest.raises(UsageError, match="not a model file"):
        load_model(str(path))
