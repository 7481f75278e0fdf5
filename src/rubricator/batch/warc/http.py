"""The HTTP response in the block of a WARC record: its type, and its body as a browser would have it."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from email.message import Message

from rubricator.errors import MissingExtraError
from rubricator.load.body import Unpacker

_HEAD_BYTES = 1 << 16
_END = re.compile(rb"\r?\n\r?\n")
_CHUNK = re.compile(rb"[ \t]*([0-9A-Fa-f]{1,15})[ \t]*(?:;[^\r\n]*)?\r?\n")
_PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_UNTOLD = frozenset({"", "application/octet-stream", "unknown/unknown", "application/unknown", "*/*"})
"""Types that say nothing; browsers look at the bytes then."""
_MARKUP = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body|title|!--|script|style|h1|div|p)\b", re.I
)
_PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class Response:
    """Status and headers (names in lower case), and where the body begins in the block."""

    status: int
    headers: dict[str, str]
    body_at: int

    @property
    def content_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def charset(self) -> str | None:
        message = Message()
        message["Content-Type"] = self.headers.get("content-type", "")[:1000]
        charset = message.get_param("charset")
        return charset if isinstance(charset, str) and charset else None


def parse_head(block: bytes) -> Response:
    """Read the head of a response; a block without one is all body, of no known type."""
    if not block.startswith(b"HTTP/"):
        return Response(0, {}, 0)
    end = _END.search(block, 0, _HEAD_BYTES)
    head, body_at = (block[: end.start()], end.end()) if end else (block[:_HEAD_BYTES], len(block))
    lines = head.decode("latin-1").split("\n")
    words = lines[0].split(None, 2)
    status = int(words[1]) if len(words) > 1 and words[1].isascii() and words[1].isdigit() else 0
    headers: dict[str, str] = {}
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        if colon:
            headers.setdefault(name.strip().lower(), value.strip())
    return Response(status, headers, body_at)


def is_page(response: Response, body: bytes) -> bool:
    """Whether a response is a web page: by its type, by its first bytes where it has none."""
    kind = response.content_type
    return kind in _PAGE_TYPES or (kind in _UNTOLD and (_MARKUP.match(body[:1024]) is not None or not body))


def is_sheet(response: Response) -> bool:
    return response.content_type == "text/css" and response.status in (0, 200)


def body_of(response: Response, block: bytes, cap: int) -> tuple[bytes, bool]:
    """Return at most `cap` bytes of the body, without its codings, and whether there was more."""
    body = block[response.body_at :]
    if "chunked" in response.headers.get("transfer-encoding", "").lower():
        body = _unchunked(body)
    # Common Crawl and others store bodies unpacked and leave the header: what does not unpack is taken as it is.
    for coding in reversed(response.headers.get("content-encoding", "").lower().split(",")):
        unpacked = _unpacked(body, coding.strip().removeprefix("x-"), cap + 1)
        body = body if unpacked is None else unpacked
    return body[:cap], len(body) > cap


def _unchunked(body: bytes) -> bytes:
    """Join the chunks of a body; one that is not in chunks is returned as it is."""
    out, at = bytearray(), 0
    while found := _CHUNK.match(body, at):
        size = int(found.group(1), 16)
        if not size:
            return bytes(out)
        out += body[found.end() : found.end() + size]
        at = found.end() + size
        at += 2 if body.startswith(b"\r\n", at) else 1 if body.startswith(b"\n", at) else 0
        if at >= len(body):
            return bytes(out)
    return bytes(out) if at else body


def _unpacked(body: bytes, coding: str, room: int) -> bytes | None:
    """Return what a body unpacks to; None when it is not in that coding after all."""
    if coding in ("", "identity"):
        return None
    if coding in ("gzip", "deflate"):
        return _inflated(body, coding, room)
    if coding == "br":
        return _brotli(body, room)
    if coding == "zstd":
        return _zstd(body, room)
    # Servers send all kinds of words here; browsers, too, show the page then.
    return None


def _inflated(body: bytes, coding: str, room: int) -> bytes | None:
    unpacker = Unpacker(coding)
    out = bytearray()
    try:
        for at in range(0, len(body), _PIECE):
            out += unpacker.unpack(body[at : at + _PIECE], room - len(out))
            if len(out) >= room:
                break
    except zlib.error:
        return bytes(out) or None
    return bytes(out) if out or not body else None


def _brotli(body: bytes, room: int) -> bytes | None:
    try:
        import brotli
    except ImportError as error:
        raise MissingExtraError("unpacking Brotli", "batch") from error
    stream = brotli.Decompressor()
    out = bytearray()
    try:
        out += stream.process(body, output_buffer_limit=_PIECE)
        while not stream.is_finished() and len(out) < room:
            more = stream.process(b"", output_buffer_limit=_PIECE)
            if not more:
                break
            out += more
    except brotli.error:
        return bytes(out) or None
    return bytes(out)


def _zstd(body: bytes, room: int) -> bytes | None:
    try:
        import zstandard
    except ImportError as error:
        raise MissingExtraError("unpacking Zstandard", "batch") from error
    try:
        return bytes(zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(body).read(room))
    except zstandard.ZstdError:
        return None
