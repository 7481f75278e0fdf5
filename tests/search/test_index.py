"""An index is what its pages make it, whatever its history; a change is whole or not at all."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rubricator.errors import IndexFileError, UsageError
from rubricator.search import open_index, search, write_index, writer
from rubricator.search.postings import Rows

from .pages import GARDEN, KILN, PAGES, answers, build, entry

QUERIES = ["kiln firing", "pots before noon", "booking", "Äpfel Baum", "京都", "shelves alumina water"]


def state(path: Path) -> list[list[tuple[str, str, float]]]:
    return [answers(path, query, level) for query in QUERIES for level in ("block", "page")]


def test_adding_and_deleting_gives_the_scores_of_a_fresh_build(tmp_path: Path) -> None:
    changed = build(tmp_path / "changed", "garden", "kiln", "temple")
    before = state(changed)
    with write_index(changed) as changes:
        assert changes.delete("garden")
        assert not changes.delete("garden")
        changes.add(entry("orchard"))
    fresh = build(tmp_path / "fresh", "orchard", "temple", "kiln")
    assert state(changed) == state(fresh) != before


def test_a_page_of_the_same_key_is_replaced(tmp_path: Path) -> None:
    path = build(tmp_path / "index", "kiln", "garden")
    with write_index(path) as changes:
        changes.add(entry("garden", KILN))
        changes.add(entry("garden", GARDEN))
    assert state(path) == state(build(tmp_path / "fresh", "garden", "kiln"))


def test_scores_survive_merging_and_any_order_of_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "MERGE_FACTOR", 3)
    chance = random.Random(6)
    path, there = tmp_path / "index", dict[str, str]()
    for _ in range(40):
        with write_index(path) as changes:
            for _ in range(chance.randint(1, 3)):
                key = f"page {chance.randint(1, 8)}"
                if key in there and chance.random() < 0.4:
                    changes.delete(key)
                    del there[key]
                else:
                    there[key] = chance.choice(list(PAGES.values()))
                    changes.add(entry(key, there[key]))
    with write_index(tmp_path / "fresh") as changes:
        for key, html in sorted(there.items()):
            changes.add(entry(key, html))
    assert state(path) == state(tmp_path / "fresh")
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT COUNT(*) FROM segments").fetchone()[0] < 8
        assert connection.execute("SELECT COUNT(*) FROM windows").fetchone()[0] == len_of(path)
    connection.close()


def test_an_index_that_grows_is_not_written_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "SEGMENT_WINDOWS", 1)
    monkeypatch.setattr(writer, "MERGE_FACTOR", 4)
    rewrite, sizes = writer.IndexWriter._rewrite, list[int]()

    def counted(changes: writer.IndexWriter, old: list[tuple[int, Rows]]) -> None:
        sizes.append(sum(len(columns) for _, columns in old))
        rewrite(changes, old)

    monkeypatch.setattr(writer.IndexWriter, "_rewrite", counted)
    with write_index(tmp_path / "index") as changes:
        for number in range(64):
            changes.add(entry(f"page {number}", "<h1>Kilns</h1><p>Shelves."))
        segments = [len(columns) for _, columns in changes._segments()]
    # Not more than once for each of 4, 16 and 64.
    assert sizes and sum(sizes) <= 3 * 64
    assert sum(segments) == 64 and len(segments) < 10


def len_of(path: Path) -> int:
    with open_index(path) as index:
        return len(index)


def test_an_index_without_pages_again(tmp_path: Path) -> None:
    path = build(tmp_path / "index", "kiln")
    with write_index(path) as changes:
        changes.delete("kiln")
    assert len_of(path) == 0
    assert answers(path, "kiln") == []
    with write_index(path) as changes:
        changes.add(entry("garden"))
    assert state(path) == state(build(tmp_path / "fresh", "garden"))


def test_an_error_in_the_middle_leaves_the_old_index(tmp_path: Path) -> None:
    path = build(tmp_path / "index", "kiln")
    before = state(path)
    with pytest.raises(RuntimeError), write_index(path) as changes:
        changes.delete("kiln")
        changes.add(entry("garden"))
        changes.flush()
        raise RuntimeError
    assert state(path) == before


CHILD = """
import os, signal, sys
from pathlib import Path
from rubricator.search import write_index, writer
from tests.search.pages import entry
writer.MERGE_FACTOR = 2
with write_index(Path(sys.argv[1])) as changes:
    # A cache of one page makes SQLite write to the file long before the end.
    changes.connection.execute("PRAGMA cache_size = 1")
    changes.delete("kiln")
    for number in range(30):
        changes.add(entry(f"new {number}", "<h1>Fresh</h1><p>" + f"word{number} shelves " * 200))
        changes.flush()
    if sys.argv[2] == "before":
        os.kill(os.getpid(), signal.SIGKILL)
if sys.argv[2] == "after":
    os.kill(os.getpid(), signal.SIGKILL)
