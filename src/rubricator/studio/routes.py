"""The studio's routes: its pages, and the data that their scripts ask for."""

from __future__ import annotations

from starlette.routing import Route

from rubricator.studio.annotating import annotation_routes
from rubricator.studio.data import data_routes
from rubricator.studio.shown import page_routes
from rubricator.studio.studio import Studio


def studio_routes(studio: Studio) -> list[Route]:
    """Return all routes of the studio."""
    return [*page_routes(studio), *data_routes(studio), *annotation_routes(studio)]
