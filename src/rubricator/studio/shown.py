"""The studio's own pages, and the files they need."""

from __future__ import annotations

import re
from asyncio import to_thread
from collections.abc import Collection, Mapping
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from urllib.parse import unquote_plus, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from rubricator.emit.view.document import embedded_json, filled, safe_html
from rubricator.options import DEFAULT_METHOD
from rubricator.segment import METHODS, static_methods
from rubricator.serve.guard import COOKIE, SIGN_IN, cookie_value, same
from rubricator.serve.options import read_options
from rubricator.serve.problems import ProblemError
from rubricator.studio.annotations import stem
from rubricator.studio.marks import MOST_HEADINGS
from rubricator.studio.pages import PageRef
from rubricator.studio.studio import Studio
from rubricator.version import __version__

_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_FROM_VIEW = ("page.js", "tokens.css", "view.css", "view.js")
_SCRIPTS = {"look": ("view.js",), "annotate": ("marks.js",)}
_WITH_PAGE = ("look", "annotate")
"""Templates that show the page itself in its frame."""
_PATH = re.compile(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]*\Z")
VIEWS = {"look": "Look", "read": "Read", "compare": "Compare", "annotate": "Annotate"}


def page_routes(studio: Studio) -> list[Route]:
    """Return the routes that give HTML, scripts and styles."""

    async def home(request: Request) -> Response:
        read_options((), request.query_params.multi_items())
        return _html(await to_thread(_home, studio))

    async def view(request: Request) -> Response:
        name = request.path_params["view"]
        if name not in VIEWS:
            raise ProblemError(404, "no-page", "there is no such view")
        page = await to_thread(studio.pages.find, request.path_params["id"])
        return _html(await to_thread(_view, studio, page, name))

    async def search(_: Request) -> Response:
        return _html(
            _shell(studio, "search", "Search", "search", {"indexed": studio.service.settings.index is not None})
        )

    async def queue(_: Request) -> Response:
        return _html(await to_thread(_queue, studio))

    async def sign_in(request: Request) -> Response:
        token = studio.service.settings.token
        to = _place(request.query_params.get("to", "/"))

        def shown(**data: bool) -> str:
            return _shell(studio, "sign-in", "Sign in", "", data, to=safe_html(f"?{urlencode({'to': to})}"))

        if request.method == "GET" or token is None:
            return _html(shown())
        async with studio.service.room.body(request) as data:
            given = data.decode("utf-8", "replace").removeprefix("token=")
        if not same(_form_value(given), token):
            return Response(shown(wrong=True), 401, media_type="text/html")
        answer = RedirectResponse(to, 303)
        answer.set_cookie(COOKIE, cookie_value(token), httponly=True, samesite="strict")
        return answer

    async def static(request: Request) -> Response:
        found = _static().get(request.path_params["name"])
        if found is None:
            raise ProblemError(404, "no-file", "there is no such file")
        return Response(found[1], media_type=found[0], headers={"Cache-Control": "no-cache"})

    return [
        Route("/", home),
        Route("/search", search),
        Route("/queue", queue),
        Route("/pages/{id}/{view}", view),
        Route(SIGN_IN, sign_in, methods=["GET", "POST"]),
        Route("/static/{name}", static),
    ]


def _form_value(text: str) -> str:
    return unquote_plus(text.partition("&")[0])


def _place(to: str) -> str:
    """Return where to go after signing in: only what is a path here, not an address of elsewhere."""
    return to if _PATH.match(to) else "/"


@cache
def _static() -> dict[str, tuple[str, bytes]]:
    """Return the files that browsers may ask for: a list that was made before anybody asked."""
    found = {}
    for folder in (files("rubricator.studio").joinpath("static"), files("rubricator.emit.view")):
        for one in folder.iterdir():
            kind = _TYPES.get(one.name.rpartition(".")[2])
            if kind and (one.name in _FROM_VIEW or folder.name == "static"):
                found[one.name] = kind, one.read_bytes()
    return found


@cache
def _template(name: str) -> str:
    place = files("rubricator.studio").joinpath("templates", f"{name}.html")
    text = place.read_text("utf-8")
    if "{{viewed}}" in text:
        body = files("rubricator.emit.view").joinpath("body.html").read_text("utf-8")
        text = text.replace("{{viewed}}", body)
    return text


def problem_page(studio: Studio, problem: ProblemError) -> Response:
    """Return a problem as a page, for those who came by a link."""
    title, detail = HTTPStatus(problem.status).phrase, problem.detail
    sentence = detail[:1].upper() + detail[1:] + ("" if detail.endswith(".") else ".")
    text = _shell(studio, "problem", title, "", {}, detail=safe_html(sentence))
    return Response(text, problem.status, media_type="text/html")


def _html(text: str) -> Response:
    return Response(text, media_type="text/html")


