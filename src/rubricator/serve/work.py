"""Work: what a worker does with a page, by the name of the task. What the server trusts it has put into the job."""

from __future__ import annotations

import codecs
import json
import logging
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, cast

from rubricator.emit import hidden_notice, to_jsonl
from rubricator.emit.reading_order import Hidden
from rubricator.emit.view import to_view
from rubricator.errors import LoadError, RubricatorError, UsageError
from rubricator.limits import Budget, Limits, Notice
from rubricator.load import NoResources, Source, load
from rubricator.load.encoding import decode_page
from rubricator.load.local import FileResources
from rubricator.options import DEFAULT_METHOD, Options
from rubricator.page.model import Page
from rubricator.pipeline import render_page, structure_of
from rubricator.segment import METHODS, static_methods
from rubricator.segment.parameters import parse_method
from rubricator.segment.title import find_titles
from rubricator.serve.comparing import compare_structures
from rubricator.serve.describing import NOT_FOR_CLIENTS, describe_methods
from rubricator.serve.options import Values
from rubricator.serve.problems import ProblemError, problem_of
from rubricator.serve.zipped import load_zip
from rubricator.structure.model import JsonValue, Structure
from rubricator.workers import child
from rubricator.workers.framing import Frame, Header

JSON, TEXT, HTML = "application/json", "text/plain; charset=utf-8", "text/html; charset=utf-8"
MARKDOWN, LINES = "text/markdown; charset=utf-8", "application/x-ndjson"


class Answer(NamedTuple):
    """What a task gives back, and the codes of its notices."""

    type: str
    data: bytes
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """What the server allows."""

    fetch: str = "no"
    scripts: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """One task. `page` says what the payload is: its `kind` (page, zip, url, file, none), charset, path and root.

    One that was fetched before has its `url`, whether what it names may be `private`, and `notices` of the fetching.
    """

    options: Values
    page: Mapping[str, JsonValue]
    seconds: float
    terms: Terms
    payload: bytes

    @staticmethod
    def of(header: Header, payload: bytes) -> Job:
        return Job(
            Values(cast("dict[str, JsonValue]", header["options"])),
            cast("dict[str, JsonValue]", header["page"]),
            cast(float, header["seconds"]),
            Terms(**cast("dict[str, str]", header["terms"])),  # type: ignore[arg-type]
            payload,
        )


Task = Callable[[Job], Answer]
TASKS: dict[str, Task] = {}


def task(name: str) -> Callable[[Task], Task]:
    """Register a task under its name."""

    def register(function: Task) -> Task:
        TASKS[name] = function
        return function

    return register


def page_tasks(_: None) -> dict[str, child.Task]:
    """Return what worker processes do, ready for the first page."""
    from rubricator.studio import tasks as studio_tasks  # registers the studio's tasks

    assert studio_tasks.READY
    logging.basicConfig(level=logging.WARNING, format="rubricator worker: %(message)s", stream=sys.stderr)
    structure_of(render_page(load(b"<p>x")))
    return {name: partial(_answer, work) for name, work in TASKS.items()}


def _answer(work: Task, header: Header, payload: bytes) -> Frame:
    try:
        answer = work(Job.of(header, payload))
    except ProblemError as error:
        problem = error
    except RubricatorError as error:
        problem = problem_of(error)
    except (MemoryError, RecursionError) as error:
        problem = ProblemError(422, "page-too-costly", f"the page asks for too much ({type(error).__name__})")
    else:
        return Frame({"status": 200, "type": answer.type, "warnings": list(answer.warnings)}, answer.data)
    return Frame({"status": problem.status, "code": problem.code, "detail": problem.detail})


class Opened(NamedTuple):
    """The page of a job, loaded, and how it is read; its time has begun to run."""

    source: Source
    options: Options


def open_job(job: Job) -> Opened:
    """Load the page of a job; its time begins to run."""
    wanted = job.options.seconds("timeout")
    options = Options().within(min(wanted, job.seconds) if wanted else job.seconds)
    return Opened(_source(job, options.limits, options.budget), options)


def _source(job: Job, limits: Limits, budget: Budget) -> Source:
    kind, url = job.page["kind"], job.options.text_or_none("url")
    if kind == "page" and "url" in job.page:
        return _fetched_source(job, limits)
    if kind == "page":
        return load(job.payload, url=url, limits=limits, charset=cast("str | None", job.page.get("charset")))
    if kind == "zip":
        return load_zip(job.payload, url=url, limits=limits, budget=budget)
    if kind == "file":
        path, root = Path(cast(str, job.page["path"])), Path(cast(str, job.page["root"]))
        # Its stylesheets may be anywhere in the folder that is served, and nowhere else.
        return replace(load(path, url=url, limits=limits), resources=FileResources(root, limits.sheet_bytes))
    return load(_address(job), limits=limits, allow_private=job.terms.fetch == "any")


