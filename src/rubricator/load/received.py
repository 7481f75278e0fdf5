"""Received: the bytes of a page before they are understood."""

from __future__ import annotations

from dataclasses import dataclass, field

from rubricator.limits import Notice
from rubricator.load.source import NoResources, Resources


@dataclass(frozen=True, slots=True)
class Received:
    """A page's bytes, what messages call it, and what came with it.

    `mhtml`, `xhtml`, `plain` text: name or sender say that it is; for XHTML None when they say nothing.
    """

    data: bytes
    name: str
    path: str | None = None
    url: str | None = None
    base: str | None = None
    charset: str | None = None
    mhtml: bool = False
    xhtml: bool | None = None
    plain: bool = False
    resources: Resources = field(default_factory=NoResources)
    notices: tuple[Notice, ...] = ()


def truncated(kept: int, left_out: int | None) -> Notice:
    """Say that a page was longer than what is read of one."""
    rest = "the rest was" if left_out is None else f"{left_out} more were"
    return Notice("page-truncated", f"only the first {kept} bytes of the page were read, {rest} left out")


def capped(data: bytes, cap: int) -> tuple[bytes, tuple[Notice, ...]]:
    """Cut bytes that are all here to the cap."""
    if len(data) <= cap:
        return data, ()
    return data[:cap], (truncated(cap, len(data) - cap),)
