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
        memory = settings.megabytes << 20
        # Memory that a costly page leaves behind is not the next page's. An answer is less than what made it.
        limits = TaskLimits(settings.seconds, memory, kept=memory // 4, answer=memory)
        self.workers = Pool("rubricator.batch.page:page_tasks", [settings.to_json(), folder], workers, limits, TRIES)

    def read(self, records: Sequence[bytes]) -> list[list[Row]]:
        """Have packed records read, as many at a time as there are workers; return their rows in order."""
        asked = [self.workers.submit("rows", payload=record) for record in records]
        return [self._rows(*pair) for pair in zip(asked, records, strict=True)]

    def _rows(self, asked: Asked, record: bytes) -> list[Row]:
        try:
            return cast("list[Row]", json.loads(asked.result().payload))
        except WorkerError as gone:
            seconds = f"{self.settings.seconds:g} s"
            errors = {
                "timeout": f"the page took longer than its budget of {seconds} and was ended; raise --timeout",
                "memory": out_of_memory(self.settings),
                "crash": f"the process that read the page ended twice ({gone}); it may need more memory or be hostile",
            }
            if gone.why not in errors:
                raise
            return [error_row(Record.unpacked(record), self.settings, f"{gone.why}: {errors[gone.why]}")]


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
