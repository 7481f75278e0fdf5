"""Settings: what a server may do, and how much of it."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from rubricator.errors import IndexFileError, UsageError
from rubricator.studio.files import checked_annotator
from rubricator.workers.limits import usable_cores

Fetching = Literal["no", "public", "any"]
SHORTEST_TOKEN = 16


@dataclass(frozen=True, slots=True)
class Settings:
    """Limits are per request unless they say otherwise."""

    host: str = "127.0.0.1"
    port: int = 8484
    token: str | None = None
    allow_fetch: Fetching = "no"
    allow_scripts: bool = False
    index: Path | None = None
    allow_index: bool = False
    """Clients may put pages into the index."""
    pages: Path | None = None
    """The folder of pages that the studio offers and annotates."""
    annotations: Path | None = None
    annotator: str = "me"
    workers: int = field(default_factory=usable_cores)
    waiting: int = 64
    """Requests that may wait for a worker; those beyond are told to come back later."""
    body_bytes: int = 32 << 20
    bodies_bytes: int = 256 << 20
    """Of all requests together."""
    upload_seconds: float = 20.0
    """For the headers of a request, and again for its body."""
    answer_seconds: float = 20.0
    """How often it is looked whether a client takes its answer; one that hardly does is given up."""
    work_seconds: float = 30.0
    """For the work on a page, once a worker has taken it."""
    waiting_seconds: float = 60.0
    shutdown_seconds: float = 15.0
    """For the requests that are under way when the server is told to end."""
    worker_bytes: int = 1536 << 20
    """Memory that a worker may take for a page; one that makes it take more is given up."""
    kept_bytes: int = 256 << 20
    """A worker that has grown by more after a page is replaced."""
    answer_bytes: int = 512 << 20
    opened_pages: int = 100
    opened_bytes: int = 512 << 20
    """What the studio keeps of opened pages, on disk, until the server ends."""
    tasks: str = "rubricator.serve.work:page_tasks"
    """The function that makes what workers do."""


def check(settings: Settings) -> None:
    """Refuse settings that would open the machine to others."""
    if settings.token is not None and len(settings.token) < SHORTEST_TOKEN:
        raise UsageError(f"the token is too short; use at least {SHORTEST_TOKEN} characters that nobody can guess")
    if settings.token is None and not is_loopback(settings.host):
        raise UsageError(
            f"without a token only this machine is served; give one in RUBRICATOR_TOKEN or --token-file, "
            f"or leave --host {settings.host} out"
        )
    if settings.pages is not None and not settings.pages.is_dir():
        raise UsageError(f"--pages {settings.pages}: there is no such folder")
    if settings.index is not None:
        _check_index(settings.index)
    elif settings.allow_index:
        raise UsageError("--allow-index: there is no index to put pages into; name it with --index INDEX")
    if not 0 <= settings.port <= 65535:
        raise UsageError(f"--port {settings.port}: choose another --port, up to 65535, or 0 for any that is free")
    checked_annotator(settings.annotator)
    for name in ("workers", "body_bytes"):
        if getattr(settings, name) < 1:
            raise UsageError(f"{name.replace('_', ' ')}: give at least 1")


def _check_index(index: Path) -> None:
    # Imported here: few servers have an index.
    from rubricator.search.store import open_store

    try:
        open_store(index).close()
    except IndexFileError as error:
        raise UsageError(f"--index {error}") from error


def is_loopback(host: str) -> bool:
    """Say whether a host names this machine and no other."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
