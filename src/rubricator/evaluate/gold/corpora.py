"""The corpora: one folder per page with its gold.json; `outline` has one file per page that points to it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from rubricator.emit.json_fields import Fields
from rubricator.errors import GoldError
from rubricator.evaluate.gold.annotation import annotation_gold
from rubricator.evaluate.gold.fields import path_in, read_object
from rubricator.evaluate.gold.gold import Gold, GoldBlock, GoldHeading, GoldLine, GoldSection

LINE_KINDS = ("h", "p", "l")
VARIABLE = "RUBRICATOR_CORPORA"


def corpora_folder(given: Path | None = None) -> Path:
    """Return where the corpora are: the folder given, or that of the environment variable; there is no other."""
    named = given or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None)
    if named is None:
        raise GoldError(f"no corpora: give their folder with --corpora DIR or in the environment variable {VARIABLE}")
    if not named.is_dir():
        raise GoldError(f"{named} is not a folder; give that of the corpora with --corpora DIR or {VARIABLE}")
    return named


def corpus_names(folder: Path) -> list[str]:
    """List the corpora in a folder."""
    return sorted(path.name for path in folder.iterdir() if path.is_dir() and gold_files(path))


def gold_files(corpus: Path) -> list[Path]:
    """List the gold files of a corpus."""
    inside = sorted(corpus.glob("*/gold.json"))
    return inside or sorted(path for path in corpus.glob("*.json") if path.is_file())


def read_corpus(folder: Path, name: str) -> list[Gold]:
    """Read all gold of one corpus."""
    files = gold_files(folder / name) if (folder / name).is_dir() else []
    if not files:
        raise GoldError(f"{folder} has no corpus {name!r}; it has: {', '.join(corpus_names(folder)) or 'none'}")
    return [read_gold(path) for path in files]


def read_gold(path: Path) -> Gold:
    """Read one gold file of any kind, or an annotation file."""
    fields = read_object(path)
    if fields.has("schema"):
        return annotation_gold(fields, path)
    kind = fields.one_of("kind", tuple(_READERS))
    return _READERS[kind](fields, fields.string("id"), path_in(fields, "page", path))


def _sections(fields: Fields, name: str, page: Path) -> Gold:
    sections = tuple(
        GoldSection(one.optional_string("title"), one.strings("prose")) for one in fields.objects("sections")
    )
    headings = tuple(GoldHeading(section.title) for section in sections if section.title)
    return Gold(name, "sections", page, domain=fields.optional_string("domain"), sections=sections, headings=headings)


def _lines(fields: Fields, name: str, page: Path) -> Gold:
    lines = tuple(GoldLine(one.one_of("kind", LINE_KINDS), one.string("text")) for one in fields.objects("lines"))
    headings = tuple(GoldHeading(line.text) for line in lines if line.kind == "h")
    content = "\n".join(line.text for line in lines)
    return Gold(name, "lines", page, fields.optional_string("url"), lines=lines, headings=headings, content=content)


def _title(fields: Fields, name: str, page: Path) -> Gold:
    title = fields.string("title")
    return Gold(
        name,
        "title",
        page,
        fields.optional_string("url"),
        titles=(title,),
        has_title=True,
        content=fields.string("full_text"),
    )


def _blocks(fields: Fields, name: str, page: Path) -> Gold:
    blocks = tuple(
        GoldBlock(
            one.integer("level"),
            one.string("type"),
            one.string("text"),
            one.optional_integer("parent"),
            one.optional_string("xpath"),
        )
        for one in fields.objects("blocks")
    )
    return Gold(name, "blocks", page, blocks=blocks)


def _content(fields: Fields, name: str, page: Path) -> Gold:
    title = fields.optional_string("title")
    return Gold(
        name,
        "content",
        page,
        fields.optional_string("url"),
        domain=fields.optional_string("page_type"),
        titles=(title,) if title else (),
        content=fields.string("content"),
        required=fields.strings("with") if fields.has("with") else (),
        forbidden=fields.strings("without") if fields.has("without") else (),
    )


def _outline(fields: Fields, name: str, page: Path) -> Gold:
    headings = tuple(
        GoldHeading(
            one.string("text"),
            one.integer("level"),
            one.optional_integer("parent"),
            one.optional_string("then") or "",
            one.optional_string("ends") or "",
            one.boolean("run_in"),
        )
        for one in fields.objects("headings")
    )
    for place, heading in enumerate(headings):
        if heading.parent is not None and not 0 <= heading.parent < place:
            raise fields.error(f"headings[{place}].parent", "is not the number of an earlier heading")
    title = fields.optional_string("title")
    body = fields.optional_object("body")
    return Gold(
        name,
        "outline",
        page,
        titles=(title,) if title else (),
        has_title=title is not None,
        headings=headings,
        body=(body.string("starts"), body.string("ends")) if body else None,
    )


_READERS: dict[str, Callable[[Fields, str, Path], Gold]] = {
    "sections": _sections,
    "lines": _lines,
    "title": _title,
    "blocks": _blocks,
    "content": _content,
    "outline": _outline,
}
