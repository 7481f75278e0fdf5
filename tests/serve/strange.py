"""What workers of tests do: pages that do harm when they say so, and a name server that lies."""

from __future__ import annotations

import os
import socket
from collections import Counter
from dataclasses import replace
from pathlib import Path

from rubricator.load import address, connection
from rubricator.load.address import Address, Place
from rubricator.load.deadline import Deadline
from rubricator.serve import work
from rubricator.serve.work import Answer, Job
from rubricator.workers.child import Task

ASKED: Counter[str] = Counter()
KEPT: list[bytes] = []


def harmed_tasks(_: None) -> dict[str, Task]:
    extract = work.TASKS["extract"]

    def harmed(job: Job) -> Answer:
        said, _, rest = job.payload.decode().partition(" ")
        if said == "HANG":
            while not (rest and Path(rest).exists()):
                pass
        elif said == "CRASH":
            os.abort()
        elif said == "GROW":
            KEPT.append(b"x" * (400 << 20))
            while True:
                pass
        elif said == "FAIL":
            raise ZeroDivisionError("as the page wished")
        return extract(job)

    work.TASKS["extract"] = harmed
    return work.page_tasks(None)


def deceived_tasks(_: None) -> dict[str, Task]:
    connection.resolve = _resolve  # type: ignore[attr-defined]
    return work.page_tasks(None)


def _resolve(place: Place, deadline: Deadline) -> list[Address]:
    """Say of `public.test` always, and of `rebind.test` once, that this machine is a public one."""
    if not place.host.endswith(".test"):
        return address.resolve(place, deadline)
    ASKED[place.host] += 1
    here = Address(socket.AF_INET, ("127.0.0.1", place.port), private=False)
    return [here if place.host == "public.test" or ASKED[place.host] == 1 else replace(here, private=True)]