"""


def killed(path: Path, moment: str) -> None:
    """Write in a child process that is killed at some moment."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", CHILD, str(path), moment]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_writer_leaves_the_old_index_or_the_new_one(tmp_path: Path) -> None:
    path = build(tmp_path / "index", "kiln", "garden")
    before = state(path)
    killed(path, "before")
    assert Path(f"{path}-wal").stat().st_size > 100_000
    assert state(path) == before
    killed(path, "after")
    with open_index(path) as index:
        assert len(index.keys()) == 31
    assert ("garden", "Watering") in [found[:2] for found in answers(path, "beans")]
    assert answers(path, "word7")[0][:2] == ("new 7", "Fresh")


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_first_build_is_told_and_can_be_done_again(tmp_path: Path) -> None:
    path = tmp_path / "index"
    killed(path, "before")
    with pytest.raises(IndexFileError, match="never finished"), open_index(path):
        pass
    assert state(build(path, "kiln")) == state(build(tmp_path / "fresh", "kiln"))


def test_others_search_the_old_state_while_one_writes(tmp_path: Path) -> None:
    path = build(tmp_path / "index", "kiln")
    before = state(path)
    with write_index(path) as changes:
        changes.connection.execute("PRAGMA cache_size = 1")
        changes.delete("kiln")
        changes.add(entry("garden"))
        changes.flush()
        assert state(path) == before
    assert state(path) != before


def test_what_is_not_an_index(tmp_path: Path) -> None:
    page, other, empty = (tmp_path / name for name in ("page.html", "other.db", "empty"))
    page.write_text(KILN * 10)
    empty.touch()
    newer = build(tmp_path / "newer", "kiln")
    for path, statement in ((other, "CREATE TABLE mine (a)"), (newer, "PRAGMA user_version = 99")):
        with sqlite3.connect(path) as connection:
            connection.execute(statement)
        connection.close()
    for opened, message in (
        (open_index(tmp_path / "none"), "there is no index"),
        (open_index(page), "not an index of rubricator; name one"),
        (write_index(page), "not an index of rubricator; name one"),
        (open_index(other), "not an index of rubricator"),
        (open_index(empty), "never finished"),
        (open_index(newer), "format 99, this version of rubricator reads 2"),
        (write_index(tmp_path), "folder"),
    ):
        with pytest.raises(IndexFileError, match=message), opened:
            pass


def test_every_damaged_byte_is_told_or_does_no_harm(tmp_path: Path) -> None:
    path = build(tmp_path / "index", "kiln", "garden")
    whole, right = path.read_bytes(), answers(path, "booking pots")
    chance = random.Random(3)
    told = 0
    for _ in range(60):
        damaged = bytearray(whole)
        start = chance.randrange(len(whole))
        damaged[start : start + 200] = bytes(chance.randrange(256) for _ in range(min(200, len(whole) - start)))
        path.write_bytes(damaged)
        try:
            found = answers(path, "booking pots")
        except IndexFileError as error:
            told += 1
            assert str(path) in str(error) or "damaged" in str(error)
        else:
            assert [score for *_, score in found] == [score for *_, score in right]
    assert told > 5


def test_two_writers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rubricator.search.store._PATIENCE", 0.0)
    path = build(tmp_path / "index", "kiln")
    with write_index(path) as one:
        one.add(entry("garden"))
        with pytest.raises(IndexFileError, match="another process writes"), write_index(path):
            pass
    assert answers(path, "beans")


def test_an_open_index_sees_changes(tmp_path: Path) -> None:
    path = build(tmp_path / "index", "kiln")
    with open_index(path) as index:
        first = len(index)
        with write_index(path) as changes:
            changes.add(entry("garden"))
        assert len(index) > first


def test_settings_stay(tmp_path: Path) -> None:
    path = tmp_path / "index"
    with write_index(path, {"method": "tags"}):
        pass
    with pytest.raises(UsageError, match="made with method 'tags', not 'heps'"), write_index(path, {"method": "heps"}):
        pass
    with write_index(path, {"method": "tags"}) as changes:
        assert changes.settings() == {"method": "tags"}


def test_surrogates_are_no_damage(tmp_path: Path) -> None:
    with write_index(tmp_path / "index") as changes:
        changes.add(entry("odd", "<h1>Odd \ud800 one</h1><p>pots \udfff here</p>"))
    assert answers(tmp_path / "index", "pots \udcff")[0][0] == "odd"


def test_names_of_pages_may_be_anything(tmp_path: Path) -> None:
    path, names = tmp_path / "index", ["caf\udce9.html", "caf\udcea.html"]
    with write_index(path) as changes:
        for name in names:
            changes.add(replace(entry(name, KILN), url=f"file:///{name}"))
    with open_index(path) as index:
        assert index.keys() == ["caf\\udce9.html", "caf\\udcea.html"]
        assert {one.url for one in search(index, "alumina").results} == {"file:///caf\ufffd.html"}
    with write_index(path) as changes:
        assert changes.delete(names[0])
    with open_index(path) as index:
        assert index.keys() == ["caf\\udcea.html"]


def test_an_error_of_the_caller_is_no_damage(tmp_path: Path) -> None:
    with write_index(tmp_path / "index") as changes, pytest.raises(UnicodeEncodeError):
        changes.add(replace(entry("kiln"), sha256="\udcff"))
