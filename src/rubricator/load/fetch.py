"""Fetch a URL over http(s), following redirects, each hop checked like the first."""

from __future__ import annotations

import http.client
import zlib
from dataclasses import dataclass
from urllib.parse import urljoin

from rubricator.errors import FetchError
from rubricator.load.address import Place, parse_place
from rubricator.load.body import CODINGS, Body, read_body
from rubricator.load.connection import ask
from rubricator.load.deadline import Deadline
from rubricator.version import __version__

USER_AGENT = f"rubricator/{__version__}"

_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class Kind:
    """What is requested: in words, as Accept header, and as prefixes of accepted media types."""

    words: str
    accept: str
    media_types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules of a fetch."""

    cap: int
    redirects: int
    deadline: Deadline
    allow_private: bool


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a URL gave. `url` is the last one of the redirects."""

    url: str
    body: Body
    media_type: str | None
    charset: str | None
    private: bool


def fetch(url: str, kind: Kind, terms: Terms) -> Fetched:
    """Fetch a URL; raise FetchError for everything that goes wrong."""
    place = parse_place(url)
    for _ in range(terms.redirects + 1):
        answer = _hop(place, kind, terms)
        if isinstance(answer, Fetched):
            return answer
        place = answer
    raise FetchError(f"{url} redirects more than {terms.redirects} times")


def _hop(place: Place, kind: Kind, terms: Terms) -> Fetched | Place:
    headers = {"User-Agent": USER_AGENT, "Accept": kind.accept, "Accept-Encoding": CODINGS}
    try:
        with ask(place, headers, terms.deadline, allow_private=terms.allow_private) as (response, private):
            if response.status in _REDIRECTS:
                return _redirected(place, response)
            media_type = _accepted(place, response, kind)
            charset = response.headers.get_content_charset()
            body = read_body(response, terms.cap, terms.deadline)
            return Fetched(place.url, body, media_type, charset, private)
    except TimeoutError:
        raise FetchError(f"{place.url} took too long and was given up") from None
    except (OSError, ValueError, LookupError, http.client.HTTPException, zlib.error) as error:
        raise FetchError(f"{place.url} could not be fetched: {error or type(error).__name__}") from error


def _redirected(place: Place, response: http.client.HTTPResponse) -> Place:
    location = response.headers.get("Location")
    if not location:
        raise FetchError(f"{place.url} redirects ({response.status}) without saying where to")
    # http.client reads headers as Latin-1; addresses that are not ASCII are sent as UTF-8.
    return parse_place(urljoin(place.url, location.encode("latin-1", "replace").decode("utf-8", "replace")))


def _accepted(place: Place, response: http.client.HTTPResponse, kind: Kind) -> str | None:
    """Return the media type, if the answer is of the requested kind."""
    if not 200 <= response.status < 300:
        raise FetchError(f"{place.url} answered {response.status} {response.reason}".rstrip())
    if "Content-Type" not in response.headers:
        return None
    media_type = response.headers.get_content_type()
    if not media_type.startswith(kind.media_types):
        raise FetchError(f"{place.url} is of type {media_type}, not {kind.words}")
    return media_type
