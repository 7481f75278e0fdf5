"""Text of pages as safe HTML."""

from __future__ import annotations

from rubricator.emit.view.document import safe_html


def safe(text: str, limit: int | None = None) -> str:
    """Escape a text for HTML, also inside of attributes; what HTML does not allow becomes U+FFFD."""
    if limit is not None and len(text) > limit:
        text = text[:limit].rstrip() + "…"
    return safe_html(text)
