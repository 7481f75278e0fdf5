"""MHTML: a page and its stylesheets in one MIME file (RFC 2557), as browsers save it.

The email package reads the headers. The parts are split here, as its own splitter recurses into nested parts and looks
at every line once per level, which a hostile file can make very slow.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import collapse_rfc2231_value
from urllib.parse import unquote, urldefrag, urljoin

from rubricator.errors import LoadError
from rubricator.limits import Limits, Notice
from rubricator.load.source import Resource
from rubricator.load.xhtml import XHTML_TYPE

# Saved pages have tens to hundreds of parts, in one level, with alternatives in two.
MAX_PARTS = 20_000
MAX_DEPTH = 8
# The email package takes time that grows with the square of a header; those of saved pages are far below.
MAX_HEADER_BYTES = 16 << 10
MAX_TYPE = 1024
MAX_ENCODED_ADDRESS = 4096

# RFC 2557, section 5: the base of an archive that names none.
NO_BASE = "thismessage:/"

_HTML_TYPES = ("text/html", XHTML_TYPE)
_END_OF_HEADERS = re.compile(rb"\r?\n\r?\n|\r\r")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_NEWLINE = re.compile(rb"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Part:
    """One MIME part, its body still in its transfer encoding."""

    headers: Message
    body: bytes

    @property
    def location(self) -> str | None:
        return _address(self.headers, "Content-Location")

    @property
    def cid(self) -> str | None:
        """The part's Content-ID as the `cid:` URL that refers to it."""
        content_id = _address(self.headers, "Content-ID")
        return f"cid:{content_id.strip('<>')}" if content_id else None

    @property
    def charset(self) -> str | None:
        return self.headers.get_content_charset()

    def is_html(self) -> bool:
        return self.headers.get_content_type() in _HTML_TYPES

    def data(self) -> bytes:
        encoding = str(self.headers.get("Content-Transfer-Encoding", "")).strip().lower()
        if encoding == "quoted-printable":
            return binascii.a2b_qp(self.body)
        if encoding == "base64":
            return _base64(self.body)
        return self.body


@dataclass(frozen=True, slots=True)
class PartResources:
    """The parts of an archive by the URLs that name them."""

    parts: Mapping[str, Part]
    cap: int

    def get(self, url: str) -> Resource | None:
        name = urldefrag(url).url if "#" in url else url
        part = self.parts.get(name) or self.parts.get(unquote(name))
        if part is None:
            return None
        return Resource(part.data()[: self.cap], name, part.charset)


@dataclass(frozen=True, slots=True)
class Archive:
    """The page of an archive, and what came with it."""

    html: bytes
    charset: str | None
    xhtml: bool
    base: str
    url: str | None
    resources: PartResources
    notices: tuple[Notice, ...] = ()


def read_archive(data: bytes, name: str, limits: Limits) -> Archive:
    """Take an MHTML file apart; raise LoadError when there is no page in it."""
    try:
        return _read(data, name, limits)
    except LoadError:
        raise
    # The email package fails in many ways on broken headers, and none of them is documented.
    except Exception as error:
        raise LoadError(f"{name} is broken MHTML and cannot be read ({error}); save the page again") from error


def _read(data: bytes, name: str, limits: Limits) -> Archive:
    top = _part(data.removeprefix(b"\xef\xbb\xbf").lstrip())
    parts, complete = _leaves(top)
    root = _root(top, parts)
    if root is None:
        raise LoadError(f"{name} is an MHTML file without an HTML page in it; save the page again")
    snapshot = _address(top.headers, "Snapshot-Content-Location")
    base = _base(root, snapshot)
    url = next((place for place in (snapshot, root.location) if place and _is_web(place)), None)
    notices = () if complete else (Notice("parts-left-out", f"only the first {MAX_PARTS} parts of the page were read"),)
    xhtml = root.headers.get_content_type() == XHTML_TYPE
    resources = PartResources(_named(parts, base), limits.sheet_bytes)
    return Archive(root.data(), root.charset, xhtml, base, url, resources, notices)


