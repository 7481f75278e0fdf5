"""The state of a run on disk: a shard is done whole or not at all, at whatever moment a run ends."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rubricator.batch.inputs import Slice
from rubricator.batch.settings import Settings
from rubricator.batch.state import State, open_state
from rubricator.batch.summary import Tally, summary, total
from rubricator.errors import BatchError

SHARDS = [[Slice("warc", ("a.warc",), 10)], [Slice("warc", ("b.warc",), 10)]]


class EndedError(BaseException):
    """The process ends here."""


def tally(pages: int) -> Tally:
    made = Tally()
    made.add(pages, [], np.arange(10.0, 10.0 + pages))
    return made


def work(state: State, shard: int) -> None:
    """Do a shard as a run does it: two files, and one that a failed try of the engine left behind."""
    folder = state.attempt(shard, 0)
    files = [folder / "b.parquet", folder / "a.parquet"]
    for file in [*files, folder / "stray.parquet"]:
        file.write_text(f"{shard} {file.stem}", "utf-8")
    state.commit(shard, files, tally(3))


def run(output: Path) -> None:
    with open_state(output) as state:
        state.begin(Settings(), SHARDS)
        for shard in range(len(SHARDS)):
            if state.done(shard) is None:
                work(state, shard)


def result(output: Path) -> dict[str, str]:
    return {file.name: file.read_text("utf-8") for file in sorted(output.glob("*")) if file.is_file()}


WHOLE = {
    "part-000000-000.parquet": "0 a",
    "part-000000-001.parquet": "0 b",
    "part-000001-000.parquet": "1 a",
    "part-000001-001.parquet": "1 b",
}


def test_a_run_that_ends_at_any_moment_is_finished_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """End the run before and after each call that changes the disk; then run again."""
    moments = 0
    for moment in range(1000):
        output = tmp_path / str(moment)
        with monkeypatch.context() as patched:
            ended = _end_at(patched, moment)
            with contextlib.suppress(EndedError):
                run(output)
        for name, text in result(output).items():
            assert WHOLE[name] == text, "a file is whole or not there"
        run(output)
        assert result(output) == WHOLE
        if not ended():
            break
        moments += 1
    assert moments > 40


def _end_at(patched: pytest.MonkeyPatch, moment: int) -> Callable[[], bool]:
    calls = 0

    def count() -> None:
        nonlocal calls
        if calls == moment:
            calls += 1
            raise EndedError
        calls += 1

    def ending(original: Callable[..., object]) -> Callable[..., object]:
        def called(*given: object, **named: object) -> object:
            count()
            made = original(*given, **named)
            count()
            return made

        return called

    for owner, name in ((Path, "replace"), (Path, "mkdir"), (os, "fsync"), (Path, "write_text")):
        patched.setattr(owner, name, ending(getattr(owner, name)))
    return lambda: calls > moment


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    with (
        open_state(tmp_path / "out"),
        pytest.raises(BatchError, match="another run writes"),
        open_state(tmp_path / "out"),
    ):
        pass


def test_a_missing_file_of_a_finished_shard_is_told(tmp_path: Path) -> None:
    run(tmp_path / "out")
    (tmp_path / "out" / "part-000001-000.parquet").unlink()
    with pytest.raises(BatchError, match=r"part-000001-000.parquet is missing"):
        run(tmp_path / "out")


def test_tallies_add_up(tmp_path: Path) -> None:
    run(tmp_path / "out")
    with open_state(tmp_path / "out") as state:
        tallies = [state.done(shard) for shard in range(2)]
    whole = total(one for one in tallies if one is not None)
    assert whole.pages == 6
    assert whole.quantile(0.5) == pytest.approx(11, rel=0.06)


def test_the_summary_counts_pages_and_tells_failures_from_other_things() -> None:
    made = Tally()
    made.add(5, [], np.array([10.0, 20.0, 30.0, 400.0]))
    made.add(2, ["timeout: too long", "not-html: image/png"], np.array([30_000.0, 0.1]))
    made.seconds = 2.0
    assert summary(made, 2).splitlines() == [
        "pages   6 (7 rows)",
        "errors  1 (20.00% of pages)",
        "        1 timeout",
        "        1 not-html",
        "ms      p50 20, p95 30484",
        "speed   3.0 pages/s, 1.5 pages/s/core, 2 s",
    ]


def test_one_row_is_one_row() -> None:
    assert summary(tally(1), 1).splitlines()[0] == "pages   1 (1 row)"
