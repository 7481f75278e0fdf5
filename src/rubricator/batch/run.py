"""A run over many pages: shard after shard, each one whole or not at all, each one once."""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rubricator.batch import engine
from rubricator.batch.counting import count
from rubricator.batch.gate import GATE
from rubricator.batch.inputs import Slice, cut, find_inputs, shards_of, slice_bytes
from rubricator.batch.progress import METER, Progress, shown
from rubricator.batch.reading import check_columns
from rubricator.batch.settings import Settings
from rubricator.batch.state import State, open_state
from rubricator.batch.summary import Tally, total
from rubricator.errors import BatchError, RubricatorError

CLUSTER_TRIES = 3
"""The engine itself goes on when a machine is lost; this is for when the loss takes results of others with it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to, what was done by earlier ones included."""

    tally: Tally
    cores: int
    resumed: bool


def run_batch(
    targets: Sequence[str], output: Path, settings: Settings, *, workers: int = 0, cluster: str | None = None
) -> Outcome:
    """Read all pages that targets name and write their rows into a folder; go on with a run that was begun there."""
    settings.check()
    cores = engine.start(cluster)
    try:
        return _with_inputs(targets, output, settings, _Place(workers, cluster, cores))
    finally:
        engine.stop(cluster)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a run is done."""

    workers: int
    cluster: str | None
    cores: int


def _with_inputs(targets: Sequence[str], output: Path, settings: Settings, place: _Place) -> Outcome:
    shard_bytes = int(settings.shard_megabytes * (1 << 20))
    begun = output if State(output).folder.is_dir() else None
    inputs = find_inputs(targets, begun)
    check_columns(inputs, settings.html_column)
    shards = shards_of(cut(inputs, slice_bytes(shard_bytes)), shard_bytes)
    with open_state(output) as state:
        try:
            return _run(state, shards, settings, place)
        except OSError as error:
            raise BatchError(f"cannot go on: {error}; what is done stays done, run the same command again") from error


def _run(state: State, shards: list[list[Slice]], settings: Settings, place: _Place) -> Outcome:
    resumed = state.begin(settings, shards)
    done = {number: tally for number in range(len(shards)) if (tally := state.done(number)) is not None}
    progress = Progress(sum(one.size for shard in shards for one in shard))
    for number, tally in done.items():
        _advance(progress, shards[number], tally)
    progress.begin()
    job = engine.Job(settings, str(state.sheets.resolve()), place.workers, place.cluster is not None)
    with shown(progress):
        for number, shard in enumerate(shards):
            if number not in done:
                done[number] = _do(state, number, shard, job, CLUSTER_TRIES if place.cluster else 1)
                METER.begin(())
                _advance(progress, shard, done[number])
    shutil.rmtree(state.unfinished, ignore_errors=True)
    cores = place.cores if place.cluster else place.workers or place.cores
    return Outcome(total(done.values()), cores, resumed)


def _advance(progress: Progress, shard: Sequence[Slice], tally: Tally) -> None:
    progress.bytes += sum(one.size for one in shard)
    progress.pages += tally.pages
    progress.errors += tally.failed


def _do(state: State, number: int, shard: list[Slice], job: engine.Job, tries: int) -> Tally:
    """Do a shard."""
    for attempt in range(tries):
        METER.begin(shard)
        GATE.reset()
        started = time.monotonic()
        folder = state.attempt(number, attempt)
        try:
            if job.settings.stylesheets:
                engine.index_archives(shard, job)
            files = engine.write_rows(shard, job, folder.resolve())
            _check_shared(files, state)
            tally = count(files)
        # The engine's errors have no common class; whatever it is, the shard is not done.
        except Exception as error:
            if isinstance(error, RubricatorError):
                raise
            if attempt + 1 == tries:
                raise BatchError(
                    f"shard {number} could not be done: {error}; what is done stays done, run the same command again"
                ) from error
            continue
        tally.seconds = time.monotonic() - started
        state.commit(number, files, tally)
        shutil.rmtree(folder, ignore_errors=True)
        return tally
    raise AssertionError("the last try returns or raises")


def _check_shared(files: Sequence[Path], state: State) -> None:
    missing = next((file for file in files if not file.exists()), None)
    if missing is not None:
        raise BatchError(f"{missing} was written by another machine: -o {state.output} must be a folder that all share")
