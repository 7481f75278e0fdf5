"""What the browser gets: the page and what came with it, served by interception; all else is refused.

A saved page is not opened under file://, where stylesheets with `crossorigin`, or without a `.css` ending, are refused:
its folder stands under an address of its own.
"""

from __future__ import annotations

import mimetypes
import re
from dataclasses import dataclass, field
from urllib.parse import urldefrag, urlsplit

from playwright.sync_api import Error, Request, Route

from rubricator.load import Resource, Resources, Source, decode_sheet

_SAVED = "http://saved.invalid"
_ALONE = "http://page.invalid/"
_PART = "https://part.invalid/"
_CID = re.compile(r"(?<=[\"'(=\s])cid:", re.IGNORECASE)
_CHECKSUM = re.compile(r"\bintegrity(?=\s*=\s*[\"']?sha\d)")
_UNCHECKED = "data-rubricator-integrity"
_DELAYING = "content-visibility"
_TYPES = {"stylesheet": "text/css; charset=utf-8", "script": "text/javascript", "document": "text/html"}
_REFUSED = frozenset("media websocket eventsource ping other".split())


def page_address(base: str) -> str:
    """Return the address under which the browser sees a page."""
    parts = urlsplit(base)
    if parts.scheme in {"http", "https"} and parts.netloc:
        return urldefrag(base).url
    return f"{_SAVED}{parts.path}" if parts.scheme == "file" and parts.path.startswith("/") else _ALONE


def own_address(address: str) -> str:
    """Return what the page's resources call an address that the browser asks for."""
    plain = urldefrag(address).url
    if plain.startswith(_SAVED + "/"):
        return "file://" + plain.removeprefix(_SAVED)
    return "cid:" + plain.removeprefix(_PART) if plain.startswith(_PART) else plain


def as_served(text: str) -> str:
    """Change what a browser would not take from a saved page.

    The parts of an archive get addresses that it asks for, which it never does for `cid:`; and checksums of sheets are
    not looked at, as those who save a page change its sheets.
    """
    text = _CID.sub(_PART, text) if "cid:" in text.lower() else text
    return _CHECKSUM.sub(_UNCHECKED, text) if "integrity" in text else text


def as_written(text: str) -> str:
    """Undo `as_served` in what the browser says of the page."""
    text = text.replace(_PART, "cid:") if _PART in text else text
    return text.replace(_UNCHECKED, "integrity") if _UNCHECKED in text else text


@dataclass(slots=True)
class Server:
    """Answers the requests of one page, and notes what happened.

    `missing` are the stylesheets, and `frames` counts the frames of a set, that could not be had.
    """

    source: Source
    html: str
    resources: Resources
    scripts: bool
    address: str = field(init=False)
    missing: list[str] = field(default_factory=list)
    frames: int = 0
    delayed: bool = False
    """Something may be laid out only when a reader comes near."""
    led_to: str = ""
    """Where the page last wanted to go to by itself."""
    incomplete: bool = False
    """The page went there before it had loaded."""
    _opened: bool = False
    _framed: bool = field(init=False)
    """The page is a frameset: its frames are all that it shows. Frames inside other pages stay empty."""

    def __post_init__(self) -> None:
        self.address = page_address(self.source.base)
        self._framed = "<frameset" in self.html.lower()
        self.delayed = _DELAYING in self.html

    def answer(self, route: Route) -> None:
        """Serve a request, or refuse it."""
        request = route.request
        if request.is_navigation_request() and not _inside_frame(request):
            self._answer_page(route)
            return
        resource = self._find(request)
        if resource is None:
            self._refuse(route)
            return
        kind = request.resource_type
        body = resource.data
        if kind == "stylesheet":
            sheet = decode_sheet(resource.data, resource.charset, self.source.encoding)
            self.delayed |= _DELAYING in sheet
            body = as_served(sheet).encode("utf-8", "replace")
        route.fulfill(status=200, headers=_headers(request, _type(kind, request.url)), body=body)

    def _answer_page(self, route: Route) -> None:
        """Serve the page itself once. It stays: whatever a refresh or a script wants to go to is no content."""
        if self._opened:
            self.led_to = own_address(route.request.url)
            route.fulfill(status=204)
            return
        self._opened = True
        body = as_served(self.html).encode("utf-8", "replace")
        route.fulfill(status=200, headers={"content-type": "text/html; charset=utf-8"}, body=body)

    def _find(self, request: Request) -> Resource | None:
        kind = request.resource_type
        if request.method != "GET" or kind in _REFUSED or (kind == "script" and not self.scripts):
            return None
        if kind == "document" and not self._framed:
            return None
        return self.resources.get(own_address(request.url))

    def _refuse(self, route: Route) -> None:
        request = route.request
        if request.resource_type == "document":
            self.frames += self._framed
            # An empty page; an error would be shown as a page of the browser's own.
            route.fulfill(status=200, headers={"content-type": "text/html"}, body="")
            return
        if request.resource_type == "stylesheet":
            self.missing.append(own_address(request.url))
        route.abort()


def _inside_frame(request: Request) -> bool:
    try:
        return request.frame.parent_frame is not None
    except Error:
        # A window that a script is about to open has no frame yet.
        return False


def _headers(request: Request, content_type: str) -> dict[str, str]:
    """Return headers that let a page use what it asked for with `crossorigin`."""
    origin = request.headers.get("origin")
    headers = {"content-type": content_type, "access-control-allow-origin": origin or "*"}
    if origin:
        headers["access-control-allow-credentials"] = "true"
    return headers


def _type(kind: str, url: str) -> str:
    return _TYPES.get(kind) or mimetypes.guess_type(urlsplit(url).path)[0] or "application/octet-stream"