def _shell(studio: Studio, template: str, title: str, here: str, data: Mapping[str, object], **parts: str) -> str:
    """Return a page: the frame that all have, and its own content."""
    known = {
        "title": safe_html(title),
        "document": safe_html(f"{VIEWS[template]}: {title}" if template in VIEWS else title),
        "name": "",
        "renderer": "",
        "tabs": "",
        "version": safe_html(__version__),
        "data": embedded_json({"methods": sorted(METHODS), "default": DEFAULT_METHOD, **data}),
        "nav": _navigation(studio, here),
        "here": safe_html(here),
        **parts,
    }
    content = filled(_template(template), known)
    scripts = [
        one for one in ("page.js", "studio.js", *_SCRIPTS.get(template, ()), f"{template}.js") if one in _static()
    ]
    styles = ["view.css", "viewed.css"] if template in _WITH_PAGE else []
    more = {
        "content": content,
        "template": template,
        "scripts": "".join(f'<script src="/static/{name}"></script>' for name in scripts),
        "styles": "".join(f'<link rel="stylesheet" href="/static/{name}">' for name in styles),
    }
    return filled(_template("shell"), known | more)


def _navigation(studio: Studio, here: str) -> str:
    places = [("", "/", "Open")]
    if studio.service.settings.annotations is not None:
        places.append(("queue", "/queue", "Queue"))
    if studio.service.settings.index is not None:
        places.append(("search", "/search", "Search"))
    return "".join(_link(href, text, name == here) for name, href, text in places)


def _link(href: str, text: str, is_here: bool) -> str:
    current = ' aria-current="page"' if is_here else ""
    return f'<a href="{safe_html(href)}"{current}>{safe_html(text)}</a>'


def _home(studio: Studio) -> str:
    pages = studio.pages
    listed = {
        "recent": _listed(pages.recent()),
        "examples": _listed(pages.examples()),
        "folder": _listed(pages.in_folder()),
    }
    shown = {f"{name}_hidden": "" if items else "hidden" for name, items in listed.items()}
    fetching = "" if studio.service.settings.allow_fetch != "no" else "hidden"
    most = {"most": studio.service.settings.body_bytes}
    return _shell(studio, "open", "Open a page", "", most, **listed, **shown, fetching=fetching)


def _listed(pages: list[PageRef]) -> str:
    return "".join(
        f'<li><a href="/pages/{page.id}/look">{safe_html(page.title or page.name)}</a>'
        + (f" <small>{safe_html(page.name)}</small>" if page.title and page.title != page.name else "")
        + "</li>"
        for page in pages[:500]
    )


def _view(studio: Studio, page: PageRef, name: str) -> str:
    tabs = "".join(_link(f"/pages/{page.id}/{one}", text, one == name) for one, text in VIEWS.items())
    queue = [one.id for one in studio.pages.in_folder()]
    at = queue.index(page.id) if page.id in queue else -1
    data = {
        "id": page.id,
        "page": page.name,
        "stem": stem(page),
        "static": static_methods(),
        "annotators": sorted(studio.annotations.of(page)),
        "annotator": studio.service.settings.annotator,
        "most": MOST_HEADINGS,
        "annotates": studio.annotations.folder is not None,
        "before": queue[at - 1] if at > 0 else None,
        "after": queue[at + 1] if 0 <= at < len(queue) - 1 else None,
    }
    title = page.title or page.name
    return _shell(
        studio,
        name,
        title,
        name,
        data,
        name=safe_html(page.name),
        tabs=f'<nav class="tabs" aria-label="Views of this page">{tabs}</nav>',
    )


def _queue(studio: Studio) -> str:
    done = {studio.service.settings.annotator: set[str](), **studio.annotations.done()}
    drafts = studio.annotations.drafted()
    pages = [(one, stem(one)) for one in (*studio.pages.in_folder(), *studio.pages.recent())]
    pages = [(one, name) for one, name in pages if one.id[0] == "f" or any(name in names for names in done.values())]
    counts = {annotator: sum(name in names for _, name in pages) for annotator, names in done.items()}
    heads = "".join(
        f'<th scope="col">{safe_html(annotator)} <small>{count} of {len(pages)}</small>'
        f'<progress max="{max(len(pages), 1)}" value="{count}" aria-label="Progress of {safe_html(annotator)}">'
        "</progress></th>"
        for annotator, count in counts.items()
    )
    rows = "".join(
        f'<tr><th scope="row"><a href="/pages/{page.id}/annotate">{safe_html(page.name)}</a></th>'
        + "".join(f"<td>{_state(name, done[who], drafts.get(who, ()))}</td>" for who in done)
        + "</tr>"
        for page, name in pages
    )
    table = f'<table><thead><tr><th scope="col">Page</th>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    data = {
        "annotator": studio.service.settings.annotator,
        "annotators": studio.annotations.annotators(),
        "pages": [[page.id, [who for who, names in done.items() if name in names]] for page, name in pages],
    }
    return _shell(studio, "queue", "Queue", "queue", data, table=table if pages else f"<p>{_why_empty(studio)}</p>")


def _why_empty(studio: Studio) -> str:
    if studio.service.settings.pages is None:
        return "No folder of pages is served. Start the server with --pages FOLDER, and its pages are listed here."
    return "The folder has no pages."


def _state(name: str, done: Collection[str], drafts: Collection[str]) -> str:
    return "done" if name in done else "draft" if name in drafts else "–"
