"""A point in time by which a fetch has to be over."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Deadline:
    """`at` is on the monotonic clock."""

    at: float

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        return cls(time.monotonic() + seconds)

    def left(self) -> float:
        """Return the seconds that are left, more than none; raise TimeoutError when none are."""
        seconds = self.at - time.monotonic()
        if seconds <= 0:
            raise TimeoutError("the time for it is over")
        return seconds
