"""Studio: what its routes share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rubricator.serve.service import Service
from rubricator.studio.annotations import Annotations
from rubricator.studio.pages import Pages


@dataclass(slots=True)
class Studio:
    """The pages and the annotations of one server."""

    service: Service
    pages: Pages = field(init=False)
    annotations: Annotations = field(init=False)

    def __post_init__(self) -> None:
        self.pages = Pages(self.service.settings)
        self.annotations = Annotations(self.service.settings.annotations)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Keep opened pages until the block ends."""
        self.pages.start()
        try:
            yield
        finally:
            self.pages.end()
