"""Servers on loopback for tests: the real one, in a thread, with real workers."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode

import uvicorn

from rubricator.serve.server import bound, make_server
from rubricator.serve.settings import Settings

KILN = b"<title>Kiln</title><h1>Kiln</h1><p>Hot.<h2>Fees</h2><p>None at all.<h2>Terms</h2><p>Ask us."


class Reply(NamedTuple):
    """An answer of the server."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def problem(self) -> str:
        """The code of a problem."""
        assert self.headers["content-type"] == "application/problem+json", self
        return str(self.json()["type"]).removeprefix("urn:rubricator:problem:")


@dataclass(slots=True)
class Client:
    """Speaks HTTP with a server."""

    host: str
    port: int
    server: uvicorn.Server
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def ask(self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None) -> Reply:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=600)
        try:
            connection.request(method, path, body, {**self.headers, **(headers or {})})
            answer = connection.getresponse()
            return Reply(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def get(self, path: str, headers: Mapping[str, str] | None = None, **query: str | int) -> Reply:
        return self.ask("GET", _with(path, query), None, headers)

    def post(
        self,
        path: str,
        body: bytes = KILN,
        kind: str | None = "text/html",
        /,
        headers: Mapping[str, str] | None = None,
        **query: str | int,
    ) -> Reply:
        more = {"Content-Type": kind} if kind else {}
        return self.ask("POST", _with(path, query), body, {**more, **(headers or {})})

    def metric(self, name: str) -> float:
        """Return the value of a metric, 0 when it is not there."""
        lines = self.get("/v1/metrics").text.splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.rpartition(" ")[0] == name)


def _with(path: str, query: Mapping[str, str | int]) -> str:
    return f"{path}?{urlencode(query)}" if query else path


@contextmanager
def serving(settings: Settings) -> Iterator[Client]:
    """Run a server until the block ends."""
    sock = bound(settings)
    host, port = sock.getsockname()[:2]
    server = make_server(settings)
    ready = threading.Event()
    startup = server.startup

    async def told(*args: object, **more: object) -> None:
        await startup(*args, **more)  # type: ignore[arg-type]
        ready.set()

    server.startup = told  # type: ignore[method-assign]
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
    thread.start()
    while not ready.wait(0.5):
        assert thread.is_alive(), "the server did not start"
    try:
        yield Client(host, port, server)
    finally:
        server.should_exit = True
        thread.join(600)
        sock.close()
        assert not thread.is_alive(), "the server did not end"


def is_up(client: Client) -> bool:
    try:
        return client.get("/v1/health").status == 200
    except ConnectionError:
        return False
