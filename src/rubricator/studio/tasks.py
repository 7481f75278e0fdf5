"""What workers do for the studio."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path, PurePath, PurePosixPath
from typing import cast

from rubricator.emit.html import html_lines
from rubricator.emit.view import view_data
from rubricator.emit.view.spans import Places
from rubricator.errors import RubricatorError, UsageError
from rubricator.evaluate.gold.annotation import annotation_json, read_annotation
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.gold.title_place import place_title
from rubricator.page.model import Page
from rubricator.page.units import Unit, units
from rubricator.pipeline import render_page, structure_of
from rubricator.segment import METHODS, static_methods
from rubricator.serve.comparing import Entry, compare_entries, entries
from rubricator.serve.problems import ProblemError
from rubricator.serve.work import (
    JSON,
    Answer,
    Job,
    Opened,
    codes,
    encoded,
    fetched,
    method_options,
    open_job,
    render_job,
    several,
    structure_job,
    task,
)
from rubricator.serve.zipped import unpack
from rubricator.structure.model import JsonValue, Structure
from rubricator.studio.annotations import OLD, versioned
from rubricator.studio.blocks import Start, gold_of_marks, marks_of_gold, marks_of_structure
from rubricator.studio.files import write_atomically
from rubricator.studio.marks import Marks, marks_json, read_marks
from rubricator.studio.migrate import PreviousVersion, migrate_headings, read_previous

READY = True
GOLD = "gold:"
"""How the name of an annotation begins where a method could stand."""
_OPENING = 240
"""Characters of a line in which its opening run can end."""
_MOST_CUTS = 8
_NAME_LENGTH = 80
"""Characters that a page without a title is called by."""
_FAST_METHODS = ("tags", "heps", "rows")
"""Methods that are tried first."""
_METHODS_SECONDS = 1.5
"""Seconds after which no further method is tried: a reader waits for the one that was chosen."""
_OPENING_WORDS = "Before the first heading"
_HEADING = re.compile(r"<h([1-6])")
_HEADING_TAG = re.compile(r"<(/?)h[1-6]")
_STOPS = ":.?!–—"


@task("studio-open")
def open_page(job: Job) -> Answer:
    """Say what a page is, or why it is none; a line of JSON, and the bytes of one that was fetched."""
    is_fetched = job.page["kind"] == "url"
    job = fetched(job) if is_fetched else job
    opened = open_job(job)
    page = render_page(opened.source, opened.options)
    found = {
        "title": page.title or _first_heading(page, opened),
        "path": page.path,
        "url": page.url,
        "page": dict(job.page),
    }
    return Answer(JSON, encoded(found) + b"\n" + (job.payload if is_fetched else b""), codes(page.warnings))


def _first_heading(page: Page, opened: Opened) -> str:
    """Return what a page without a title can be called by."""
    structure = structure_of(page, opened.options.with_method("tags"))
    found = (block.heading.text for block in structure.root.walk() if block.heading)
    return " ".join(next(found, page.text[:_NAME_LENGTH]).split())[:_NAME_LENGTH]


@task("studio-view")
def look(job: Job) -> Answer:
    opened = open_job(job)
    page = render_job(job, opened)
    structures, messages = _by_all_methods(job, opened, page)
    data, _, warnings = view_data(opened.source, structures, opened.options)
    for outline, structure in zip(cast("list[dict[str, object]]", data["outlines"]), structures, strict=True):
        # Where blocks are in the text: results of a search are opened there.
        starts = [block.start for block in structure.root.walk()]
        for block, start in zip(cast("list[dict[str, object]]", outline["blocks"]), starts, strict=False):
            block["start"] = start
    data["warnings"] = [*cast("list[str]", data["warnings"]), *messages]
    found = {**data, "title": _title(page, opened), "name": opened.source.url or opened.source.path or ""}
    return Answer(JSON, encoded(found), codes(warnings))


def _by_all_methods(job: Job, opened: Opened, page: Page) -> tuple[list[Structure], list[str]]:
    """Return what the chosen method makes of a page, and the others as far as time allows; and what went wrong."""
    structures, messages = several(job, opened, page, [job.options.text("method")]), []
    names = sorted(METHODS) if page.boxes is not None else static_methods()
    for name in sorted(names, key=lambda one: (one not in _FAST_METHODS, one)):
        if time.monotonic() - opened.options.budget.started > _METHODS_SECONDS:
            break
        if name != structures[0].method:
            try:
                structures.append(structure_of(page, method_options(job, opened, name)))
            except RubricatorError as error:
                messages.append(f"{name}: {error}")
    return structures, messages


def _title(page: Page, opened: Opened) -> str:
    return page.title or PurePath(opened.source.path or "").name or opened.source.url or "page"


@task("studio-read")
def read(job: Job) -> Answer:
    """Give a page as its headings, each unfolding its block."""
    opened, structure = structure_job(job)
    page = structure.page
    assert page
    lines = list(_folded(html_lines(structure)))
    lines = _with_opening(lines)
    found = {"title": structure.title or _title(page, opened), "html": "\n".join(lines), "base": page.url or ""}
    return Answer(JSON, encoded(found), codes(structure.warnings))


def _with_opening(lines: list[str]) -> list[str]:
    """Fold what stands before the first heading, too: a reader sees headings first."""
    first = next((number for number, line in enumerate(lines) if line == "<details>"), 0)
    if not first:
        return lines
    return ["<details>", f"<summary>{_OPENING_WORDS}</summary>", *lines[:first], "</details>", *lines[first:]]


def _folded(lines: list[str]) -> Iterator[str]:
    """Turn sections into details, their headings into summaries. The title is the one h1 of our page."""
    lower = any(
        line.startswith("<h1") and lines[number - 1].startswith("<section") for number, line in enumerate(lines)
    )
    for number, line in enumerate(lines):
        opens = number > 0 and lines[number - 1].startswith("<section")
        if line.startswith("<section"):
            yield "<details>"
            if not _HEADING.match(lines[number + 1]):
                yield "<summary>Block without a heading</summary>"
        elif line == "</section>":
            yield "</details>"
        elif opens and (found := _HEADING.match(line)):
            tag = f"h{min(int(found[1]) + lower, 6)}"
            yield f"<summary>{_HEADING_TAG.sub(lambda one, tag=tag: f'<{one[1]}{tag}', line)}</summary>"  # type: ignore[misc]
        elif line and not line.startswith("<h1"):
            yield line


@task("studio-compare")
def compare(job: Job) -> Answer:
    """Compare methods and annotations of one page."""
    opened = open_job(job)
    page = render_job(job, opened)
    names = job.options.text("left"), job.options.text("right")
    left, right = (_side(job, opened, page, name) for name in names)
    return Answer(JSON, encoded(compare_entries(left, right, *names)))


def _side(job: Job, opened: Opened, page: Page, name: str) -> list[Entry]:
    if name.startswith(GOLD):
        gold = _gold(job, name.removeprefix(GOLD))
        places = [(title, place_title(title, page.text, gold.body_span)) for title in gold.titles]
        titles = [Entry(title, 0, *place) for title, place in places if place]
        headings = [
            Entry(one.text, one.level or 1, one.spans[0][0][0], one.spans[0][-1][1])
            for one in gold.headings
            if one.spans
        ]
        return sorted([*titles, *headings], key=lambda one: (one.start, one.end))
    if name not in METHODS:
        raise UsageError(f"there is no method {name!r}")
    return entries(structure_of(page, opened.options.with_method(name)))


def _gold(job: Job, annotator: str) -> Gold:
    files = cast("dict[str, str]", job.page["annotations"])
    if annotator not in files:
        raise UsageError(f"{annotator!r} has not annotated this page")
    return read_annotation(Path(files[annotator]))


@task("studio-marks")
def marks(job: Job) -> Answer:
    """Give a page with its lines, and the marks to start from: a draft, an annotation, or what a method found."""
    opened = open_job(job)
    page = render_job(job, opened)
    structure = structure_of(page, opened.options.with_method(job.options.text("method")))
    data, places, warnings = view_data(opened.source, [structure], opened.options)
    start, origin, base, older = _start(job, page, marks_of_structure(structure))
    found = {
        **data,
        "title": _title(page, opened),
        "units": [_unit(unit, page, places) for unit in units(page) if unit.visible],
        "marks": marks_json(start.marks),
        "places": {f"{low}-{high}": _listed(places.of(low, high)) for low, high in _ranges(start.marks)},
        "from": origin,
        "messages": start.messages,
        "older": [one.to_dict() for one in older],
        "page": page.sha256,
        "base": base,
        "characters": len(page.text),
    }
    return Answer(JSON, encoded(found), codes(warnings))


def _unit(unit: Unit, page: Page, places: Places) -> dict[str, JsonValue]:
    return {
        "start": unit.start,
        "end": unit.end,
        "text": page.text[unit.start : unit.end][:300],
        "span": _listed(places.of(unit.start, unit.end)),
        "cuts": [[cut, _listed(places.of(unit.start, cut))] for cut in _cuts(unit, page.text)],
    }


def _cuts(unit: Unit, text: str) -> list[int]:
    """Return where an opening run of a line may end: with a text of its own, or behind a colon or full stop."""
    last = min(unit.end, unit.start + _OPENING)
    found = {run.end for run in unit.runs if unit.start < run.end < unit.end and run.end <= last}
    for place in range(unit.start + 1, last - 1):
        if text[place] in _STOPS and text[place + 1].isspace():
            found.add(place + 1)
    return sorted(found)[:_MOST_CUTS]


def _listed(span: tuple[int, int, int, int] | None) -> JsonValue:
    return list(span) if span else None


def _ranges(marks: Marks) -> Iterator[tuple[int, int]]:
    for mark in marks.headings:
        yield mark.start, mark.stop
        yield from mark.parts
        yield from mark.gaps
        for other in mark.alternatives:
            yield from other
    yield from marks.titles or ()
    yield from marks.transitions
    if marks.body:
        yield marks.body


def _start(job: Job, page: Page, found: Start) -> tuple[Start, str, str | None, list[PreviousVersion]]:
    """Return what to start from, what that is, its base, and what there is of the page as it was before."""
    base = _base(_own(job))
    read = [(file, read_previous(file)) for file in _files(job)]
    messages = [f"{file} cannot be read and is not used; it stays where it is." for file, one in read if one is None]
    known = [one for _, one in read if one]
    older = [one for one in known if one.digest != page.sha256]
    wanted = job.options.text_or_none("older")
    if wanted is not None:
        chosen = next((one for one in older if one.file.name == wanted), None)
        if chosen is None:
            raise UsageError(f"there is no older version {wanted!r} of this page's annotation")
        return migrate_headings(chosen, page, found.marks), "older", base, older
    for one in known if not job.options.flag("anew") else ():
        if one.digest == page.sha256 and one.file.parent.name != OLD:
            try:
                start = _marks_of(one, page)
                return Start(start.marks, [*messages, *start.messages]), one.kind, _base_of(one, base), older
            except RubricatorError as error:
                messages.append(f"{one.file} is not used, and stays where it is: {error}.")
    return Start(found.marks, [*messages, *found.messages]), "method", base, older


def _marks_of(one: PreviousVersion, page: Page) -> Start:
    if one.kind == "draft":
        return Start(read_marks(json.loads(one.file.read_bytes()), len(page.text)), [])
    return marks_of_gold(read_annotation(one.file), page.text)


def _base_of(one: PreviousVersion, base: str | None) -> str | None:
    """Return what a draft was started from, which may not be there any more, or what is there."""
    return cast("str | None", json.loads(one.file.read_bytes()).get("base", base)) if one.kind == "draft" else base


def _own(job: Job) -> Path | None:
    """Return the annotator's annotation of a page, if there is one."""
    found = cast("dict[str, str]", job.page["annotations"]).get(job.options.text("annotator"))
    return Path(found) if found else None


