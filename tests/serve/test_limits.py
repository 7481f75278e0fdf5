"""Limits on bodies: their size, and the time that they and their headers take."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from unittest.mock import Mock

import pytest

from rubricator.serve.metrics import Metrics
from rubricator.serve.protocol import TimedProtocol
from rubricator.serve.settings import Settings
from tests.waiting import until

from .servers import KILN, Client, serving

TIGHT = Settings(port=0, workers=1, body_bytes=100_000, bodies_bytes=150_000, upload_seconds=600, answer_seconds=600)


@pytest.fixture(scope="module")
def tight() -> Iterator[Client]:
    """Takes little, and waits for it as long as it takes."""
    with serving(TIGHT) as client:
        yield client


@pytest.fixture(scope="module")
def hasty() -> Iterator[Client]:
    """Takes little, and does not wait."""
    with serving(replace(TIGHT, upload_seconds=1, answer_seconds=0.4)) as client:
        yield client


def slow(client: Client, what: str) -> int:
    """Return how many connections were closed; asking the server could be too slow for it."""
    return int(client.server.config.app.state.metrics.slow[what])  # type: ignore[union-attr]


def raw_exchange(client: Client, sent: bytes) -> bytes:
    """Send bytes and return all that comes back until the server closes the connection."""
    with socket.create_connection((client.host, client.port), timeout=300) as raw:
        raw.sendall(sent)
        received = b""
        while piece := raw.recv(65536):
            received += piece
        return received


def test_a_large_body_is_refused(tight: Client) -> None:
    reply = tight.post("/v1/extract", b"x" * 100_001)
    assert (reply.status, reply.problem) == (413, "too-large")
    assert tight.post("/v1/extract", b"x" * 100_000).status == 200


def sent(*headers: str, body: bytes = b"only this") -> bytes:
    return "\r\n".join(["POST /v1/extract HTTP/1.1", "Host: localhost", *headers, "", ""]).encode() + body


CHUNK = b"%x\r\n" % 60_000 + b"x" * 60_000 + b"\r\n"
BODIES = {
    "large, and of no length": (sent("Transfer-Encoding: chunked", body=2 * CHUNK + b"0\r\n\r\n"), 413, "too-large"),
    "of a length that is too large": (sent("Content-Length: 100001"), 413, "larger than 0.0954 MB"),
    "of a length that is far too large": (sent("Content-Length: 99999999999"), 413, "larger than 0.0954 MB"),
    "without end": (sent("Transfer-Encoding: chunked", body=10 * CHUNK), 413, "too-large"),
    "slow": (sent("Content-Length: 100"), 408, "problem:too-slow"),
}


@pytest.mark.parametrize(("request_", "status", "told"), BODIES.values(), ids=BODIES.keys())
def test_bodies_that_are_not_waited_for_are_refused(hasty: Client, request_: bytes, status: int, told: str) -> None:
    answer = raw_exchange(hasty, request_)
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert told.encode() in answer


def test_slow_headers_are_given_up(hasty: Client) -> None:
    before = slow(hasty, "headers")
    answer = raw_exchange(hasty, b"GET /v1/health HTTP/1.1\r\nHost: loc")
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"problem:too-slow" in answer
    assert raw_exchange(hasty, b"") == b""
    assert slow(hasty, "headers") == before + 1


def test_slow_headers_of_a_second_request_are_given_up(hasty: Client) -> None:
    answer = raw_exchange(hasty, b"GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /v1/he")
    assert answer.count(b"HTTP/1.1 200") == 1


def test_headers_that_drip_are_given_up(hasty: Client) -> None:
    """Each byte arrives in time, all of them together do not."""
    with socket.create_connection((hasty.host, hasty.port), timeout=300) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nX: ")
        raw.settimeout(0.05)
        answer = b""
        for _ in range(1000):
            try:
                raw.sendall(b"x")
                answer += (piece := raw.recv(65536))
                if not piece:
                    break
            except TimeoutError:
                continue
            except (BrokenPipeError, ConnectionResetError):
                break
        else:
            raise AssertionError("the server took the bytes for ever")
    assert not answer or answer.startswith(b"HTTP/1.1 408 ")


def test_a_client_that_does_not_take_its_answer_is_given_up(hasty: Client, tight: Client) -> None:
    """JSON that is indented makes an answer of some 15 MB, more than the system's own buffers hold."""
    before = slow(hasty, "answer")
    page = b"<h1>a" * 12_000
    head = f"POST /v1/extract?indent=16&method=tags HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(page)}\r\n\r\n"
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.settimeout(300)
        raw.connect((hasty.host, hasty.port))
        raw.sendall(head.encode() + page)
        until(lambda: slow(hasty, "answer") == before + 1)
        until(lambda: not hasty.server.server_state.connections)
    reply = tight.post("/v1/extract", page, indent=16, method="tags")
    assert reply.status == 200
    assert len(reply.body) == int(reply.headers["content-length"]) > 8 << 20


class Pipe:
    """A transport whose client takes some of what waits for it between two looks."""

    def __init__(self, *sizes: int) -> None:
        self.sizes, self.aborted = list(sizes), False

    def get_write_buffer_size(self) -> int:
        return self.sizes.pop(0)

    def abort(self) -> None:
        self.aborted = True


@pytest.mark.parametrize(
    ("sizes", "is_cut"),
    [
        ((0, 0, 0), False),
        ((500_000, 400_000, 300_000, 0), False),
        ((500_000, 499_000), True),
        ((500_000, 400_000, 399_999), True),
        ((3_000, 3_000), True),
        ((60_000, 900_000, 800_000), False),
    ],
)
def test_only_those_who_hardly_take_anything_are_given_up(sizes: tuple[int, ...], is_cut: bool) -> None:
    protocol = object.__new__(TimedProtocol)
    protocol.loop, protocol.transport, protocol.metrics = Mock(), Pipe(*sizes), Metrics()  # type: ignore[assignment]
    for _ in sizes:
        protocol._watch()
    assert protocol.transport.aborted == is_cut  # type: ignore[attr-defined]
    assert protocol.metrics.slow["answer"] == is_cut


def test_all_bodies_together_have_a_limit(tight: Client) -> None:
    part = b"x" * 90_000
    head = b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 95000\r\n\r\n"
    with socket.create_connection((tight.host, tight.port)) as first:
        first.sendall(head + part)
        until(lambda: tight.metric("rubricator_held_bytes") >= 90_000)
        reply = tight.post("/v1/extract", part)
        assert (reply.status, reply.problem) == (429, "busy")
    until(lambda: tight.metric("rubricator_held_bytes") == 0)
    assert tight.post("/v1/extract", KILN).status == 200


def test_broken_requests_do_no_harm(tight: Client) -> None:
    for sent in (b"NONSENSE\r\n\r\n", b"\x00" * 200, b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000 + b"\r\n"):
        try:
            answer = raw_exchange(tight, sent)
        except ConnectionResetError:
            continue
        assert answer.startswith(b"HTTP/1.1 4") or not answer
    assert tight.get("/v1/health").status == 200
