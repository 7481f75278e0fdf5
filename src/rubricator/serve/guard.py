"""The guard before all routes: who may ask, from where, and the headers that every answer has."""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import time
from http.cookies import CookieError, SimpleCookie
from urllib.parse import quote, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rubricator.serve.metrics import Metrics
from rubricator.serve.problems import ProblemError
from rubricator.serve.service import respond_problem
from rubricator.serve.settings import Settings, is_loopback

log = logging.getLogger("rubricator.serve")
COOKIE = "rubricator"
SIGN_IN = "/sign-in"
_OPEN = (SIGN_IN, "/v1/health")
_OPEN_BELOW = "/static/"
_HOST = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*)(?::[0-9]*)?\Z")
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""For our own pages. Inline styles are for the page in the frame, which has them and inherits this policy."""


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app, self.settings, self.metrics = app, settings, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        started, status = time.monotonic(), 500

        async def counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Content-Security-Policy", POLICY)
            elif message["type"] == "http.response.body":
                self.metrics.sent += len(message.get("body", b""))
            await send(message)

        try:
            problem = self.refusal(scope)
            if problem is None:
                await self.app(scope, receive, counted)
            elif problem.status == 401 and _wants_page(scope):
                await _to_sign_in(scope, counted)
            else:
                await respond_problem(problem)(scope, receive, counted)
        finally:
            seconds = time.monotonic() - started
            self.metrics.count(_method(scope), _route(scope), status, seconds)
            log.info("%s %s %d %.3f s", scope["method"], quote(scope["path"]), status, seconds)

    def refusal(self, scope: Scope) -> ProblemError | None:
        """Say why a request is refused; None when it is not."""
        headers = Headers(scope=scope)
        if self.settings.token is None and not is_loopback(_host(headers.get("host", ""))):
            # A name that somebody else made point to this machine (DNS rebinding).
            return ProblemError(403, "host", "this server answers under the name localhost and loopback addresses only")
        if scope["method"] not in _SAFE and not _same_origin(headers):
            return ProblemError(403, "origin", "pages of other sites may not send anything here")
        path = scope["path"]
        if self.settings.token is None or path in _OPEN or path.startswith(_OPEN_BELOW):
            return None
        if allowed(self.settings.token, headers):
            return None
        return ProblemError(401, "token", "send the token as: Authorization: Bearer TOKEN")


def allowed(token: str, headers: Headers) -> bool:
    """Say whether a request has the token, or the cookie that stands for it."""
    kind, _, given = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and same(given.strip(), token):
        return True
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return False
    return found is not None and same(found.value, cookie_value(token))


def cookie_value(token: str) -> str:
    """Return what the cookie holds: not the token, but what only one who has it can make."""
    return hmac.new(token.encode("utf-8", "replace"), b"rubricator studio", hashlib.sha256).hexdigest()


def same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def _host(header: str) -> str:
    """Return the host of a Host header, without its port; nothing for one that is not of this form."""
    found = _HOST.match(header)
    return found[1] if found else ""


def _same_origin(headers: Headers) -> bool:
    """Say whether a request comes from no page, or from one of ours."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False


def _wants_page(scope: Scope) -> bool:
    return scope["method"] == "GET" and not scope["path"].startswith("/v1/") and "/data/" not in scope["path"]


async def _to_sign_in(scope: Scope, send: Send) -> None:
    """Lead to where one signs in, and from there to what was asked for."""
    query = scope["query_string"].decode("latin-1")
    asked = quote(scope["path"]) + (f"?{query}" if query else "")
    place = SIGN_IN if asked == "/" else f"{SIGN_IN}?{urlencode({'to': asked})}"
    await send({"type": "http.response.start", "status": 303, "headers": [(b"location", place.encode())]})
    await send({"type": "http.response.body", "body": b""})


def _method(scope: Scope) -> str:
    return scope["method"] if scope["method"] in ("GET", "HEAD", "POST", "PUT", "DELETE") else "other"


def _route(scope: Scope) -> str:
    """Return the path of the route that a request has found: what clients make up must not become a label."""
    endpoint = scope.get("endpoint")
    routes = scope["app"].routes if endpoint else ()
    return next((str(route.path) for route in routes if route.endpoint is endpoint), "other")
