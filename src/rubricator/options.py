"""How a page is read: one object that goes down the pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rubricator.errors import UsageError
from rubricator.limits import DEFAULT_LIMITS, Budget, Limits

if TYPE_CHECKING:
    from rubricator.structure.model import JsonValue

Span = tuple[int, int]
DEFAULT_METHOD = "rubric"
RENDERERS = ("static", "browser")


@dataclass(frozen=True, slots=True)
class Options:
    """What `rubricator.read` should do, and what the page may cost."""

    method: str = DEFAULT_METHOD
    params: Mapping[str, JsonValue] = field(default_factory=dict)
    """The method's own parameters, by name."""
    body: str | Span | None = None
    """The content body: an XPath, a range of the text, `"auto"` (as None), or `"page"` for all of it."""
    render: str = "static"
    scripts: bool = False
    """Let the page's scripts run in the browser."""
    settle: float | None = None
    """Seconds that scripts may run after the page has loaded; None for the browser renderer's default."""
    limits: Limits = DEFAULT_LIMITS
    budget: Budget = field(default_factory=Budget)

    def with_method(self, method: str, params: Mapping[str, JsonValue] | None = None) -> Options:
        """Return the same options for another method."""
        return replace(self, method=method, params=params or {})

    def within(self, timeout: float | None) -> Options:
        """Return the same options with a time budget in seconds that begins to run now; None is no budget."""
        if timeout is None:
            return replace(self, budget=Budget())
        if not timeout > 0:
            raise UsageError(f"timeout is {timeout}; give a time above 0, or None")
        limits = replace(self.limits, fetch_seconds=min(self.limits.fetch_seconds, timeout))
        return replace(self, limits=limits, budget=Budget(timeout))


DEFAULTS = Options()
