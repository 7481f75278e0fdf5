"""Pages to worker processes and back as rows; a page that ends its process, or has to be ended, costs itself."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from typing import cast

from rubricator.batch.page import error_row, out_of_memory
from rubricator.batch.record import Record
from rubricator.batch.rows import Row
from rubricator.batch.settings import Settings
from rubricator.errors import WorkerError
from rubricator.workers.limits import TaskLimits
from rubricator.workers.pool import Asked, Pool

TRIES = 2


class PagePool:
    """The workers of a run. `folder` is where places of stylesheets are written down."""

    def __init__(self, settings: Settings, folder: str, workers: int) -> None:
        self.settings = settings
        # Memory that a costly page leaves behind is not the next page's.
        limits = TaskLimits(settings.seconds, settings.megabytes << 20, settings.megabytes << 18)
        self.workers = Pool("rubricator.batch.page:page_tasks", [settings.to_json(), folder], workers, limits, TRIES)

    def read(self, records: Sequence[bytes]) -> list[list[Row]]:
        """Have packed records read, as many at a time as there are workers; return their rows in order."""
        asked = [self.workers.submit("rows", payload=record) for record in records]
        return [self._rows(*pair) for pair in zip(asked, records, strict=True)]

    def _rows(self, asked: Asked, record: bytes) -> list[Row]:
        try:
            return cast("list[Row]", json.loads(asked.result().payload))
        except WorkerError as gone:
            if gone.why not in ("timeout", "memory", "crash"):
                raise
            return [error_row(Record.unpacked(record), self.settings, f"{gone.why}: {self._told(gone)}")]

    def _told(self, gone: WorkerError) -> str:
        if gone.why == "memory":
            return out_of_memory(self.settings)
        if gone.why == "timeout":
            seconds = self.settings.seconds
            return f"the page took longer than its budget of {seconds:g} s and was ended; raise --timeout"
        return f"the process that read the page ended twice ({gone}); it may need more memory or be hostile"


_POOLS: dict[tuple[str, str, int], PagePool] = {}
_LOCK = threading.Lock()


def pool_of(settings: Settings, folder: str, workers: int) -> PagePool:
    """Return the pool of this process for a run: plan after plan uses the same workers."""
    key = (settings.to_json(), folder, workers)
    with _LOCK:
        if key not in _POOLS:
            close_pools()
            _POOLS[key] = PagePool(settings, folder, workers)
        return _POOLS[key]


def close_pools() -> None:
    while _POOLS:
        _POOLS.popitem()[1].workers.close()
