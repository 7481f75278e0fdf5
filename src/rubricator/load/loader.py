"""From what the user points at to a Source."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from rubricator.errors import LoadError
from rubricator.limits import DEFAULT_LIMITS, Limits, Notice
from rubricator.load.encoding import decode_page, without_surrogates
from rubricator.load.local import receive_file, receive_stdin
from rubricator.load.plain import html_of_text
from rubricator.load.received import Received, capped
from rubricator.load.sniff import foreign_kind, looks_binary, looks_like_markup, looks_like_mhtml, saved_from
from rubricator.load.source import Source
from rubricator.load.xhtml import html_of_xhtml, says_xhtml

NO_BASE = "about:blank"


def load(
    target: bytes | str | os.PathLike[str],
    *,
    url: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    fetch: bool = True,
    allow_private: bool = True,
    charset: str | None = None,
) -> Source:
    """Load a page from bytes, HTML text (a string with a `<`), a file, a URL, or `-`, the standard input.

    A file with a `<` in its name is given as a path. `url` says where the page came from, if it does not say so itself.
    `fetch=False` refuses URLs; `allow_private=False` refuses those of private networks. `charset` is what came with
    bytes as their encoding.
    """
    if isinstance(target, str) and not _is_web(target) and "<" in target:
        return _of_text(target, url, limits)
    if isinstance(target, bytes):
        data, notices = capped(target, limits.page_bytes)
        return _source(Received(data, "the page", charset=charset, notices=notices), url, limits)
    return _source(_receive(target, limits, fetch=fetch, allow_private=allow_private), url, limits)


def page_named(argument: str) -> str | Path:
    """Return what an argument of a command names, for `load`: a URL, `-`, or a file, but never the text of a page."""
    return Path(argument) if "<" in argument and not _is_web(argument) else argument


def _receive(target: str | os.PathLike[str], limits: Limits, *, fetch: bool, allow_private: bool) -> Received:
    name = os.fspath(target)
    if not isinstance(target, str):
        return receive_file(name, limits)
    if _is_web(name):
        if not fetch:
            raise LoadError(f"{name!r} is a URL, and fetching is off here; save the page and give the file")
        # Imported here: loading the HTTP client takes longer than reading a page.
        from rubricator.load.remote import receive_url

        return receive_url(name, limits, allow_private=allow_private)
    if name == "-":
        return receive_stdin(limits)
    if not name.strip():
        raise LoadError("the name of the page is empty; give a file, a URL, or - for stdin")
    return receive_file(name, limits)


def _is_web(name: str) -> bool:
    return name[:8].lower().startswith(("http://", "https://"))


def _of_text(text: str, url: str | None, limits: Limits) -> Source:
    data, notices = capped(text.encode("utf-8", "surrogatepass"), limits.page_bytes)
    kept = text if not notices else data.decode("utf-8", "replace")
    html = _as_html(without_surrogates(kept.removeprefix("\ufeff")), None)
    place = url or saved_from(html)
    return Source(html, "utf-8", _sha256(data), url=place, base=place or NO_BASE, notices=notices)


def _source(received: Received, url: str | None, limits: Limits) -> Source:
    kind = foreign_kind(received.data)
    if kind is not None:
        raise LoadError(f"{received.name} seems to be {kind[0]}, not a web page; {kind[1]}")
    if _is_mhtml(received):
        return _of_mhtml(received, url, limits)
    return _of_html(received, url)


def _is_mhtml(received: Received) -> bool:
    """Files named .mht that hold plain HTML are met, so what a file is called is not enough."""
    data = received.data
    return looks_like_mhtml(data) or (received.mhtml and bool(data.strip()) and not looks_like_markup(data))


def _of_html(received: Received, url: str | None) -> Source:
    decoded = decode_page(received.data, received.charset)
    place = url or received.url or saved_from(decoded.text)
    # Pages that are called plain text are met, too.
    plain = received.plain and not looks_like_markup(received.data)
    return Source(
        html=html_of_text(decoded.text) if plain else _as_html(decoded.text, received.xhtml),
        encoding=decoded.encoding,
        sha256=_sha256(received.data),
        path=received.path,
        url=place,
        base=received.base or place or NO_BASE,
        resources=received.resources,
        notices=received.notices + _content_notices(received.data, decoded.encoding) + decoded.notices,
    )


def _of_mhtml(received: Received, url: str | None, limits: Limits) -> Source:
    from rubricator.load.mhtml import read_archive

    archive = read_archive(received.data, received.name, limits)
    decoded = decode_page(archive.html, archive.charset)
    return Source(
        html=_as_html(decoded.text, archive.xhtml),
        encoding=decoded.encoding,
        sha256=_sha256(received.data),
        path=received.path,
        url=url or archive.url or received.url or saved_from(decoded.text),
        base=archive.base,
        resources=archive.resources,
        notices=received.notices + archive.notices + _content_notices(archive.html, decoded.encoding) + decoded.notices,
    )


def _as_html(text: str, xhtml: bool | None) -> str:
    """Write XHTML as HTML; a page of which nothing is known is looked at."""
    return html_of_xhtml(text) if xhtml or (xhtml is None and says_xhtml(text)) else text


def _content_notices(data: bytes, encoding: str) -> tuple[Notice, ...]:
    if not data or data.isspace():
        return (Notice("empty-page", "the page is empty"),)
    # Half of the bytes of an English page in UTF-16 are NUL.
    if not encoding.startswith("utf-16") and looks_binary(data):
        return (Notice("binary-content", "the page has many control characters; it may not be a web page at all"),)
    return ()


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
