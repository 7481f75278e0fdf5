"""Limits that keep hostile pages harmless. Reaching one is a notice in the output, never a silent loss."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from rubricator.errors import PageTimeoutError


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning that travels with the result."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps on what one page may cost."""

    page_bytes: int = 64 << 20
    nodes: int = 4_000_000
    sheet_bytes: int = 8 << 20
    sheets: int = 512
    import_depth: int = 16
    rules: int = 200_000
    selectors: int = 400_000
    selector_depth: int = 32
    selector_trials: int = 2_000_000
    fetch_seconds: float = 20.0
    redirects: int = 10
    browser_seconds: float = 30.0
    """For a page in the browser, when it has no budget of its own."""
    browser_bytes: int = 2 << 30
    """Memory of the browser's processes; a page that makes them take more is given up."""
    block_depth: int = 100
    xpath_steps: int = 512
    xpath_characters: int = 20_000_000
    """Of all XPaths and anchors of a page together, counted as often as they are written."""


DEFAULT_LIMITS = Limits()


@dataclass(slots=True)
class Budget:
    """The time budget of one page; steps call `check` now and then."""

    seconds: float | None = None
    started: float = field(default_factory=time.monotonic)

    def check(self) -> None:
        if self.seconds is not None and time.monotonic() - self.started > self.seconds:
            raise PageTimeoutError(f"the page took longer than its budget of {self.seconds:g} s; raise --timeout")
