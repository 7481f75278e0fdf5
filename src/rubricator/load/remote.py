"""Pages from the web, and their stylesheets."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from rubricator.errors import FetchError
from rubricator.limits import Limits, Notice
from rubricator.load.body import Body
from rubricator.load.deadline import Deadline
from rubricator.load.fetch import Fetched, Kind, Terms, fetch
from rubricator.load.plain import TEXT_TYPE
from rubricator.load.received import Received, truncated
from rubricator.load.source import Resource, Resources
from rubricator.load.xhtml import XHTML_TYPE

MHTML_TYPES = ("multipart/related", "message/rfc822", "application/x-mimearchive")
PAGE = Kind(
    words="a web page",
    accept=f"text/html,{XHTML_TYPE},multipart/related;q=0.9,text/*;q=0.8,*/*;q=0.1",
    media_types=("text/", XHTML_TYPE, "application/xml", *MHTML_TYPES),
)
# Browsers take no other type for a stylesheet, unless a page is in quirks mode.
SHEET = Kind(words="a stylesheet", accept="text/css,*/*;q=0.1", media_types=("text/css",))
ANYTHING = Kind(words="a part of a page", accept="*/*", media_types=("",))


@dataclass(slots=True)
class WebResources:
    """Stylesheets, fetched on request and then cached. All of a page share its time and its bytes."""

    limits: Limits
    allow_private: bool
    kind: Kind = SHEET
    seconds: float = 0.0
    kept_bytes: int = 0
    answers: dict[str, Resource | None] = field(default_factory=dict)

    def get(self, url: str) -> Resource | None:
        if url not in self.answers:
            started = time.monotonic()
            self.answers[url] = self._fetch(url)
            self.seconds += time.monotonic() - started
        return self.answers[url]

    def _fetch(self, url: str) -> Resource | None:
        cap = min(self.limits.sheet_bytes, self.limits.page_bytes - self.kept_bytes)
        left = self.limits.fetch_seconds - self.seconds
        if cap <= 0 or left <= 0:
            return None
        try:
            got = fetch(url, self.kind, Terms(cap, self.limits.redirects, Deadline.after(left), self.allow_private))
        except FetchError:
            return None
        self.kept_bytes += len(got.body.data)
        return Resource(got.body.data, got.url, got.charset)


def of_any_kind(resources: Resources) -> Resources:
    """Return resources that also give images, fonts and scripts. Those that came with a page give what they have."""
    if isinstance(resources, WebResources):
        return replace(resources, kind=ANYTHING, answers=dict(resources.answers))
    return resources


def receive_url(url: str, limits: Limits, *, allow_private: bool) -> Received:
    """Fetch a page."""
    deadline = Deadline.after(limits.fetch_seconds)
    got = fetch(url, PAGE, Terms(limits.page_bytes, limits.redirects, deadline, allow_private))
    return Received(
        data=got.body.data,
        name=got.url,
        base=got.url,
        url=got.url,
        charset=got.charset,
        mhtml=got.media_type is not None and got.media_type.startswith(MHTML_TYPES),
        xhtml={XHTML_TYPE: True, "text/html": False}.get(got.media_type or ""),
        plain=got.media_type == TEXT_TYPE,
        resources=WebResources(limits, _sheets_may_be_private(got, allow_private)),
        notices=_body_notices(got.body),
    )


def _sheets_may_be_private(page: Fetched, allow_private: bool) -> bool:
    """A page of the public web has no business with the network it is read in, even where the user has."""
    return allow_private and page.private


def _body_notices(body: Body) -> tuple[Notice, ...]:
    if body.more:
        return (truncated(len(body.data), body.left_out),)
    if body.cut:
        return (
            Notice("page-incomplete", f"the connection broke off after {len(body.data)} bytes; the rest is missing"),
        )
    return ()
