"""Worker processes: limits hold whatever a task does, and a process that dies costs its task at most."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rubricator.errors import WorkerError
from rubricator.workers.limits import TaskLimits
from rubricator.workers.pool import Pool
from tests.waiting import until

LIMITS = TaskLimits(seconds=600, memory=256 << 20, kept=64 << 20, answer=1 << 20)
Make = Callable[..., Pool]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Makes pools of the tasks in `harmful`."""
    made: list[Pool] = []

    def make_pool(workers: int = 1, tries: int = 1, **limits: Any) -> Pool:
        made.append(Pool("tests.workers.harmful:make", str(tmp_path), workers, replace(LIMITS, **limits), tries))
        return made[-1]

    yield make_pool
    for pool in made:
        pool.close()


def pid(pool: Pool) -> object:
    """Have a harmless task done; return the process that did it."""
    return pool.submit("echo").result().header["pid"]


def pids(pool: Pool) -> list[int]:
    return [worker.pid for worker in pool.workers if worker.pid]


def why(pool: Pool, task: str) -> str:
    with pytest.raises(WorkerError) as raised:
        pool.submit(task).result()
    return raised.value.why


def test_header_and_payload_go_there_and_back_in_processes_that_are_started_when_needed(make: Make) -> None:
    pool = make(workers=3)
    assert (pids(pool), pid(pool) == pid(pool), pool.counts()) == ([], True, {"started": 1})
    asked = [pool.submit("echo", {"number": one}, b"x" * one * 10_000) for one in range(20)]
    found = [(one.result().header["number"], len(one.result().payload)) for one in asked]
    assert found == [(one, one * 10_000) for one in range(20)]
    assert pool.submit("print", {"a": 1}, b"b").result() == ({"a": 1}, b"b"), "what a task prints is no answer"
    assert (len(pids(pool)), pool.asked) == (3, set())


@pytest.mark.parametrize(
    ("task", "limits", "reason"),
    [
        ("hang", {"seconds": 0.2}, "timeout"),
        ("stop", {"seconds": 0.2}, "timeout"),
        ("fill", {}, "memory"),
        ("fill", {"is_watched": True}, "memory"),
        ("crash", {}, "crash"),
        ("large", {}, "answer"),
        ("fail", {}, "error"),
    ],
)
def test_a_task_that_does_harm_is_told_and_costs_nothing_else(
    make: Make, task: str, limits: dict[str, Any], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rubricator.workers.worker.LATE", 0.5)
    pool = make(**limits)
    pool.start()
    before = pids(pool)
    assert why(pool, task) == reason
    # Where the system made memory fail, or the task itself failed, no process was ended.
    is_kept = reason == "error" or (task, limits) == ("fill", {})
    ended = {} if is_kept else {reason: 1, "started": 2}
    until(lambda: pool.counts() == {"started": 1, **ended})
    assert (pids(pool) == before) == is_kept


def test_a_task_whose_process_dies_is_tried_as_often_as_is_wanted(make: Make) -> None:
    pool = make(tries=2)
    assert pool.submit("die-once").result() == ({}, b"")
    assert (why(pool, "crash"), pool.counts()["crash"]) == ("crash", 3)
    before = pid(pool)
    os.kill(pids(pool)[0], signal.SIGKILL)
    assert pid(pool) != before, "one that was killed while it did nothing"


def test_a_process_that_has_grown_is_replaced(make: Make) -> None:
    pool = make()
    before = pid(pool)
    assert pool.submit("keep").result() == ({}, b"")
    assert (pool.counts()["grown"], pid(pool) != before) == (1, True)


def test_tasks_that_are_given_up_cost_their_process_or_nothing(make: Make) -> None:
    pool = make()
    before = pid(pool)
    running, waiting = pool.submit("hang"), pool.submit("echo")
    until(running.running)
    assert waiting.cancel()
    assert pool.asked == {running}
    running.cancel()
    with pytest.raises(WorkerError):
        running.result()
    assert (pid(pool) != before, pool.counts()) == (True, {"started": 2, "cancelled": 1})


def test_nothing_is_left_when_the_pool_is_closed(make: Make) -> None:
    pool = make(workers=2)
    pool.start()
    before = pids(pool)
    asked = [pool.submit("hang") for _ in range(3)]
    until(asked[0].running)
    pool.close(patience=60)
    assert all(one.done() for one in asked)
    assert not any(Path(f"/proc/{one}").exists() for one in before)
    with pytest.raises(WorkerError, match="were ended"):
        pool.submit("echo")


def test_a_process_that_does_not_start_is_told(make: Make, tmp_path: Path) -> None:
    (tmp_path / "broken").touch()
    pool = make()
    with pytest.raises(WorkerError, match=r"no worker process could be started \(exit code 3\); is there memory left"):
        pool.start()
    assert why(pool, "echo") == "start"
    (tmp_path / "broken").unlink()
    assert pid(pool)


@pytest.mark.parametrize("end", ["", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_processes_end_with_their_parent_and_leave_interrupts_to_it(tmp_path: Path, end: str) -> None:
    code = (
        "import os, signal; from rubricator.workers.pool import Pool; from rubricator.workers.limits import *\n"
        f"pool = Pool('tests.workers.harmful:make', {str(tmp_path)!r}, 1, TaskLimits(600, 1 << 30, 1 << 30))\n"
        "pid = pool.submit('echo').result().header['pid']; os.kill(pid, signal.SIGINT)\n"
        f"assert pool.submit('echo').result().header['pid'] == pid; print(pid, flush=True); {end}"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    child = Path(f"/proc/{int(done.stdout)}")
    until(lambda: not child.exists())
