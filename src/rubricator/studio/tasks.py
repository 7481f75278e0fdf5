"""What workers do for the studio."""

from __future__ import annotations

READY = True
