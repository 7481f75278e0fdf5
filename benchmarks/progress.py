"""One line on a terminal that says how far a benchmark is; nothing where no person looks."""

from __future__ import annotations

import sys


def tell(step: str) -> None:
    """Replace the line by another; an empty one takes it away."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{step}", end="", file=sys.stderr, flush=True)
