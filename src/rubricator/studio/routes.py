"""The studio's routes."""

from __future__ import annotations

from starlette.routing import Route

from rubricator.studio.studio import Studio


def studio_routes(studio: Studio) -> list[Route]:  # noqa: ARG001
    return []