def _address(job: Job) -> str:
    """Return the address of a page that is to be fetched."""
    if job.page["kind"] != "url" or job.terms.fetch == "no":
        raise ProblemError(403, "fetching-off", "this server fetches nothing; send the page itself")
    address = cast(str, job.page["address"])
    if not address.lower().startswith(("http://", "https://")):
        raise LoadError("only addresses that begin with http:// or https:// are fetched")
    return address


def fetched(job: Job) -> Job:
    """Fetch the page of a job once and for all: what is returned has its bytes, and says where they came from."""
    # Imported here: loading the HTTP client takes longer than reading a page.
    from rubricator.load.remote import WebResources, receive_url

    found = receive_url(_address(job), Options().within(job.seconds).limits, allow_private=job.terms.fetch == "any")
    data = found.data
    if not found.mhtml and decode_page(data).encoding != decode_page(data, found.charset).encoding:
        # A file has no header that says how it is to be read.
        data = codecs.BOM_UTF8 + decode_page(data, found.charset).text.encode("utf-8", "replace")
    page: dict[str, JsonValue] = {
        "kind": "page",
        "url": found.url,
        "private": isinstance(found.resources, WebResources) and found.resources.allow_private,
        "notices": [[notice.code, notice.message] for notice in found.notices],
    }
    return replace(job, page=page, payload=data)


def _fetched_source(job: Job, limits: Limits) -> Source:
    """Return a page that was fetched before; its stylesheets and images are asked for where it was."""
    # Imported here: loading the HTTP client takes longer than reading a page.
    from rubricator.load.remote import WebResources

    page = job.page
    source = load(job.payload, url=cast(str, page["url"]), limits=limits)
    told = tuple(Notice(code, message) for code, message in cast("list[tuple[str, str]]", page["notices"]))
    source = replace(source, notices=(*told, *source.notices))
    if not isinstance(source.resources, NoResources) or job.terms.fetch == "no":
        return source
    return replace(source, resources=WebResources(limits, bool(page["private"])))


def render_job(job: Job, opened: Opened) -> Page:
    values = job.options
    if values.flag("scripts") and not job.terms.scripts:
        raise ProblemError(403, "scripts-off", "this server runs no scripts of pages; it was started without them")
    render = values.text("render")
    # The option has a default, so it is there also where nothing settles.
    settle = (values.seconds("settle") or 0.0) if render == "browser" else None
    options = replace(opened.options, render=render, scripts=values.flag("scripts"), settle=settle)
    return render_page(opened.source, options)


def parameters(options: Values) -> dict[str, JsonValue]:
    """Return the parameters of the method. A model is a file of the server's, which a client has no say in."""
    found = options.object("params")
    if NOT_FOR_CLIENTS in found:
        raise ProblemError(403, "model", "the parameter model names a file of the server and cannot be given here")
    preset = options.text_or_none("preset")
    return found | {"preset": preset} if preset else found


def structure_job(job: Job) -> tuple[Opened, Structure]:
    opened = open_job(job)
    page = render_job(job, opened)
    return opened, structure_of(page, method_options(job, opened, job.options.text("method"), parameters(job.options)))


def method_options(job: Job, opened: Opened, method: str, params: Mapping[str, JsonValue] | None = None) -> Options:
    """Return the options of a job for a method."""
    return replace(opened.options.with_method(method, params), body=job.options.text("body"))


