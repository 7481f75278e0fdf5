"""Text of pages as safe HTML."""

from __future__ import annotations

import re
from html import escape

_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def safe(text: str, limit: int | None = None) -> str:
    """Escape a text for HTML, also inside of attributes; what HTML does not allow becomes U+FFFD."""
    if limit is not None and len(text) > limit:
        text = text[:limit].rstrip() + "…"
    return escape(_FORBIDDEN.sub("\ufffd", text))