def _base(file: Path | None) -> str | None:
    """Return the digest of an annotation's state."""
    return sha256(file.read_bytes()).hexdigest() if file and file.is_file() else None


def _files(job: Job) -> list[Path]:
    """Return the annotation of a page and all other versions of it."""
    mine = _own(job)
    return [*map(Path, cast("list[str]", job.page["versions"])), *([mine] if mine else ())]


@task("studio-save")
def save(job: Job) -> Answer:
    """Save marks as an annotation file, with the page beside it when it was opened in the studio."""
    opened = open_job(job)
    page = render_page(opened.source, opened.options)
    target = Path(cast(str, job.page["target"]))
    given = _same_page(job, page)
    is_other = _is_other(job, given)
    marks = read_marks(given, len(page.text))
    place = _page_place(job, target, opened)
    name, annotator = cast(str, job.page["name"]), job.options.text("annotator")
    gold, messages = gold_of_marks(marks, page, name=name, place=place, annotator=annotator)
    text = json.dumps(annotation_json(gold, target.parent), indent=1, ensure_ascii=False)
    kept = _archive(target, page, is_other)
    if kept and is_other:
        messages = [*messages, f"The annotation that was there is kept as {kept}."]
    write_atomically(target, text.encode("utf-8", "replace") + b"\n")
    read_annotation(target)
    answer = {"saved": str(target), "headings": len(gold.headings), "messages": messages, "base": _base(target)}
    return Answer(JSON, encoded(answer))


