"""Where a title stands in the text of its page."""

from __future__ import annotations

from rubricator.evaluate.gold.gold import Span


def place_title(title: str, text: str, body: Span | None) -> Span | None:
    """Return where a title of gold, which is a text only, stands: in the body, else right before it, else anywhere."""
    if not title:
        return None
    start, end = body or (0, len(text))
    at = text.find(title, start, end)
    if at < 0:
        at = text.rfind(title, 0, start + len(title))
    if at < 0:
        at = text.find(title)
    return (at, at + len(title)) if at >= 0 else None
