"""Gold with ranges in the format of the public HEPS data set, as `heps_data` reads it.

The raw string of the whole page is in the file; the outermost block is the content body, its headings are the titles.
"""

from __future__ import annotations

from collections.abc import Sequence

from rubricator.evaluate.gold.gold import Gold, Span
from rubricator.evaluate.gold.heps_data import data_set_string
from rubricator.evaluate.gold.title_place import place_title
from rubricator.page.model import Page
from rubricator.page.raw_string import RawString
from rubricator.structure.model import JsonValue


def heps_json(gold: Gold, page: Page) -> dict[str, JsonValue]:
    """Return gold of a page as a file of the data set."""
    raw = data_set_string(page)
    blocks: list[dict[str, JsonValue]] = []
    for heading in gold.headings:
        block: dict[str, JsonValue] = {
            "headings": [_ranges(raw, spans, ()) for spans in heading.spans],
            "contents": _ranges(raw, heading.block, heading.transitions),
            "children": [],
        }
        blocks.append(block)
    top: list[JsonValue] = []
    for heading, block in zip(gold.headings, blocks, strict=True):
        under = top if heading.parent is None else blocks[heading.parent]["children"]
        assert isinstance(under, list)
        under.append(block)
    body = gold.body_span or (0, len(page.text))
    titles = [span for title in gold.titles if (span := place_title(title, page.text, body))]
    return {
        "rawString": raw.text,
        "headings": [_ranges(raw, [span], ()) for span in titles],
        "contents": _ranges(raw, [body], ()),
        "children": top,
    }


def heps_losses(gold: Gold, page: Page) -> list[str]:
    """Tell what of gold the format has no place for."""
    missing = [title for title in gold.titles if place_title(title, page.text, gold.body_span) is None]
    losses = [f"Left out: the title {title!r}, which the page's text does not have." for title in missing]
    above = [gold.headings[one.parent].level if one.parent is not None else 0 for one in gold.headings]
    jumps = sum(one.level != (level or 0) + 1 for one, level in zip(gold.headings, above, strict=True))
    if jumps:
        losses.append(f"Levels are told by nesting only: {jumps} that skip one are not kept.")
    if run_in := sum(one.run_in for one in gold.headings):
        losses.append(f"The format does not say which headings are run-in; {run_in} are.")
    if gold.body_span is None:
        losses.append("No content body is marked; the format has one, so it is the whole page.")
    return losses


def _ranges(raw: RawString, spans: Sequence[Span], transitions: Sequence[Span]) -> JsonValue:
    """Return ranges of the raw string; what is a transition is not mandatory."""
    found = [(piece, True) for span in spans for piece in _without(span, transitions)]
    found += [(span, False) for span in transitions]
    ranges: list[JsonValue] = []
    for (start, end), mandatory in sorted(found):
        begin, stop = raw.from_page(start, end)
        ranges.append({"from": begin, "to": stop, "mandatory": mandatory})
    return ranges


def _without(span: Span, transitions: Sequence[Span]) -> list[Span]:
    pieces, at = [], span[0]
    for start, end in sorted(transitions):
        if at < start:
            pieces.append((at, min(start, span[1])))
        at = max(at, end)
    if at < span[1]:
        pieces.append((at, span[1]))
    return pieces
