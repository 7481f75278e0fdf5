"""JSON, the format others rely on (`rubricator/1`): writing it, and reading it back without trusting it."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import cast

from rubricator.emit.json_fields import Fields, parse
from rubricator.errors import StructureError
from rubricator.limits import Notice
from rubricator.structure.invariants import check
from rubricator.structure.model import Block, Heading, JsonValue, Origin, Structure, Title
from rubricator.structure.tree import bind
from rubricator.version import __version__

SCHEMA = "rubricator/1"
_MAX_DEPTH = 1000
_DIGEST = re.compile(r"([0-9a-f]{64})?")

Object = dict[str, JsonValue]
_encode_compactly = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False
).encode


def schema() -> Object:
    """Return the JSON Schema (draft 2020-12) of what `to_json` writes."""
    text = files("rubricator.emit").joinpath("schema", "rubricator-1.json").read_text(encoding="utf-8")
    return cast(Object, json.loads(text))


def to_json(structure: Structure, *, indent: int | None = None, text: bool = True) -> str:
    """Return a structure as JSON; `text=False` leaves the page's text out, for those who keep it beside."""
    try:
        if indent is None:
            return _encode_compactly(_document(structure, text))
        return json.dumps(_document(structure, text), ensure_ascii=False, allow_nan=False, indent=indent)
    except (ValueError, TypeError) as error:
        raise StructureError(f"the structure cannot be written as JSON: {error}") from error
    except RecursionError as error:
        raise StructureError("the structure cannot be written as JSON: it is nested too deeply") from error


def _document(structure: Structure, text: bool) -> Object:
    source = structure.source
    return {
        "schema": SCHEMA,
        "version": __version__,
        "source": {"path": source.path, "url": source.url, "sha256": source.sha256},
        "method": structure.method,
        "params": structure.params,
        "renderer": structure.renderer,
        "title": structure.title,
        "titles": [_title(title) for title in structure.titles],
        **({"text": structure.text} if text else {}),
        "body": list(structure.body) if structure.body is not None else None,
        "root": _block(structure.root),
        "details": structure.details,
        "warnings": [{"code": notice.code, "message": notice.message} for notice in structure.warnings],
    }


def _title(title: Title) -> Object:
    return {
        "text": title.text,
        "start": title.start,
        "end": title.end,
        "xpath": title.xpath,
        "score": title.score,
    }


def _block(block: Block) -> Object:
    head = block.heading
    heading: JsonValue = None
    if head is not None:
        heading = {
            "text": head.text,
            "start": head.start,
            "end": head.end,
            "xpath": head.xpath,
            "confidence": head.confidence,
        }
    written: Object = {"heading": heading, "level": block.level, "start": block.start, "end": block.end}
    if block.ranges is not None:
        written["ranges"] = [[start, end] for start, end in block.ranges]
    written["xpath"] = block.xpath
    written["anchor"] = block.anchor
    written["children"] = [_block(child) for child in block.children]
    return written


def from_json(text: str) -> Structure:
    """Read a structure that `to_json` wrote. Keys it does not know are ignored; all that is wrong is an error."""
    values = parse(text)
    if not isinstance(values, dict):
        raise StructureError("the JSON is not an object")
    fields = Fields(values)
    fields.one_of("schema", (SCHEMA,))
    fields.string("version")
    content = fields.string("text")
    fields = Fields(values, limit=len(content))
    source = fields.object("source")
    structure = Structure(
        text=content,
        root=_read_tree(fields.object("root")),
        method=fields.string("method"),
        title=fields.optional_string("title"),
        titles=tuple(_read_title(title) for title in fields.objects("titles")),
        body=fields.optional_range("body"),
        params=fields.object("params").values,
        renderer=fields.string("renderer"),
        source=Origin(source.optional_string("path"), source.optional_string("url"), _digest(source)),
        details=fields.object("details").values,
        warnings=tuple(Notice(item.string("code"), item.string("message")) for item in fields.objects("warnings")),
    )
    check(structure, _MAX_DEPTH)
    return bind(structure)


def _digest(source: Fields) -> str:
    digest = source.string("sha256")
    if not _DIGEST.fullmatch(digest):
        raise source.error("sha256", "is not 64 hexadecimal digits, nor empty")
    return digest


def _read_title(fields: Fields) -> Title:
    start, end = fields.optional_integer("start"), fields.optional_integer("end")
    if (start is None) != (end is None):
        raise fields.error("start", "and end must both be whole numbers or both null")
    if start is not None and end is not None:
        fields.span()
    return Title(fields.string("text"), start, end, fields.optional_string("xpath"), fields.optional_number("score"))


def _read_tree(root: Fields) -> Block:
    """Read blocks without recursion: first all fields from the top down, then blocks from the bottom up."""
    order: list[tuple[Fields, list[int]]] = [(root, [])]
    depths = [0]
    index = 0
    while index < len(order):
        fields, children = order[index]
        if depths[index] > _MAX_DEPTH:
            raise StructureError(f"root: blocks are nested more than {_MAX_DEPTH} levels deep")
        for child in fields.objects("children"):
            children.append(len(order))
            order.append((child, []))
            depths.append(depths[index] + 1)
        index += 1
    blocks: dict[int, Block] = {}
    for index in reversed(range(len(order))):
        fields, children = order[index]
        blocks[index] = _read_block(fields, tuple([blocks.pop(child) for child in children]))
    return blocks[0]


def _read_block(fields: Fields, children: tuple[Block, ...]) -> Block:
    start, end = fields.span()
    ranges = fields.ranges("ranges") if "ranges" in fields.values else None
    if ranges == ():
        raise fields.error("ranges", "has no range")
    heading = fields.optional_object("heading")
    return Block(
        start=start,
        end=end,
        level=fields.natural("level"),
        heading=None if heading is None else _read_heading(heading),
        children=children,
        ranges=ranges,
        xpath=fields.optional_string("xpath"),
        anchor=fields.optional_string("anchor"),
    )


def _read_heading(fields: Fields) -> Heading:
    start, end = fields.span()
    return Heading(
        fields.string("text"),
        start,
        end,
        fields.optional_string("xpath"),
        fields.optional_number("confidence"),
    )
