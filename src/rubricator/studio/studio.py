"""Studio: what its routes share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rubricator.serve.service import Service


@dataclass(slots=True)
class Studio:
    """The opened pages and the annotations of one server."""

    service: Service

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Keep opened pages until the block ends."""
        yield
