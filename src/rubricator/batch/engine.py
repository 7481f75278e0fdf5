"""The engine: Daft reads slices, has pages read, and writes rows; on this machine, or on a Ray cluster."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rubricator.batch.gate import GATE
from rubricator.batch.inputs import Slice
from rubricator.batch.pool import close_pools, pool_of
from rubricator.batch.progress import METER
from rubricator.batch.relay import packed_records
from rubricator.batch.rows import COLUMNS, Row
from rubricator.batch.settings import Settings
from rubricator.batch.sheets import index_path, index_sheets
from rubricator.errors import BatchError, LoadError, MissingExtraError
from rubricator.load.encoding import without_surrogates
from rubricator.workers.limits import usable_cores

if TYPE_CHECKING:
    from daft import DataFrame, Schema, Series
    from daft.io.pushdowns import Pushdowns
    from daft.recordbatch import RecordBatch

# Set before it is loaded: it would report its use to its makers.
os.environ.setdefault("DAFT_ANALYTICS_ENABLED", "0")
os.environ.setdefault("DO_NOT_TRACK", "true")
os.environ.setdefault("DAFT_PROGRESS_BAR", "0")
# A line of its own in the middle of our bar.
os.environ.setdefault("DAFT_SHOW_QUERY_ID", "0")

try:
    import daft
    from daft import DataType
    from daft.io.source import DataSource, DataSourceTask
except ImportError as error:
    raise MissingExtraError("rubricator batch", "batch") from error

_LOUD = ("daft", "daft_local_execution", "daft_distributed", "daft_writers", "ray")
_KNOCK_SECONDS = 5.0
_BATCH = 16
"""Records in one call of the page function."""
_BATCH_BYTES = 4 << 20
_TASKS = daft.Schema.from_pydict({"task": DataType.binary()})
_WARNING = DataType.struct({"code": DataType.string(), "message": DataType.string()})
_TYPES = {
    "warnings": DataType.list(_WARNING),
    "ms": DataType.float64(),
    "part": DataType.int32(),
}
ROW = DataType.struct({name: _TYPES.get(name, DataType.string()) for name in COLUMNS})


@dataclass(frozen=True, slots=True)
class Job:
    """What a plan needs to know. `workers` are those of one machine, 0 for as many as it has cores."""

    settings: Settings
    sheets: str
    workers: int = 0
    cluster: bool = False


class SliceTask(DataSourceTask):
    """Reads one slice; the engine may do so on any machine."""

    def __init__(self, one: Slice, job: Job) -> None:
        self._slice, self._job = one, job

    @property
    def schema(self) -> Schema:
        return _TASKS

    async def read(self) -> AsyncIterator[RecordBatch]:
        tasks = batches(packed_records(self._slice, self._job.settings))
        # In a thread: what reads and unpacks must not hold up the engine's loop.
        while (batch := await asyncio.to_thread(next, tasks, None)) is not None:
            await GATE.enter(sum(map(len, batch)))
            yield daft.recordbatch.RecordBatch.from_pydict(
                {"task": daft.Series.from_pylist(batch, dtype=DataType.binary())}
            )


def batches(tasks: Iterator[bytes]) -> Iterator[list[bytes]]:
    """Put tasks together, few enough to keep large pages apart."""
    batch: list[bytes] = []
    size = 0
    for task in tasks:
        batch.append(task)
        size += len(task)
        if len(batch) == _BATCH or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class SliceSource(DataSource):
    """The slices of a shard."""

    def __init__(self, slices: Sequence[Slice], job: Job) -> None:
        self._slices, self._job = slices, job

    @property
    def name(self) -> str:
        return "rubricator"

    @property
    def schema(self) -> Schema:
        return _TASKS

    async def get_tasks(self, pushdowns: Pushdowns) -> AsyncIterator[DataSourceTask]:  # noqa: ARG002 - the engine's
        for one in self._slices:
            yield SliceTask(one, self._job)


def rows_of_tasks(tasks: list[bytes], job: Job) -> list[list[dict[str, object]]]:
    """Have pages read by the pool of this process."""
    pool = pool_of(job.settings, job.sheets, job.workers or usable_cores())
    GATE.begin()
    try:
        found = pool.read(tasks)
    finally:
        GATE.end(sum(map(len, tasks)))
    METER.add(found)
    return [[_fit(row) for row in rows] for rows in found]


def _fit(row: Row) -> dict[str, object]:
    """Names of files may hold what is no text."""
    return {name: without_surrogates(value) if isinstance(value, str) else value for name, value in row.items()}


def write_rows(slices: Sequence[Slice], job: Job, folder: Path) -> list[Path]:
    """Read the pages of slices and write their rows into a new folder; return the files that hold them, and no others.

    Where the engine had to do a part of the plan again, the folder holds files of the first try too.
    """

    @daft.func.batch(return_dtype=DataType.list(ROW), batch_size=_BATCH, use_process=False)
    def pages(task: Series) -> list[list[dict[str, object]]]:
        return rows_of_tasks(task.to_pylist(), job)

    frame = SliceSource(slices, job).read()
    frame = frame.select(pages(frame["task"]).alias("row")).explode("row")
    frame = frame.select(*(daft.col("row").get(name).alias(name) for name in COLUMNS))
    return [Path(path) for path in _written(frame, job.settings, folder)]


def _written(frame: DataFrame, settings: Settings, folder: Path) -> list[str]:
    if settings.format == "jsonl":
        done = frame.write_json(str(folder))
    else:
        done = frame.write_parquet(str(folder), compression="zstd")
    paths: list[str] = done.to_pydict()["path"]
    return [path.removeprefix("file://") for path in paths]


def index_archives(slices: Sequence[Slice], job: Job) -> None:
    """Look through the archives that slices are of, where that was not done, for their stylesheets."""
    archives = {one.paths[0] for one in slices if one.kind == "warc"}
    todo = sorted(path for path in archives if not index_path(job.sheets, path).exists())
    if not todo:
        return
    folder = job.sheets

    @daft.func(return_dtype=DataType.int64(), use_process=False)
    def index(archive: bytes) -> int:
        return look_through(os.fsdecode(archive), folder)

    # As bytes: names of files may hold what is no text.
    frame = daft.from_pydict({"archive": [os.fsencode(path) for path in todo]})
    if job.cluster:
        frame = frame.into_partitions(len(todo))
    frame.select(index(frame["archive"])).collect()


def look_through(archive: str, folder: str) -> int:
    """Index one archive; of one that cannot be read, the rows will say so."""
    try:
        return index_sheets(archive, folder)
    except (LoadError, OSError):
        return 0


def start(cluster: str | None) -> int:
    """Choose where plans run; return how many cores that has."""
    for name in _LOUD:
        # What they say is said again by the error that ends the shard.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if cluster is None:
        # A process has one runner, once and for all; that of an earlier run is as good.
        if daft.runners._get_runner() is None:
            daft.set_runner_native()
        return usable_cores()
    try:
        import ray
    except ImportError as error:
        raise MissingExtraError("--cluster", "cluster") from error
    try:
        _knock(cluster)
        ray.init(address=cluster, log_to_driver=False, logging_level=logging.ERROR)
        daft.set_runner_ray(noop_if_initialized=True)
    except (OSError, ValueError, RuntimeError) as error:
        raise BatchError(f"the Ray cluster {cluster!r} cannot be reached: {error}") from error
    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return int(resources.get("CPU", 1))


def _knock(cluster: str) -> None:
    """See whether somebody is there: Ray itself would try for minutes."""
    host, _, port = cluster.rpartition(":")
    if host and port.isdigit() and "://" not in cluster:
        socket.create_connection((host.strip("[]"), int(port)), _KNOCK_SECONDS).close()


def stop(cluster: str | None) -> None:
    """End what this process has started."""
    close_pools()
    if cluster is not None:
        import ray

        ray.shutdown()
