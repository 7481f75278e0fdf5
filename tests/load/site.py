"""A web site on the loopback address, for tests of fetching."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DRIP_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Answer:
    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    length: int | None = None
    drip: bool = False


@dataclass(slots=True)
class Site:
    host: str
    answers: dict[str, Answer] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    closing: threading.Event = field(default_factory=threading.Event)

    def url(self, path: str) -> str:
        return f"http://{self.host}{path}"

    def put(self, path: str, body: bytes, content_type: str | None = "text/html", **more: str) -> str:
        headers = [("Content-Type", content_type)] if content_type is not None else []
        headers += [(name.replace("_", "-"), value) for name, value in more.items()]
        self.answers[path] = Answer(body, headers=tuple(headers))
        return self.url(path)

    def redirect(self, path: str, location: str, status: int = 302) -> str:
        self.answers[path] = Answer(status=status, headers=(("Location", location),))
        return self.url(path)


def _handler(site: Site) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.requests.append(self.path)
            site.headers.update(self.headers.items())
            answer = site.answers.get(self.path, Answer(b"nothing here", 404))
            try:
                self._send(answer)
            except OSError:
                self.close_connection = True

        def _send(self, answer: Answer) -> None:
            self.send_response(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            if not answer.drip:
                self.send_header("Content-Length", str(len(answer.body) if answer.length is None else answer.length))
            self.end_headers()
            self.wfile.write(answer.body)
            while answer.drip and not site.closing.wait(DRIP_SECONDS):
                self.wfile.write(b"x")

        def log_message(self, format: str, *args: object) -> None:
            """Stay silent."""

    return Handler


@contextmanager
def serving() -> Iterator[Site]:
    site = Site("")
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(site))
    server.daemon_threads = True
    site.host = f"127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
