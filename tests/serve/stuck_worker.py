"""A worker like the real one, on which pages hang, crash or fill the memory when they say so."""

from __future__ import annotations

import os

from rubricator.serve import work, worker
from rubricator.serve.work import Answer, Job, Task


def _strange(task: Task) -> Task:
    def perform(job: Job) -> Answer:
        if b"PLEASE HANG" in job.payload:
            while True:
                pass
        if b"PLEASE CRASH" in job.payload:
            os.abort()
        if b"PLEASE GROW" in job.payload:
            held = []
            while True:
                held.append(b"x" * (16 << 20))
        if b"PLEASE KEEP" in job.payload:
            KEPT.append(b"x" * (100 << 20))
        if b"PLEASE FAIL" in job.payload:
            raise ZeroDivisionError("as the page wished")
        return task(job)

    return perform


KEPT: list[bytes] = []

if __name__ == "__main__":
    work.TASKS["extract"] = _strange(work.TASKS["extract"])
    worker.main()
