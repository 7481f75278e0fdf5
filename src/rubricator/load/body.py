"""The body of an HTTP response, unpacked, with a cap on what it unpacks to."""

from __future__ import annotations

import http.client
import zlib
from dataclasses import dataclass

from rubricator.errors import FetchError
from rubricator.load.deadline import Deadline

CODINGS = "gzip, deflate"

_CHUNK = 1 << 16
_GZIP = 16 + zlib.MAX_WBITS
_RAW = -zlib.MAX_WBITS
_MEMBER = b"\x1f"
_OTHER_CODINGS = frozenset({"br", "zstd", "compress", "dcb", "dcz", "exi", "pack200-gzip"})
"""Codings that are not accepted."""


@dataclass(frozen=True, slots=True)
class Body:
    """`more`: there was more than the cap; `left_out`: by how many bytes, where that is known; `cut`: it broke off."""

    data: bytes
    more: bool = False
    left_out: int | None = None
    cut: bool = False


class Plain:
    """No coding."""

    def unpack(self, chunk: bytes, room: int) -> bytes:
        return chunk[:room]


class Unpacker:
    """gzip (also of several members) and deflate (with its zlib header, and as some servers send it, without)."""

    def __init__(self, coding: str) -> None:
        self._wbits = _GZIP if coding == "gzip" else zlib.MAX_WBITS
        self._stream = zlib.decompressobj(self._wbits)
        self._started = False
        self._over = False

    def unpack(self, chunk: bytes, room: int) -> bytes:
        if self._over:
            return b""
        out = bytearray(self._stream.decompress(chunk, room) if self._started else self._first(chunk, room))
        while self._stream.eof and self._stream.unused_data and len(out) < room:
            rest = self._stream.unused_data
            if self._wbits != _GZIP or not rest.startswith(_MEMBER):
                # Browsers do not mind what follows the data; dropping it here keeps it from piling up.
                self._over = True
                break
            self._stream = zlib.decompressobj(_GZIP)
            out += self._stream.decompress(rest, room - len(out))
        return bytes(out)

    def _first(self, chunk: bytes, room: int) -> bytes:
        self._started = True
        try:
            return self._stream.decompress(chunk, room)
        except zlib.error:
            if self._wbits == _GZIP:
                raise
        self._stream = zlib.decompressobj(_RAW)
        return self._stream.decompress(chunk, room)


def read_body(response: http.client.HTTPResponse, cap: int, deadline: Deadline) -> Body:
    """Read at most `cap` unpacked bytes."""
    unpacker = _unpacker(response.headers.get("Content-Encoding"))
    announced = response.length
    data = bytearray()
    cut = False
    while len(data) <= cap and not cut:
        deadline.left()
        try:
            chunk = response.read(_CHUNK)
        except http.client.IncompleteRead as error:
            chunk, cut = error.partial, True
        if not chunk:
            break
        data += unpacker.unpack(chunk, cap + 1 - len(data))
    if len(data) > cap:
        known = announced is not None and isinstance(unpacker, Plain)
        return Body(bytes(data[:cap]), more=True, left_out=announced - cap if known and announced else None)
    return Body(bytes(data), cut=cut or bool(response.length))


def _unpacker(coding: str | None) -> Plain | Unpacker:
    name = (coding or "identity").strip().lower().removeprefix("x-")
    if name in ("identity", ""):
        return Plain()
    if name in ("gzip", "deflate"):
        return Unpacker(name)
    if name not in _OTHER_CODINGS:
        # Servers send all kinds of words here; browsers, too, show the page then.
        return Plain()
    raise FetchError(f"the server sent the content coding {name!r}, which was not asked for and cannot be unpacked")
