"""Gold of one's own: files and folders of several formats at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rubricator.errors import GoldError
from rubricator.evaluate.gold.files import BODIES, read_files

from .. import heps_files
from ..gold_files import LINES, OUTLINE, annotation, write
from ..pages import HTML, render

PAGE = render(HTML)


def write_heps(folder: Path, name: str = "A000") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.html").write_text(heps_files.HTML, "utf-8")
    path = folder / f"{name}.json"
    path.write_text(json.dumps(heps_files.file()), "utf-8")
    return path


def test_files_and_folders_are_sorted_by_kind(tmp_path: Path) -> None:
    write(tmp_path / "marked" / "one", annotation(PAGE))
    lines = write(tmp_path / "lines", LINES)
    write(tmp_path / "outline", OUTLINE)
    (tmp_path / "outline" / "other.json").write_text("[]", "utf-8")
    heps = write_heps(tmp_path / "heps")
    found = read_files([tmp_path / "marked", lines, tmp_path / "outline", heps])
    assert {kind: [gold.id for gold in golds] for kind, golds in found.by_kind.items()} == {
        "annotation": ["example", "A000"],
        "lines": ["cleaneval/1"],
        "outline": ["outline/PP__example.com"],
    }
    assert not found.notes


def test_two_annotations_of_a_page_are_kept_apart(tmp_path: Path) -> None:
    write(tmp_path, annotation(PAGE), "a.json")
    second = write(tmp_path, {**annotation(PAGE), "annotator": "B"}, "b.json")
    golds = read_files([tmp_path]).by_kind["annotation"]
    assert [(gold.id, gold.annotator) for gold in golds] == [("example", "A"), (f"example ({second})", "B")]


def test_bodies_of_the_heps_data_set_are_listed_beside_or_above(tmp_path: Path) -> None:
    path = write_heps(tmp_path / "json")
    (tmp_path / BODIES).write_text('A000,http://example.com/zoo,"/html[1]/body[1]"\n', "utf-8")
    (gold,) = read_files([path]).by_kind["annotation"]
    assert gold.url == "http://example.com/zoo"


def test_ranges_without_a_place_are_told(tmp_path: Path) -> None:
    path = write_heps(tmp_path)
    path.with_suffix(".html").write_text(heps_files.HTML.replace("<h2>Dogs</h2>", ""), "utf-8")
    path.write_text(json.dumps({**heps_files.file(), "rawString": heps_files.RAW}), "utf-8")
    assert read_files([path]).notes == [
        f"{path}: children[1].{part}[0] could not be placed in A000.html" for part in ("contents", "headings[0]")
    ]


def test_damage_is_told_with_file_and_field(tmp_path: Path) -> None:
    lines = write(tmp_path / "lines", {**LINES, "lines": [{"kind": "x", "text": "a"}]})
    with pytest.raises(GoldError, match=r"gold\.json: lines\[0\]\.kind is 'x'"):
        read_files([lines])
    nothing = tmp_path / "empty"
    nothing.mkdir()
    with pytest.raises(GoldError, match="empty has no gold"):
        read_files([nothing])
    with pytest.raises(GoldError, match=r"none\.json: No such file"):
        read_files([tmp_path / "none.json"])
    heps = write_heps(tmp_path / "heps")
    heps.with_suffix(".html").unlink()
    with pytest.raises(GoldError, match=r"A000\.json: its page is not beside it: .*A000\.html"):
        read_files([heps])
