"""What a method found, as the data that the view draws and lists."""

from __future__ import annotations

from rubricator.emit.view.limits import ViewLimits
from rubricator.emit.view.spans import Places, Span
from rubricator.limits import Notice
from rubricator.structure.model import Block, JsonValue, Structure

_LONGEST_TEXT = 300
_OPENING = 80
"""Characters of a block's own text that stand for it when it has no heading."""


def outline_data(structure: Structure, places: Places, limits: ViewLimits) -> tuple[dict[str, JsonValue], list[Notice]]:
    """Return the blocks of a structure in document order, each with the number of the block around it."""
    blocks: list[JsonValue] = []
    waiting: list[tuple[Block, int]] = [(structure.root, -1)]
    while waiting and len(blocks) < limits.blocks:
        block, parent = waiting.pop()
        waiting.extend((child, len(blocks)) for child in reversed(block.children))
        blocks.append(_block_data(block, parent, structure, places))
    warnings = []
    if waiting:
        text = f"{structure.method} found more than {limits.blocks} blocks; the view has only the first of them"
        warnings.append(Notice("view-limit", text))
    body = structure.body
    data: dict[str, JsonValue] = {
        "method": structure.method,
        "title": structure.title or "",
        "body": _span_data(places.of(*body)) if body else None,
        "blocks": blocks,
    }
    return data, warnings


def _block_data(block: Block, parent: int, structure: Structure, places: Places) -> JsonValue:
    heading = block.heading
    ranges = block.ranges or ((block.start, block.end),)
    spans = [places.of(start, end, block.node) for start, end in ranges]
    data: dict[str, JsonValue] = {
        "parent": parent,
        "level": block.level,
        "spans": [_span_data(span) for span in spans if span],
    }
    if heading:
        data["text"] = _short(heading.text, _LONGEST_TEXT) or "(image)"
        data["heading"] = _span_data(places.of(heading.start, heading.end, heading.node))
        if heading.confidence is not None:
            data["confidence"] = round(heading.confidence, 3)
    else:
        start, end = ranges[0]
        data["opening"] = _short(structure.text[start : min(end, start + _OPENING + 1)], _OPENING)
    return data


def _span_data(span: Span | None) -> JsonValue:
    return list(span) if span else None


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
