"""Annotation files, schema `rubricator-annotation/1`: what a person marked on a page, as ranges of the page's text."""

from __future__ import annotations

import hashlib
import json
import os
from importlib.resources import files
from pathlib import Path
from typing import cast

from rubricator.emit.json_fields import Fields
from rubricator.errors import GoldError
from rubricator.evaluate.gold.fields import path_in, read_object
from rubricator.evaluate.gold.gold import Gold, GoldHeading
from rubricator.structure.model import JsonValue

SCHEMA = "rubricator-annotation/1"
PAGES = (".html", ".htm", ".xhtml", ".mhtml")
"""How names of pages end that are looked for beside gold."""


def schema() -> dict[str, JsonValue]:
    """Return the JSON Schema of annotation files."""
    text = files("rubricator.evaluate.gold").joinpath("schema/rubricator-annotation-1.json").read_text("utf-8")
    return cast(dict[str, JsonValue], json.loads(text))


def read_annotation(path: Path) -> Gold:
    """Read an annotation file. Its page is where it says, or a file beside it with the same sha256."""
    return annotation_gold(read_object(path), path)


def annotation_gold(fields: Fields, file: Path) -> Gold:
    """Make gold of the fields of an annotation file."""
    fields.one_of("schema", (SCHEMA,))
    page = fields.object("page")
    sha256 = page.string("sha256")
    place = _find_page(page, path_in(page, "path", file), sha256, file.resolve().parent)
    titles = fields.optional_strings("titles")
    return Gold(
        fields.string("id"),
        "annotation",
        place,
        page.optional_string("url"),
        titles=titles or (),
        has_title=None if titles is None else bool(titles),
        headings=_headings(fields),
        body_span=fields.optional_range("body"),
        annotator=fields.string("annotator"),
        sha256=sha256,
    )


def _find_page(page: Fields, place: Path, sha256: str, beside: Path) -> Path:
    """Return the page that was annotated; a page that was moved is found beside the annotation."""
    try:
        if not place.is_file():
            moved = (one for one in sorted(beside.iterdir()) if one.suffix.lower() in PAGES and one.is_file())
            place = next((one for one in moved if _sha256(one) == sha256), place)
        found = _sha256(place)
    except OSError as error:
        raise page.error("path", f"names a page that cannot be read: {place}: {error.strerror or error}") from error
    if found != sha256:
        raise page.error("sha256", f"is not that of {place}, which has {found}: the annotation is of another page")
    return place


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _headings(fields: Fields) -> tuple[GoldHeading, ...]:
    headings: list[GoldHeading] = []
    for place, one in enumerate(fields.objects("blocks")):
        level, parent = one.integer("level"), one.optional_integer("parent")
        if parent is not None and not 0 <= parent < place:
            raise one.error("parent", "is not the number of an earlier block")
        above = headings[parent].level if parent is not None else 0
        if level <= (above or 0):
            raise one.error("level", f"is {level}, not below its parent's level {above}")
        spans, block = one.range_lists("headings"), one.ranges("ranges")
        if not spans or not all(spans):
            raise one.error("headings", "has no range")
        if not block:
            raise one.error("ranges", "has no range")
        headings.append(
            GoldHeading(
                one.string("text"),
                level,
                parent,
                run_in=one.boolean("run_in"),
                spans=spans,
                block=block,
                transitions=one.ranges("transitions"),
            )
        )
    return tuple(headings)


def write_annotation(path: Path, gold: Gold) -> None:
    """Write gold with ranges as an annotation file; the page is named by its path from the file."""
    text = json.dumps(annotation_json(gold, path.parent), indent=1, ensure_ascii=False)
    try:
        path.write_text(text + "\n", "utf-8")
    except OSError as error:
        raise GoldError(f"{path}: cannot be written: {error.strerror or error}") from error


def annotation_json(gold: Gold, folder: Path) -> dict[str, JsonValue]:
    """Return gold as an annotation that is to stand in a folder."""
    for name, value in (("sha256", gold.sha256), ("annotator", gold.annotator)):
        if value is None:
            raise GoldError(f"{gold.id}: gold without {name} cannot be an annotation")
    untitled = gold.has_title is None and not gold.titles
    return {
        "schema": SCHEMA,
        "id": gold.id,
        "page": {"path": _relative(gold.page, folder), "url": gold.url, "sha256": gold.sha256},
        "annotator": gold.annotator,
        "titles": None if untitled else list(gold.titles),
        "body": list(gold.body_span) if gold.body_span else None,
        "blocks": [_block_json(gold, number) for number in range(len(gold.headings))],
    }


def _relative(page: Path, folder: Path) -> str:
    try:
        return Path(os.path.relpath(page.resolve(), folder.resolve())).as_posix()
    except ValueError:  # On another drive there is no way from here to there.
        return page.resolve().as_posix()


def _block_json(gold: Gold, number: int) -> JsonValue:
    heading = gold.headings[number]
    if not heading.spans or not heading.block or heading.level is None:
        raise GoldError(f"{gold.id}: heading {number} ({heading.text!r}) has no ranges and cannot be in an annotation")
    return {
        "text": heading.text,
        "level": heading.level,
        "parent": heading.parent,
        "run_in": heading.run_in,
        "headings": [[list(span) for span in spans] for spans in heading.spans],
        "ranges": [list(span) for span in heading.block],
        "transitions": [list(span) for span in heading.transitions],
    }
