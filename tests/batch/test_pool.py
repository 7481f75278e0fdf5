"""Worker processes: limits hold whatever a page does, and a worker that dies costs its page at most."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rubricator.batch.framing import packed_task
from rubricator.batch.pool import Pool
from rubricator.batch.record import Record
from rubricator.batch.settings import Settings

FAULTY = Path(__file__).parent / "faulty"


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Pool]:
    monkeypatch.setenv("PYTHONPATH", str(FAULTY))
    monkeypatch.setenv("DIE_ONCE", str(tmp_path / "died"))
    pool = Pool(Settings(method="tags", emit="outline", seconds=1.0, megabytes=256), str(tmp_path), 2)
    yield pool
    pool.close()


def task(html: str) -> bytes:
    return packed_task(Record("s", "0", "html", html.encode(), url="http://a/"))


def error(pool: Pool, html: str) -> str:
    (row,) = pool.read_one(task(html))
    assert (row["url"], row["source"], row["position"]) == ("http://a/", "s", "0")
    return row["error"] or ""


def test_pages_come_back_in_order(pool: Pool) -> None:
    rows = pool.read([task(f"<h1>T{number}</h1><p>x") for number in range(20)])
    assert [row["text"] for (row,) in rows] == [f"└─ T{number} (1 word)" for number in range(20)]
    assert len(pool.pids()) == 2


@pytest.mark.parametrize("harm", ["hang", "stop"])
def test_time_is_limited_in_native_code_and_when_a_process_stands_still(
    pool: Pool, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rubricator.batch.pool._LATE", 0.5)
    started = time.monotonic()
    assert error(pool, f"<p>do:{harm}").startswith("timeout: the page took longer than its budget of 1 s")
    assert time.monotonic() - started < 20
    assert error(pool, "<p>fine") == ""


def test_memory_is_limited(pool: Pool) -> None:
    assert error(pool, "<p>do:fill").startswith("memory: the page needs more than 256 MB")
    assert error(pool, "<p>fine") == ""


def test_a_page_that_ends_its_process_twice_is_marked(pool: Pool) -> None:
    assert error(pool, "<p>do:crash").startswith("crash: the process that read the page ended twice (signal SIGSEGV)")
    assert error(pool, "<p>fine") == ""


def test_a_page_whose_process_dies_is_tried_again(pool: Pool, tmp_path: Path) -> None:
    assert error(pool, "<p>do:die-once") == ""
    assert (tmp_path / "died").exists()


def test_workers_that_are_killed_cost_no_page(pool: Pool) -> None:
    assert error(pool, "<p>fine") == ""
    before = pool.pids()
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    rows = pool.read([task("<p>fine")] * 6)
    assert [row["error"] for (row,) in rows] == [None] * 6
    assert not set(before) & set(pool.pids())


def test_a_process_that_has_grown_is_replaced(pool: Pool) -> None:
    assert error(pool, "<p>fine") == ""
    (before,) = pool.pids()
    assert error(pool, "<p>do:grow") == ""
    assert error(pool, "<p>fine") == ""
    assert before not in pool.pids()


def test_what_a_page_makes_us_print_is_no_answer(pool: Pool) -> None:
    assert error(pool, "<p>do:print") == ""


def test_mistakes_of_ours_are_told_and_cost_one_page(pool: Pool) -> None:
    assert error(pool, "<p>do:raise") == "internal: ZeroDivisionError: on purpose"
    assert error(pool, "<p>fine") == ""


def test_no_process_is_left(pool: Pool) -> None:
    assert error(pool, "<p>fine") == ""
    (pid,) = pool.pids()
    pool.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_large_page_goes_through_the_pipe(pool: Pool) -> None:
    # 60 MB of one comment: much to send, little to read.
    assert error(pool, f"<!--{'x' * (60 << 20)}--><h1>T</h1><p>end").partition(":")[0] in ("", "timeout", "memory")
