"""Where the content body is that gold marks by its texts."""

from __future__ import annotations

from functools import lru_cache

from rubricator.evaluate.gold.align import place
from rubricator.evaluate.gold.gold import Gold, Span


@lru_cache(maxsize=4)
def body_span(text: str, gold: Gold) -> Span | None:
    """Return the content body in a page's text; None when gold has none or it cannot be placed."""
    if gold.body_span or not (gold.body or gold.sections):
        return gold.body_span
    return _between_ends(text, gold) if gold.body else _around_sections(text, gold)


def _between_ends(text: str, gold: Gold) -> Span | None:
    """Place the first and the last text; the headings between them decide among several places."""
    assert gold.body
    between = [part for heading in gold.headings for part in (heading.text, heading.then)]
    spans = place([gold.body[0], *between, gold.body[1]], text).spans
    first, last = spans[0], spans[-1]
    if not first or not last:
        return None
    start = min(span[0] for span in spans[:2] if span)
    return (start, last[1]) if start < last[1] else None


def _around_sections(text: str, gold: Gold) -> Span | None:
    """Return what lies from the first to the last text of all sections."""
    texts = [part for section in gold.sections for part in (section.title or "", *section.prose)]
    spans = [span for span in place(texts, text).spans if span]
    return (min(start for start, _ in spans), max(end for _, end in spans)) if spans else None
