"""A worker whose name server lies: hosts that are public when first asked for, and private afterwards."""

from __future__ import annotations

import socket
from collections import Counter
from dataclasses import replace

from rubricator.load import address, connection
from rubricator.load.address import Address, Place
from rubricator.load.deadline import Deadline
from rubricator.serve import worker

ASKED: Counter[str] = Counter()


def _resolve(place: Place, deadline: Deadline) -> list[Address]:
    """Say of `public.test` always, and of `rebind.test` once, that this machine is a public one."""
    if not place.host.endswith(".test"):
        return address.resolve(place, deadline)
    ASKED[place.host] += 1
    here = Address(socket.AF_INET, ("127.0.0.1", place.port), private=False)
    return [here if place.host == "public.test" or ASKED[place.host] == 1 else replace(here, private=True)]


if __name__ == "__main__":
    connection.resolve = _resolve  # type: ignore[attr-defined]
    worker.main()