def _is_other(job: Job, given: Mapping[str, object]) -> bool:
    """Say whether another annotation was saved since the marks were started; replacing it must be requested."""
    is_other = "base" in given and given["base"] != _base(_own(job))
    if is_other and not given.get("replace"):
        raise ProblemError(
            409,
            "annotation-changed",
            "another window has saved an annotation of this page since you started, so nothing was saved. Your draft "
            "is kept: save again to put your marks in its place, which keeps the other one in .old",
        )
    return is_other


def _same_page(job: Job, page: Page) -> Mapping[str, object]:
    """Return the marks of a job, which must be of the page as it is now."""
    given: dict[str, object] = json.loads(cast(str, job.page["marks"]))
    if given.get("page") != page.sha256:
        raise ProblemError(
            409,
            "page-changed",
            "the page was changed on disk after it was opened here, so nothing was saved. Your draft is kept: "
            "load the page again to bring it over",
        )
    return given


def _archive(target: Path, page: Page, is_other: bool) -> Path | None:
    """Keep an annotation of the page as it was before, or of another window, which a new one takes the place of."""
    if not target.is_file():
        return None
    old = read_previous(target)
    is_before = old is not None and old.digest != page.sha256
    if old is not None and not is_before and not is_other:
        return None
    digest = old.digest if old and is_before else sha256(target.read_bytes()).hexdigest()
    kept = target.parent / OLD / versioned(target.stem, digest)
    write_atomically(kept, target.read_bytes())
    return kept


