"""Source: a page as it was received, decoded, with a way to its stylesheets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from rubricator.limits import Notice


@dataclass(frozen=True, slots=True)
class Resource:
    """Bytes that came with, or for, a page. `url` is where they were found after redirects."""

    data: bytes = field(repr=False)
    url: str
    charset: str | None = None


class Resources(Protocol):
    """Where the stylesheets of a page are found."""

    def get(self, url: str) -> Resource | None:
        """Return the resource of an absolute URL, or None when it is not available; it never raises."""


class NoResources:
    """A page that came alone."""

    def get(self, url: str) -> Resource | None:  # noqa: ARG002 - the protocol's signature
        return None


@dataclass(frozen=True, slots=True)
class Source:
    """One page, decoded. `base` is the absolute URL its links are relative to (file:, http:, cid: ...)."""

    html: str = field(repr=False)
    encoding: str
    sha256: str
    path: str | None = None
    url: str | None = None
    base: str = "about:blank"
    resources: Resources = field(default_factory=NoResources)
    notices: tuple[Notice, ...] = ()
