"""Requests and workers: pages that hang, crash or fill the memory cost nobody else anything."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from rubricator.serve.settings import Settings
from tests.waiting import until

from .servers import KILN, Client, Reply, is_up, serving

HARMED = Settings(port=0, workers=1, work_seconds=600, tasks="tests.serve.strange:harmed_tasks", shutdown_seconds=1)
ENDED = 'rubricator_workers_ended_total{{why="{}"}}'


@pytest.fixture(scope="module")
def harmed() -> Iterator[Client]:
    with serving(replace(HARMED, worker_bytes=300 << 20)) as client:
        yield client


def outline(client: Client, body: bytes = KILN) -> Reply:
    return client.post("/v1/extract", body, to="outline", method="tags")


def send(client: Client, body: bytes) -> socket.socket:
    """Send a page and do not wait for the answer."""
    raw = socket.create_connection((client.host, client.port))
    head = f"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
    raw.sendall(head.encode() + body)
    return raw


@pytest.mark.parametrize(
    ("page", "status", "problem", "ended"),
    [(b"CRASH", 500, "crash", "crash"), (b"GROW", 422, "page-too-costly", "memory"), (b"FAIL", 500, "internal", None)],
)
def test_a_page_that_does_harm_is_told(
    harmed: Client, page: bytes, status: int, problem: str, ended: str | None
) -> None:
    reply = outline(harmed, page)
    assert (reply.status, reply.problem) == (status, problem)
    assert "wished" not in reply.text, "details are for the log"
    assert outline(harmed).status == 200
    assert ended is None or harmed.metric(ENDED.format(ended)) == 1


def test_a_page_that_takes_too_long_is_given_up() -> None:
    with serving(replace(HARMED, work_seconds=0.2)) as client:
        reply = outline(client, b"HANG")
        assert (reply.status, reply.problem) == (504, "timeout")
        assert "longer than 0.2 s" in reply.text
        assert client.metric(ENDED.format("timeout")) == 1
        until(lambda: client.metric("rubricator_workers_started_total") == 2)


def test_clients_that_go_free_their_workers_and_too_many_are_told_to_come_back() -> None:
    with serving(replace(HARMED, workers=2, waiting=1)) as client, ExitStack() as going:
        going.enter_context(send(client, b"HANG"))
        until(lambda: client.metric("rubricator_busy") == 1)
        assert [outline(client).status for _ in range(4)] == [200] * 4, "the other worker goes on"
        going.enter_context(send(client, b"HANG"))
        until(lambda: client.metric("rubricator_busy") == 2)
        going.enter_context(send(client, b"HANG"))
        until(lambda: client.metric("rubricator_waiting") == 1)
        told = outline(client)
        assert (told.status, told.problem, told.headers["retry-after"]) == (429, "busy", "2")
        going.close()
        until(lambda: client.metric(ENDED.format("cancelled")) >= 2)
        assert outline(client).status == 200


def test_a_request_waits_so_long_for_a_worker_and_no_longer() -> None:
    with serving(replace(HARMED, waiting_seconds=0.2)) as client, send(client, b"HANG"):
        until(lambda: client.metric("rubricator_busy") == 1)
        told = outline(client)
        assert (told.status, told.problem, told.headers["retry-after"]) == (503, "busy", "5")


def test_the_clients_own_time_limit(server: Client) -> None:
    page = b"<p>word <b>bold</b> word</p>" * 30_000
    reply = server.post("/v1/extract", page, timeout="0.01")
    assert (reply.status, reply.problem) == (504, "timeout")


def test_a_server_whose_workers_do_not_start_says_so() -> None:
    code = "from rubricator.serve.server import *; serve(Settings(port=0, workers=1, tasks='tests.serve.strange:none'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "no worker process could be started" in done.stderr


def test_the_end_lets_requests_finish_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """A server in a process of its own: a signal while a page is worked on."""
    code = "from rubricator.serve.server import *; serve(Settings(port=0, workers=1, shutdown_seconds=600, tasks='{}'))"
    command = [sys.executable, "-c", code.format(HARMED.tasks)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        port = int(process.stderr.readline().partition("127.0.0.1:")[2].partition("/")[0])
        client = Client("127.0.0.1", port, None)  # type: ignore[arg-type]
        until(lambda: is_up(client))
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, check=True)
        (child,) = map(int, listed.stdout.split())
        replies: list[Reply] = []
        page = f"HANG {tmp_path / 'go on'}".encode()
        asking = threading.Thread(target=lambda: replies.append(outline(client, page)))
        asking.start()
        until(lambda: client.metric("rubricator_busy") == 1)
        process.send_signal(signal.SIGTERM)
        until(lambda: not is_up(client))
        (tmp_path / "go on").touch()
        asking.join()
        assert process.wait() in (0, -signal.SIGTERM)
        assert [reply.status for reply in replies] == [200]
        assert not Path(f"/proc/{child}").exists()