def _page_place(job: Job, target: Path, opened: Opened) -> Path:
    """Return where the page is; one that was opened in the studio is put beside its annotation."""
    if job.page["kind"] == "file":
        return Path(cast(str, job.page["path"]))
    folder = target.with_name(target.stem + ".page")
    if job.page["kind"] == "zip":
        found = unpack(job.payload, opened.options.budget)
        for name, data in found.entries.items():
            write_atomically(folder.joinpath(*PurePosixPath(name).parts), data)
        return folder.joinpath(*PurePosixPath(found.page).parts)
    mhtml = job.payload.lstrip()[:2000].lower().find(b"multipart/related") >= 0
    place = folder / ("page.mhtml" if mhtml else "page.html")
    write_atomically(place, job.payload)
    return place


@task("studio-export")
def export(job: Job) -> Answer:
    """Export an annotation in the format of the HEPS data set, with messages about what that cannot hold."""
    # Imported here: it needs an extra.
    from rubricator.evaluate.gold.heps_export import heps_json, heps_losses

    opened = open_job(job)
    page = render_page(opened.source, opened.options)
    gold = _gold(job, job.options.text("annotator"))
    return Answer(JSON, encoded({"file": heps_json(gold, page), "messages": heps_losses(gold, page)}))


@task("studio-agreement")
def agreement(job: Job) -> Answer:
    """Compare two annotations of one page."""
    # Imported here: it needs an extra.
    from rubricator.studio.agreement import compare_page

    opened = open_job(job)
    page = render_page(opened.source, opened.options)
    left, right = (_gold(job, job.options.text(side)) for side in ("left", "right"))
    return Answer(JSON, encoded(compare_page(page, left, right).to_dict()))
