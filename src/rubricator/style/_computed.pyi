"""Compiled; see `_computed.pyx`."""

from __future__ import annotations

from rubricator.style.computed import Computed, Custom, Specified
from rubricator.style.css.properties import Value

class Resolver:
    """Computes styles for one page. `root_size` follows the root element."""

    def __init__(self, quirks: bool) -> None: ...
    def compute(self, parent: Computed, specified: Specified, agent: Specified, is_root: bool) -> Computed:
        """Compute an element's style from its parent's. `agent` is what `revert` goes back to."""
    def _own(self, parent: Computed, specified: Specified, agent: Specified) -> tuple[dict[str, Value], Custom | None]:
        """Return the values that are the element's own, and the custom properties in force."""
    def _font_size(self, value: Value | None, parent: Computed, family: str, is_root: bool) -> tuple[float, str, bool]:
        """Return (pixels, keyword behind them, absolute), with Chromium's smaller default for monospace."""
    def _keyword_size(self, keyword: str, mono: bool) -> float: ...
    def _height(self, value: Value | None, font_size: float) -> str: ...
