"""What a run survives: its own end, the end of its workers, pages that hang, and a full disk."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import archives
import pytest

from tests.batch.runs import FAULTY, batch, command, environment, rows, same
from tests.skipped import DISK
from tests.waiting import until

SHARDED = ("--method", "tags", "--workers", 2, "--shard-size", 0.005)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return archives.write(tmp_path_factory.mktemp("archive") / "a.warc.gz", archives.records(150))


@pytest.fixture(scope="module")
def whole(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    """A run without interruption, and how long it took."""
    output = tmp_path_factory.mktemp("whole") / "out"
    started = time.monotonic()
    batch(archive, "-o", output, *SHARDED)
    return output, time.monotonic() - started


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            name, _, fields = status.read_text().rpartition(") ")
            if int(fields.split()[1]) == pid:
                found.append(int(name.partition(" ")[0]))
    return found


def ended_within(process: subprocess.Popen[bytes], seconds: float) -> bool:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def test_a_run_killed_at_three_random_moments_comes_to_the_same(
    archive: Path, whole: tuple[Path, float], tmp_path: Path
) -> None:
    output, seconds = whole
    expected = same(output)
    assert len(list(output.glob("part-*"))) > 5
    seed = time.time_ns()
    chance = random.Random(seed)
    for _ in range(3):
        process = subprocess.Popen(command(archive, "-o", tmp_path / "out", *SHARDED), env=environment())
        ended = ended_within(process, chance.uniform(0.2, 0.8) * seconds)
        started = children(process.pid)
        process.kill()
        process.wait()
        # Workers end when nobody is there to give them pages.
        until(lambda pids=started: not any(Path(f"/proc/{pid}").exists() for pid in pids))  # type: ignore[misc]
        part = same(tmp_path / "out") if (tmp_path / "out").exists() else []
        assert all(row in expected for row in part), f"only whole shards are there (seed {seed})"
        if ended:
            break
    batch(archive, "-o", tmp_path / "out", *SHARDED)
    assert same(tmp_path / "out") == expected, f"seed {seed}"
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(path.name for path in output.iterdir())


def test_workers_that_are_killed_cost_nothing(archive: Path, whole: tuple[Path, float], tmp_path: Path) -> None:
    process = subprocess.Popen(command(archive, "-o", tmp_path / "out", *SHARDED), env=environment())
    killed: set[int] = set()
    while not ended_within(process, 0.3):
        for pid in set(children(process.pid)) - killed:
            if len(killed) < 6:
                killed.add(pid)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
    assert process.returncode == 0
    assert len(killed) >= 2
    found = [row for row in same(tmp_path / "out") if str(row["error"]).startswith("crash")]
    # A page whose worker was killed twice is marked; all others are as they should be.
    assert len(found) <= 3
    marked = {row["position"] for row in found}
    expected = [row for row in same(whole[0]) if row["position"] not in marked]
    assert [row for row in same(tmp_path / "out") if row["position"] not in marked] == expected


def test_harmful_pages_cost_themselves(tmp_path: Path) -> None:
    harms = ["hang", "crash", "fill", "die-once", "raise", "print"]
    pages = [archives.record(f"http://a/{harm}", archives.response(f"<p>do:{harm}".encode())) for harm in harms]
    good = list(archives.records(20))
    path = archives.write(tmp_path / "a.warc.gz", [*good[:10], *pages, *good[10:]])
    limits = ("--timeout", 5, "--memory", 256, "--workers", 2, "--method", "tags")
    faults = {"PYTHONPATH": str(FAULTY), "DIE_ONCE": str(tmp_path / "died")}
    done = batch(path, "-o", tmp_path / "out", *limits, "--max-error-rate", 0.1, code=1, **faults)
    errors = {str(row["url"]): str(row["error"]).partition(":")[0] for row in rows(tmp_path / "out") if row["error"]}
    assert errors == {
        "http://a/hang": "timeout",
        "http://a/crash": "crash",
        "http://a/fill": "memory",
        "http://a/raise": "internal",
        "https://pages.example/style.css": "not-html",
    }
    assert len(rows(tmp_path / "out")) == 27
    assert "        1 timeout\n" in done.stdout


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with hardly any room."""
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=150k", "tmpfs", place], capture_output=True, check=False)
    if made.returncode:
        pytest.skip(f"{DISK}: this user may not mount one")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_a_full_disk_ends_the_run_and_more_room_lets_it_go_on(
    archive: Path, whole: tuple[Path, float], small_disk: Path, form: str
) -> None:
    out = small_disk / "out"
    done = batch(archive, "-o", out, *SHARDED, "--format", form, code=1)
    assert "run the same command again" in done.stderr
    assert "Traceback" not in done.stderr
    part = same(out)
    expected = same(whole[0])
    assert part
    assert all(row in expected for row in part), "what is there is whole"
    subprocess.run(["mount", "-o", "remount,size=64m", small_disk], check=True)
    batch(archive, "-o", out, *SHARDED, "--format", form)
    assert same(out) == expected
