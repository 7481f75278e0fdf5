"""Marks: from the browser to annotation files and back, the HEPS data set's format, agreement."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rubricator.errors import UsageError
from rubricator.evaluate.gold.annotation import annotation_json, read_annotation
from rubricator.evaluate.gold.heps_data import read_heps
from rubricator.evaluate.gold.heps_export import heps_json
from rubricator.evaluate.gold.model import Gold
from rubricator.evaluate.gold.title_place import place_title
from rubricator.evaluate.metrics.ranged_structure import Ink
from rubricator.evaluate.metrics.ranges import same_ranges
from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.page.model import Page
from rubricator.pipeline import structure_of
from rubricator.studio.agreement import compare_page, read_agreement, summary
from rubricator.studio.files import checked_annotator, safe_stem, write_atomically
from rubricator.studio.marks import Marks, gold_of_marks, marks_json, marks_of_gold, marks_of_structure, read_marks
from rubricator.style.static import render_static

HTML = (
    "<title>T</title><p>Menu<h1>Kiln</h1><p>Hot.<p><b>Fees</b><p>None.<p>Back to top"
    "<p><b>Terms.</b> Ask us.<p><b>Times</b><p>Early.<p>Foot"
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    path = tmp_path / "kiln.html"
    path.write_text(HTML, "utf-8")
    return path


@pytest.fixture
def page(place: Path) -> Page:
    return render_static(load(place), limits=Limits(), budget=Budget())


def at(page: Page, words: str) -> list[int]:
    start = page.text.index(words)
    return [start, start + len(words)]


def heading(page: Page, words: str, level: int, **more: Any) -> dict[str, Any]:
    return {"parts": [at(page, words)], "level": level, "run_in": False, "end": None, "alternatives": [], **more}


def marked(page: Page, **more: Any) -> Marks:
    given = {
        "headings": [
            heading(page, "Times", 1),
            heading(page, "Fees", 1),
            heading(page, "Terms.", 2, run_in=True),
        ],
        "titles": [at(page, "Kiln")],
        "body": [at(page, "Kiln")[0], at(page, "Early.")[1]],
        "transitions": [at(page, "Back to top")],
        **more,
    }
    return read_marks(given, len(page.text))


def gold(page: Page, place: Path, marks: Marks) -> Gold:
    found, told = gold_of_marks(marks, page, name="kiln", place=place, annotator="ada")
    assert told == []
    return found


def test_blocks_last_until_the_next_heading_of_their_level(page: Page, place: Path) -> None:
    found = gold(page, place, marked(page))
    assert [(one.text, one.level, one.parent, one.run_in) for one in found.headings] == [
        ("Fees", 1, None, False),
        ("Terms.", 2, 0, True),
        ("Times", 1, None, False),
    ]
    assert [page.text[slice(*one.block[0])] for one in found.headings] == [
        "Fees None. Back to top Terms. Ask us.",
        "Terms. Ask us.",
        "Times Early.",
    ]
    assert [len(one.transitions) for one in found.headings] == [1, 0, 0]
    assert found.titles == ("Kiln",)


def test_a_block_may_end_earlier(page: Page, place: Path) -> None:
    fees = heading(page, "Fees", 1, end=at(page, "None.")[1])
    found = gold(page, place, marked(page, headings=[fees, heading(page, "Terms.", 2), heading(page, "Times", 1)]))
    assert page.text[slice(*found.headings[0].block[0])] == "Fees None."
    assert [(one.level, one.parent) for one in found.headings] == [(1, None), (1, None), (1, None)]


def test_headings_outside_of_the_body_are_told(page: Page, place: Path) -> None:
    marks = marked(page, headings=[heading(page, "Menu", 1), heading(page, "Fees", 1)])
    found, told = gold_of_marks(marks, page, name="kiln", place=place, annotator="ada")
    assert [one.text for one in found.headings] == ["Fees"]
    assert told == ["1 headings lie outside of the content body and are left out"]


def test_a_transition_that_belongs_nowhere_is_told(page: Page, place: Path) -> None:
    marks = marked(page, headings=[heading(page, "Times", 1)])
    _, told = gold_of_marks(marks, page, name="kiln", place=place, annotator="ada")
    assert told == ["1 transitions are in no block and after none, and are left out"]


def test_annotation_files_are_read_back_as_the_same_marks(page: Page, place: Path, tmp_path: Path) -> None:
    other = heading(page, "Fees", 1, alternatives=[[at(page, "None.")]], end=at(page, "None.")[1])
    for marks in (
        marked(page),
        marked(page, titles=None, body=None, transitions=[]),
        marked(page, titles=[], headings=[other, heading(page, "Times", 1)]),
    ):
        target = tmp_path / "kiln.json"
        write_atomically(target, json.dumps(annotation_json(gold(page, place, marks), tmp_path)).encode())
        again = marks_of_gold(read_annotation(target), page.text)
        assert again == marks
        assert read_marks(json.loads(json.dumps(marks_json(again))), len(page.text)) == marks


def test_a_title_that_stands_in_several_places() -> None:
    text = "Kiln menu Kiln Hot Kiln Foot Kiln"
    assert place_title("Kiln", text, (15, 24)) == (19, 23)
    assert place_title("Kiln", text, (15, 18)) == (10, 14)
    assert place_title("Kiln", text, (10, 18)) == (10, 14)
    assert place_title("Foot", text, (0, 10)) == (24, 28)
    assert place_title("Kiln", text, None) == (0, 4)
    assert place_title("None", text, None) is None
    assert place_title("", text, None) is None


def test_a_methods_result_is_a_start(page: Page) -> None:
    structure = structure_of(page, "heps")
    marks = marks_of_structure(structure)
    found = [one for one in structure.root.walk() if one.heading and one is not structure.root]
    assert [(mark.start, mark.stop) for mark in marks.headings] == [
        (one.heading.start, one.heading.end) for one in found if one.heading
    ]


@pytest.mark.parametrize(
    "given",
    [
        [],
        {"headings": {}},
        {"headings": [1]},
        {"headings": [{"parts": [], "level": 1}]},
        {"headings": [{"parts": [[0, 1]], "level": 0}]},
        {"headings": [{"parts": [[0, 1]], "level": True}]},
        {"headings": [{"parts": [[1, 1]], "level": 1}]},
        {"headings": [{"parts": [[0, 10**9]], "level": 1}]},
        {"headings": [{"parts": [["0", 1]], "level": 1}]},
        {"headings": [{"parts": [[0, 1]], "level": 1, "end": -1}]},
        {"headings": [{"parts": [[0, 1]], "level": 1, "alternatives": 1}]},
        {"headings": [{"parts": [[0, 1]], "level": 1}] * 5001},
        {"body": [3, 2]},
        {"titles": "x"},
        {"transitions": [[True, 2]]},
    ],
)
def test_wrong_marks_are_refused(given: object) -> None:
    with pytest.raises(UsageError):
        read_marks(given, 100)


def test_the_format_of_the_heps_data_set(page: Page, place: Path, tmp_path: Path) -> None:
    wanted = gold(page, place, marked(page))
    target = tmp_path / "kiln.json"
    target.write_text(json.dumps(heps_json(wanted, page)), "utf-8")
    found, missing = read_heps(target, page)
    assert missing == ()
    assert found.titles == wanted.titles
    assert found.body_span == wanted.body_span
    assert [(one.text, one.level, one.parent) for one in found.headings] == [
        (one.text, one.level, one.parent) for one in wanted.headings
    ]
    for one, other in zip(found.headings, wanted.headings, strict=True):
        assert one.spans == other.spans
        assert one.transitions == other.transitions
        ink = Ink(page.text)
        assert same_ranges(*map(ink.ranges, (one.block, other.block, other.transitions)))


def test_agreement_of_two(page: Page, place: Path) -> None:
    ada = gold(page, place, marked(page))
    assert summary([compare_page(page, ada, ada)])["kappa"] == 1
    ben = gold(page, place, marked(page, headings=[heading(page, "Fees", 1), heading(page, "Terms.", 1, run_in=True)]))
    both = compare_page(page, ada, ben)
    again: Any = json.loads(json.dumps(both.to_dict()))
    assert read_agreement(again) == both
    found = summary([both])
    # Ten lines, of which one has marked three as headings and the other two: they differ on one, and on one level.
    assert found["lines"] == sum(both.judgements.values()) == 10
    assert both.judgements == {(0, 0): 7, (1, 1): 1, (2, 1): 1, (1, 0): 1}
    expected, observed = (15 / 20) ** 2 + (5 / 20) ** 2, 9 / 10
    assert found["kappa"] == pytest.approx((observed - expected) / (1 - expected), abs=1e-4)
    assert isinstance(found["kappa_levels"], float) and found["kappa_levels"] < found["kappa"]  # type: ignore[operator]
    assert found["heading_f"] == pytest.approx(2 * 2 / 5)
    assert summary([])["pages"] == 0


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".", "..", "x" * 41, "a\0b", "-rf"])
def test_names_of_annotators_are_names_of_folders(name: str) -> None:
    with pytest.raises(UsageError):
        checked_annotator(name)
    assert checked_annotator("Ada L. 2") == "Ada L. 2"


def test_names_of_files_stay_apart() -> None:
    names = ["kiln", "a/kiln", "a__kiln", "a kiln", "a-kiln", "../kiln", "\u00e9t\u00e9", "x" * 300, "..."]
    stems = [safe_stem(name) for name in names]
    assert len(set(stems)) == len(names)
    assert all("/" not in stem and not stem.startswith(".") and len(stem) < 100 for stem in stems)


def test_writing_leaves_the_old_or_the_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "deep" / "file.json"
    write_atomically(target, b"old")

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", crash)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert [one.name for one in target.parent.iterdir()] == ["file.json"]
