"""Running the application: one socket, uvicorn, and an end that lets requests finish."""

from __future__ import annotations

import socket
import sys

import uvicorn

from rubricator.errors import UsageError
from rubricator.serve.app import make_app
from rubricator.serve.protocol import TimedProtocol
from rubricator.serve.settings import Settings, check

_BACKLOG = 256
_CONNECTIONS = 1000
"""Open at a time; beyond, requests are answered with 503."""


def serve(settings: Settings) -> None:
    """Serve until a signal says to end."""
    check(settings)
    with bound(settings) as sock:
        print(f"rubricator: serving {address(sock)} (Ctrl-C ends it)", file=sys.stderr, flush=True)
        make_server(settings).run(sockets=[sock])


def bound(settings: Settings) -> socket.socket:
    """Return a socket at the address that is to be served."""
    host = settings.host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, settings.port), family=family, backlog=_BACKLOG)
    except OSError as error:
        why = error.strerror or error
        raise UsageError(f"{settings.host}:{settings.port} cannot be served: {why}; choose another --port") from error


def address(sock: socket.socket) -> str:
    """Return the address of a socket for a browser."""
    host, port = sock.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def make_server(settings: Settings) -> uvicorn.Server:
    """Return a server that is not yet running."""
    app = make_app(settings)
    limits = {
        "header_seconds": settings.upload_seconds,
        "answer_seconds": settings.answer_seconds,
        "metrics": app.state.metrics,
    }
    protocol = type("Protocol", (TimedProtocol,), limits)
    config = uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=max(1, int(min(10, settings.upload_seconds))),
        timeout_graceful_shutdown=int(settings.shutdown_seconds),
        limit_concurrency=_CONNECTIONS,
        h11_max_incomplete_event_size=64 << 10,
    )
    return uvicorn.Server(config)