def encoded(value: object) -> bytes:
    """Return a value as JSON; lone surrogates, which no UTF-8 can hold, become question marks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def codes(notices: Iterable[Notice | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(notice.code for notice in notices if notice))


@task("extract")
def extract(job: Job) -> Answer:
    _, structure = structure_job(job)
    return extracted(structure, job.options.text("to"), job)


@task("chunks")
def chunks(job: Job) -> Answer:
    _, structure = structure_job(job)
    return extracted(structure, "chunks", job)


def extracted(structure: Structure, form: str, job: Job) -> Answer:
    """Return a structure in a form."""
    options = job.options
    hidden = cast(Hidden, options.text_or_none("hidden") or "auto")
    if options.text_or_none("tokenizer") and job.terms.fetch == "no":
        raise ProblemError(403, "fetching-off", "tokenizers are downloaded, and this server fetches nothing")
    left_out = hidden_notice(structure, hidden) if form in {"markdown", "html", "chunks"} else None
    told = codes([*structure.warnings, left_out])

    def answer(kind: str, text: str) -> Answer:
        return Answer(kind, text.encode("utf-8", "replace"), told)

    if form == "json":
        return answer(JSON, structure.to_json(indent=options.number_or_none("indent")))
    if form == "outline":
        return answer(TEXT, structure.outline() + "\n")
    if form == "markdown":
        return answer(MARKDOWN, structure.to_markdown(hidden=hidden))
    if form == "html":
        return answer(HTML, structure.to_html(hidden=hidden))
    found = structure.chunks(
        max_chars=options.number_or_none("max_chars"),
        max_tokens=options.number_or_none("max_tokens"),
        tokenizer=options.text_or_none("tokenizer"),
        overlap=options.number_or_none("overlap") or 0,
        hidden=hidden,
    )
    return answer(LINES, to_jsonl(found))


@task("titles")
def titles(job: Job) -> Answer:
    opened = open_job(job)
    page = render_job(job, opened)
    found = find_titles(page, variant=job.options.text("variant"), budget=opened.options.budget)
    listed = [
        {"text": one.text, "start": one.start, "end": one.end, "xpath": one.xpath, "score": one.score} for one in found
    ]
    return Answer(JSON, encoded({"titles": listed, "warnings": _warnings(page.warnings)}), codes(page.warnings))


def _warnings(notices: Sequence[Notice]) -> list[dict[str, str]]:
    return [{"code": notice.code, "message": notice.message} for notice in notices]


@task("view")
def view(job: Job) -> Answer:
    opened = open_job(job)
    page = render_job(job, opened)
    structures = several(job, opened, page, job.options.texts("methods"))
    made = to_view(opened.source, structures, opened.options)
    told = codes([*structures[0].warnings, *made.warnings])
    return Answer(HTML, made.html.encode("utf-8", "replace"), told)


def several(job: Job, opened: Opened, page: Page, wanted: Sequence[str]) -> list[Structure]:
    """Return what several methods make of a page, the chosen one first; all that the page allows if none is named."""
    chosen = job.options.text("method")
    offered = sorted(METHODS) if page.boxes is not None else static_methods()
    names = list(dict.fromkeys([chosen, *(wanted or offered)]))
    unknown = [name for name in names if name not in METHODS]
    if unknown:
        raise UsageError(f"unknown method {unknown[0]!r}; choose from: {', '.join(sorted(METHODS))}")
    return [
        structure_of(page, method_options(job, opened, name, parameters(job.options) if name == chosen else {}))
        for name in names
    ]


@task("compare")
def compare(job: Job) -> Answer:
    opened = open_job(job)
    page = render_job(job, opened)
    left, right = [
        structure_of(page, method_options(job, opened, job.options.text(side))) for side in ("left", "right")
    ]
    found = compare_structures(left, right)
    notices = tuple(dict.fromkeys([*left.warnings, *right.warnings]))
    return Answer(JSON, encoded({**found, "warnings": _warnings(notices)}), codes(notices))


@task("methods")
def methods(job: Job) -> Answer:  # noqa: ARG001 - a task like the others
    return Answer(JSON, encoded({"methods": describe_methods()}))


@task("search")
def search_index(job: Job) -> Answer:
    # Imported here: it needs an extra.
    from rubricator.search.index import open_index
    from rubricator.search.query import Level, search

    options = job.options
    with open_index(cast(str, job.page["path"])) as index:
        found = search(
            index,
            options.text("q"),
            limit=options.number("limit"),
            level=cast(Level, options.text("level")),
            language=options.text_or_none("language"),
            feedback=options.number("feedback"),
        )
    answer = {
        "query": options.text("q"),
        "terms": list(found.terms),
        "results": [result.to_dict() for result in found.results],
        "warnings": _warnings(found.warnings),
    }
    return Answer(JSON, encoded(answer), codes(found.warnings))


@task("index")
def index_state(job: Job) -> Answer:
    # Imported here: it needs an extra.
    from rubricator.search.index import open_index

    with open_index(cast(str, job.page["path"])) as index:
        answer = {
            "pages": len(index.keys()),
            "windows": len(index),
            "languages": index.languages(),
            "settings": index.settings(),
        }
    return Answer(JSON, encoded(answer))


@task("index-add")
def index_add(job: Job) -> Answer:
    """Put a page into the index, read as the index's other pages were."""
    # Imported here: it needs an extra.
    from rubricator.search.entries import page_entry
    from rubricator.search.index import open_index
    from rubricator.search.languages import check_language
    from rubricator.search.writer import write_index

    opened = open_job(job)
    language = job.options.text_or_none("language")
    known = check_language(language) if language else None
    path = cast(str, job.page["index"])
    with open_index(path) as index:
        settings = {"method": DEFAULT_METHOD, "render": "static"} | index.settings()
    options = replace(opened.options.with_method(*parse_method(settings["method"])), render=settings["render"])
    structure = structure_of(render_page(opened.source, options), options)
    entry = page_entry(structure, job.options.text("key"), language=known)
    # Opened last: others wait as long as one writes. It sees that the settings are still the same.
    with write_index(path, settings) as writer:
        writer.add(entry)
    answer = {"key": entry.key, "blocks": len(entry.blocks), "language": entry.language, "title": entry.title}
    return Answer(JSON, encoded(answer), codes(structure.warnings))