def _part(data: bytes) -> Part:
    end = _END_OF_HEADERS.search(data)
    # A part without headers begins with its blank line.
    blank = _NEWLINE.match(data)
    if blank:
        return Part(Message(), data[blank.end() :])
    head, body = (data[: end.start()], data[end.end() :]) if end else (data, b"")
    headers = BytesHeaderParser().parsebytes(head[:MAX_HEADER_BYTES])
    kind = str(headers.get("Content-Type", ""))
    if len(kind) > MAX_TYPE:
        headers.replace_header("Content-Type", kind[:MAX_TYPE])
    return Part(headers, body)


def _leaves(top: Part) -> tuple[list[Part], bool]:
    """Return the parts that are not made of parts, in order, and whether these are all."""
    leaves: list[Part] = []
    taken = 0
    waiting: list[Iterator[Part]] = [iter([top])]
    while waiting:
        part = next(waiting[-1], None)
        if part is None:
            waiting.pop()
            continue
        if taken > MAX_PARTS:
            return leaves, False
        taken += 1
        if (boundary := part.headers.get_boundary()) and len(waiting) <= MAX_DEPTH:
            waiting.append(_split(part.body, boundary))
        else:
            leaves.append(part)
    return leaves, True


def _split(body: bytes, boundary: str) -> Iterator[Part]:
    """Yield the parts between the boundary lines. A missing last line, as of a cut file, ends the last part too."""
    mark = re.escape(boundary.encode("utf-8", "surrogateescape"))
    line = re.compile(rb"(?:\A|\r\n|\n|\r)--" + mark + rb"(--)?[ \t]*(?=\r|\n|\Z)")
    start: int | None = None
    for found in line.finditer(body):
        if start is not None:
            yield _part(_without_newline(body[start : found.start()]))
        start = found.end()
        if found.group(1):
            return
    if start is not None:
        yield _part(_without_newline(body[start:]))


def _without_newline(segment: bytes) -> bytes:
    newline = _NEWLINE.match(segment)
    return segment[newline.end() :] if newline else segment


def _root(top: Part, parts: Sequence[Part]) -> Part | None:
    """Return the part that `start` names, if it is HTML, or the first that is."""
    pages = [part for part in parts if part.is_html()]
    start = top.headers.get_param("start")
    if start:
        cid = f"cid:{collapse_rfc2231_value(start).strip(' <>')}"
        return next((part for part in pages if part.cid == cid), pages[0] if pages else None)
    return pages[0] if pages else None


def _base(root: Part, snapshot: str | None) -> str:
    if not root.location:
        return snapshot or root.cid or NO_BASE
    joined = _joined(snapshot or NO_BASE, root.location)
    return joined if _SCHEME.match(joined) else NO_BASE + joined.lstrip("/")


def _named(parts: Sequence[Part], base: str) -> dict[str, Part]:
    named: dict[str, Part] = {}
    for part in parts:
        if part.cid:
            named.setdefault(part.cid, part)
        if part.location:
            named.setdefault(_joined(base, part.location), part)
            # A base such as cid: joins with nothing; the page's links then reach us as they are written.
            named.setdefault(part.location, part)
    return named


def _joined(base: str, location: str) -> str:
    try:
        return urldefrag(urljoin(base, location)).url
    except ValueError:
        return location


def _address(headers: Message, name: str) -> str | None:
    """Return a header that holds a URL or an id, unfolded, None when it is missing or empty."""
    value = str(headers.get(name, ""))
    if "=?" in value and len(value) <= MAX_ENCODED_ADDRESS:
        with suppress(HeaderParseError, LookupError, ValueError):
            value = str(make_header(decode_header(value)))
    return "".join(value.split()) or None


def _is_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://"))


def _base64(body: bytes) -> bytes:
    """Decode what can be decoded: saved files are cut, and some have other characters in between."""
    digits = _NOT_BASE64.sub(b"", body)
    whole = digits[: len(digits) - 1] if len(digits) % 4 == 1 else digits
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))
