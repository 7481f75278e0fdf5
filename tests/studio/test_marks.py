"""Marks: from the browser to annotation files and back, the HEPS data set's format, agreement."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rubricator.errors import UsageError
from rubricator.evaluate.gold.annotation import annotation_json, read_annotation
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.gold.heps_data import read_heps
from rubricator.evaluate.gold.heps_export import heps_json, heps_losses
from rubricator.evaluate.gold.title_place import place_title
from rubricator.evaluate.metrics.ranged_structure import NonspaceOffsets
from rubricator.evaluate.metrics.ranges import same_ranges
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.model import Page
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of
from rubricator.structure.model import Block, Heading
from rubricator.studio.agreement import compare_page, read_agreement, summary
from rubricator.studio.blocks import extents, gold_of_marks, marks_of_gold, marks_of_structure
from rubricator.studio.files import checked_annotator, safe_stem, write_atomically
from rubricator.studio.marks import Mark, Marks, marks_json, read_marks
from rubricator.studio.migrate import migrate_headings, read_previous

HTML = (
    "<title>T</title><p>Menu<h1>Kiln</h1><p>Hot.<p><b>Fees</b><p>None.<p>Back to top"
    "<p><b>Terms.</b> Ask us.<p><b>Times</b><p>Early.<p>Foot"
)
MOVED = "Saved with the level that follows from the headings above: "


@pytest.fixture
def place(tmp_path: Path) -> Path:
    path = tmp_path / "kiln.html"
    path.write_text(HTML, "utf-8")
    return path


@pytest.fixture
def page(place: Path) -> Page:
    return render_static(load(place))


def at(page: Page, words: str) -> list[int]:
    start = page.text.index(words)
    return [start, start + len(words)]


def heading(page: Page, words: str, level: int, **more: Any) -> dict[str, Any]:
    return {"parts": [at(page, words)], "level": level, "run_in": False, "end": None, "alternatives": [], **more}


def found_heading(page: Page, words: str) -> Heading:
    start, end = at(page, words)
    return Heading(words, start, end)


def marked(page: Page, **more: Any) -> Marks:
    given = {
        "headings": [heading(page, "Times", 1), heading(page, "Fees", 1), heading(page, "Terms.", 2, run_in=True)],
        "titles": [at(page, "Kiln")],
        "body": [at(page, "Kiln")[0], at(page, "Early.")[1]],
        "transitions": [at(page, "Back to top")],
        **more,
    }
    return read_marks(given, len(page.text))


def gold(page: Page, place: Path, marks: Marks, *says: str) -> Gold:
    found, messages = gold_of_marks(marks, page, name="kiln", place=place, annotator="ada")
    assert messages == list(says)
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
    given = marked(page, headings=[fees, heading(page, "Terms.", 2), heading(page, "Times", 1)])
    found = gold(page, place, given, f"{MOVED}“Terms.” 2 to 1.")
    assert page.text[slice(*found.headings[0].block[0])] == "Fees None."
    assert [(one.level, one.parent) for one in found.headings] == [(1, None), (1, None), (1, None)]


def test_headings_outside_of_the_body_are_told(page: Page, place: Path) -> None:
    marks = marked(page, headings=[heading(page, "Menu", 1), heading(page, "Fees", 1)])
    found, messages = gold_of_marks(marks, page, name="kiln", place=place, annotator="ada")
    assert [one.text for one in found.headings] == ["Fees"]
    assert messages == ["Left out: 1 heading outside of the content body."]


def test_a_transition_that_belongs_nowhere_is_told(page: Page, place: Path) -> None:
    marks = marked(page, headings=[heading(page, "Times", 1)])
    _, messages = gold_of_marks(marks, page, name="kiln", place=place, annotator="ada")
    assert messages == ["Left out: 1 transition in no block and after none."]


def test_annotation_files_are_read_back_as_the_same_marks(page: Page, place: Path, tmp_path: Path) -> None:
    other = heading(page, "Fees", 1, alternatives=[[at(page, "None.")]], end=at(page, "None.")[1])
    for marks in (
        marked(page),
        marked(page, titles=None, body=None, transitions=[]),
        marked(page, titles=[], headings=[other, heading(page, "Times", 1)]),
    ):
        target = tmp_path / "kiln.json"
        write_atomically(target, json.dumps(annotation_json(gold(page, place, marks), tmp_path)).encode())
        again, messages = marks_of_gold(read_annotation(target), page.text)
        assert messages == []
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
    structure = structure_of(page, Options("heps"))
    marks, messages = marks_of_structure(structure)
    assert messages == []
    found = [one for one in structure.root.walk() if one.heading and one is not structure.root]
    assert [(mark.start, mark.stop) for mark in marks.headings] == [
        (one.heading.start, one.heading.end) for one in found if one.heading
    ]


def test_blocks_with_gaps_stay_as_they_are(page: Page, place: Path, tmp_path: Path) -> None:
    """What a method leaves out of the middle of its blocks is left out of the annotation and of what is exported."""
    top = at(page, "Back to top")
    fees = Block(
        at(page, "Fees")[0], at(page, "Ask us.")[1], 1, found_heading(page, "Fees"),
        (Block(at(page, "Terms.")[0], at(page, "Ask us.")[1], 2, found_heading(page, "Terms.")),),
        ((at(page, "Fees")[0], top[0] - 1), (top[1] + 1, at(page, "Ask us.")[1])),
    )  # fmt: skip
    times = Block(at(page, "Times")[0], at(page, "Times")[1], 1, found_heading(page, "Times"))
    root = Block(0, len(page.text), children=(fees, times))
    structure = replace(structure_of(page, Options("tags")), root=root, body=(0, len(page.text)))
    marks, messages = marks_of_structure(structure)
    assert messages == []
    assert marks.headings[0].gaps == ((top[0] - 1, top[1] + 1),)
    assert marks.headings[2].end == at(page, "Times")[1]
    assert read_marks(json.loads(json.dumps(marks_json(marks))), len(page.text)) == marks
    wanted = gold(page, place, marks)
    assert wanted.headings[0].block == fees.ranges
    assert wanted.headings[2].block == ((times.start, times.end),)
    target = tmp_path / "kiln.json"
    target.write_text(json.dumps(annotation_json(wanted, tmp_path)), "utf-8")
    assert read_annotation(target).headings[0].block == fees.ranges
    assert marks_of_gold(read_annotation(target), page.text) == (marks, [])
    target.write_text(json.dumps(heps_json(wanted, page)), "utf-8")
    exported, missing = read_heps(target, page)
    assert missing == ()
    assert exported.headings[0].block == fees.ranges


def test_blocks_that_marks_cannot_give_are_told(page: Page, place: Path) -> None:
    """Columns of a table: the blocks of two headings take turns."""
    plain = gold(page, place, marked(page, transitions=[]))
    fees, terms, times = plain.headings
    crossing = replace(fees, block=(*fees.block, tuple(at(page, "Early."))))  # type: ignore[arg-type]
    marks, messages = marks_of_gold(replace(plain, headings=(crossing, terms, times)), page.text)
    assert [mark.level for mark in marks.headings] == [1, 2, 1]
    assert messages == [
        "The block of “Fees” cannot be kept as given: here a block runs from its heading to the next one."
    ]
    _, messages = marks_of_gold(replace(plain, titles=("Kiln", "Potter's wheel")), page.text)
    assert messages == ["The page's text has no title “Potter's wheel”; it is lost when you save."]


def test_a_gap_ends_where_a_heading_is(page: Page) -> None:
    gap = [at(page, "None.")[0], at(page, "Ask us.")[1]]
    fees = heading(page, "Fees", 1, gaps=[gap])
    found = extents(marked(page, headings=[fees, heading(page, "Terms.", 2)]), page.text)
    assert page.text[slice(*found[0].ranges[0])].startswith("Fees None. Back")
    assert found[1].parent == 0


def test_blocks_of_thousands_of_headings_take_no_time() -> None:
    text = "Word " * 5_000
    marks = Marks(tuple(Mark(((at, at + 4),), 1 + at // 5 % 50) for at in range(0, len(text), 5)))
    started = time.process_time()
    found = extents(marks, text)
    assert time.process_time() - started < 2
    assert max(one.depth for one in found) == 50


def test_methods_nest_deeper_than_keys_reach(page: Page, place: Path) -> None:
    deep = marked(page, headings=[heading(page, "Fees", 8), heading(page, "Terms.", 9)])
    says = f"{MOVED}“Fees” 8 to 1, “Terms.” 9 to 2."
    assert [one.level for one in gold(page, place, deep, says).headings] == [1, 2]


def test_what_the_heps_format_has_no_place_for_is_told(page: Page, place: Path) -> None:
    wanted = gold(page, place, marked(page))
    assert heps_losses(wanted, page) == ["The format does not say which headings are run-in; 1 are."]
    odd = replace(
        wanted, titles=("Wheel",), body_span=None, headings=(replace(wanted.headings[0], level=3), *wanted.headings[2:])
    )
    assert [one.partition(":")[0] for one in heps_losses(odd, page)] == [
        "Left out",
        "Levels are told by nesting only",
        "No content body is marked; the format has one, so it is the whole page.",
    ]


CHANGED = HTML.replace("<p>Hot.", "<p>Very hot, since spring.<p>Fees are due.").replace("<b>Times</b>", "<b>Hours</b>")


@pytest.mark.parametrize("kind", ["draft", "annotation"])
def test_older_versions_are_brought_over(kind: str, page: Page, place: Path, tmp_path: Path) -> None:
    marks = marked(page)
    file = tmp_path / ".drafts" / "kiln.json" if kind == "draft" else tmp_path / "kiln.json"
    if kind == "draft":
        texts = {
            f"{low}-{high}": page.text[low:high]
            for low, high in (*(one.parts[0] for one in marks.headings), *(marks.titles or ()))
        }
        given: Mapping[str, object] = {**marks_json(marks), "page": page.sha256, "texts": texts}
    else:
        given = annotation_json(gold(page, place, marks), tmp_path)
    write_atomically(file, json.dumps(given).encode())
    place.write_text(CHANGED, "utf-8")
    now = render_static(load(place))
    older = read_previous(file)
    assert older and (older.kind, older.digest) == (kind, page.sha256)
    assert older.digest != now.sha256
    found, messages = migrate_headings(older, now, Marks(body=(0, len(now.text))))
    assert [(now.text[one.start : one.stop], one.level, one.run_in) for one in found.headings] == [
        ("Fees", 1, False),
        ("Terms.", 2, True),
    ]
    # Not the line that only begins with the same word, which comes first.
    assert found.headings[0].start == now.text.index("Fees None.")
    assert found.titles == (tuple(at(now, "Kiln")),)
    assert found.body == (0, len(now.text))
    assert messages == [
        "2 of 3 headings were found in the page as it is now.",
        "Not found: “Times”.",
        "Its body, ends of blocks, gaps and transitions could not be brought over.",
    ]


def test_older_versions_that_cannot_be_read(page: Page, tmp_path: Path) -> None:
    file = tmp_path / ".drafts" / "kiln.json"
    for text in ("", "{", "[]", '{"headings": 1, "page": ""}', '{"page": "x"}'):
        write_atomically(file, text.encode())
        assert read_previous(file) is None
    assert read_previous(tmp_path / "none.json") is None
    write_atomically(file, b'{"headings": [{"parts": [[0, 4]], "level": 1}], "page": "x"}')
    without_words = read_previous(file)
    assert without_words
    with pytest.raises(UsageError):
        migrate_headings(without_words, page, Marks())


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
        {"headings": [{"parts": [[0, 1]], "level": 1, "gaps": [[5, 4]]}]},
        {"headings": [{"parts": [[0, 1]], "level": 101}]},
        {"headings": [{"parts": [[0, 1]], "level": 1}] * 20_001},
        {"titles": [[0, 1]] * 5001},
        {"body": [3, 2]},
        {"body": [3, 3]},
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
        nonspace = NonspaceOffsets(page.text)
        assert same_ranges(*map(nonspace.ranges, (one.block, other.block, other.transitions)))


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
