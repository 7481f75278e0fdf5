"""Uploads: the body of a request as a page, with limits on its size and time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email.message import Message

from starlette.requests import Request

from rubricator.errors import FetchError
from rubricator.load.address import parse_place
from rubricator.load.encoding import without_surrogates
from rubricator.serve.metrics import Metrics
from rubricator.serve.problems import ProblemError
from rubricator.serve.settings import Settings
from rubricator.structure.model import JsonValue

PAGE_TYPES = ("text/html", "application/xhtml+xml", "text/plain", "application/octet-stream")
FORM_TYPE = "application/x-www-form-urlencoded"
"""What curl says of any body when it is not told better."""
MHTML_TYPES = ("multipart/related", "message/rfc822", "application/x-mimearchive")
ZIP_TYPES = ("application/zip", "application/x-zip-compressed")
JSON_TYPE = "application/json"
ALL_TYPES = (*PAGE_TYPES, *MHTML_TYPES, *ZIP_TYPES, JSON_TYPE)
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_DISCARDED = 4
"""How many times the limit is still read, and forgotten, so that a client that sends too much hears so."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A page as it came in: what kind it is, for the worker, and its bytes."""

    page: dict[str, JsonValue]
    data: bytes


@dataclass(slots=True)
class Room:
    """Bytes of bodies that are held for all requests together."""

    settings: Settings
    metrics: Metrics
    held: int = 0

    @asynccontextmanager
    async def body(self, request: Request) -> AsyncIterator[bytes]:
        """Read the body of a request and hold it until the block ends."""
        parts: list[bytes] = []
        try:
            await self._receive(request, parts)
            yield b"".join(parts)
        finally:
            self.held -= sum(map(len, parts))

    async def _receive(self, request: Request, parts: list[bytes]) -> None:
        most, seen = self.settings.body_bytes, 0
        declared = _declared(request)
        if declared > _DISCARDED * most:
            raise _too_large(most)
        too_large = declared > most
        try:
            async with asyncio.timeout(self.settings.upload_seconds):
                async for part in request.stream():
                    seen += len(part)
                    too_large = too_large or seen > most
                    if seen > _DISCARDED * most:
                        break
                    if not too_large:
                        self._hold(part, parts)
        except TimeoutError:
            seconds = self.settings.upload_seconds
            self.metrics.slow["body"] += 1
            if too_large:
                raise _too_large(most) from None
            raise ProblemError(408, "too-slow", f"the body did not arrive within {seconds:g} s") from None
        if too_large:
            raise _too_large(most)

    def _hold(self, part: bytes, parts: list[bytes]) -> None:
        if self.held + len(part) > self.settings.bodies_bytes:
            raise ProblemError(429, "busy", "too much is being sent at once; come back later", retry=2)
        self.held += len(part)
        parts.append(part)


def _too_large(most: int) -> ProblemError:
    return ProblemError(
        413, "too-large", f"the body is larger than {most / (1 << 20):.3g} MB, which is all that is taken"
    )


def _declared(request: Request) -> int:
    length = request.headers.get("content-length", "")
    return int(length) if length.isascii() and length.isdigit() else 0


def read_upload(request: Request, data: bytes) -> Upload:
    """Say what a body is, by the type it was sent with, and by how it begins where that says little."""
    if request.headers.get("content-encoding", "identity") != "identity":
        raise ProblemError(415, "media-type", "send the body as it is, without Content-Encoding")
    media_type, charset = _media_type(request.headers.get("content-type"))
    if media_type not in ALL_TYPES:
        raise ProblemError(415, "media-type", f"{media_type} is not taken; send one of: {', '.join(ALL_TYPES)}")
    if media_type == JSON_TYPE:
        return _of_json(data)
    if media_type in ZIP_TYPES or data.startswith(_ZIP):
        return Upload({"kind": "zip"}, data)
    return Upload({"kind": "page", "charset": charset}, data)


def _media_type(header: str | None) -> tuple[str, str | None]:
    if not header:
        return "application/octet-stream", None
    message = Message()
    message["Content-Type"] = header
    charset = message.get_content_charset()
    declared = header.partition(";")[0].strip().lower()
    return ("application/octet-stream" if declared == FORM_TYPE else declared), charset


def _of_json(data: bytes) -> Upload:
    """Read `{"html": ".."}` or `{"fetch": "https://.."}`."""
    try:
        given = json.loads(data)
    except (ValueError, RecursionError):
        raise ProblemError(400, "json", "the body is not JSON") from None
    if not isinstance(given, dict) or len(given) != 1 or not {"html", "fetch"} >= given.keys():
        raise ProblemError(422, "wrong-use", 'the body is {"html": ".."} or {"fetch": "https://.."}')
    html, address = given.get("html"), given.get("fetch")
    if isinstance(html, str):
        return Upload({"kind": "page", "charset": "utf-8"}, without_surrogates(html).encode())
    if isinstance(address, str) and 0 < len(address) <= 2000:
        try:
            parse_place(address)
        except FetchError as error:
            raise ProblemError(422, "wrong-use", str(error)) from None
        return Upload({"kind": "url", "address": address}, b"")
    raise ProblemError(422, "wrong-use", "html is a text, fetch an address of at most 2,000 characters")
