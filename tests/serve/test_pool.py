"""Workers: pages that hang, crash or fill the memory cost nobody else anything."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rubricator.serve.settings import Settings
from tests.waiting import until

from .servers import KILN, Client, Reply, is_up, serving

STUCK = (sys.executable, "-m", "tests.serve.stuck_worker")
HANG, CRASH, GROW, KEEP, FAIL = (
    b"<p>PLEASE " + word.encode() + b"</p>" for word in ("HANG", "CRASH", "GROW", "KEEP", "FAIL")
)
ENDED = 'rubricator_workers_ended_total{{why="{}"}}'


@pytest.fixture(scope="module")
def strange() -> Iterator[Client]:
    settings = Settings(
        port=0,
        workers=2,
        work_seconds=1.5,
        waiting=8,
        worker_bytes=300 << 20,
        worker=STUCK,
        shutdown_seconds=2,
    )
    with serving(settings) as client:
        yield client


def outline(client: Client, body: bytes = KILN) -> Reply:
    return client.post("/v1/extract", body, to="outline", method="tags")


def test_a_page_that_hangs_is_given_up_and_others_go_on(strange: Client) -> None:
    with ThreadPoolExecutor(4) as several:
        hanging = several.submit(outline, strange, HANG)
        fine = [several.submit(outline, strange) for _ in range(6)]
        assert [one.result().status for one in fine] == [200] * 6
        assert not hanging.done()
        reply = hanging.result()
    assert (reply.status, reply.problem) == (504, "timeout")
    assert strange.metric(ENDED.format("timeout")) == 1
    assert outline(strange).status == 200


def test_a_page_that_crashes_its_worker(strange: Client) -> None:
    reply = outline(strange, CRASH)
    assert (reply.status, reply.problem) == (500, "crash")
    assert [outline(strange).status for _ in range(4)] == [200] * 4


def test_a_page_that_fills_the_memory(strange: Client) -> None:
    reply = outline(strange, GROW)
    assert reply.status in (422, 504)
    assert strange.metric(ENDED.format("memory")) + strange.metric(ENDED.format("timeout")) >= 1
    assert outline(strange).status == 200


def test_a_mistake_is_told_without_its_details(strange: Client) -> None:
    reply = outline(strange, FAIL)
    assert (reply.status, reply.problem) == (500, "internal")
    assert "wished" not in reply.text
    assert outline(strange).status == 200


@pytest.mark.skipif(not Path("/proc").exists(), reason="the system does not tell the memory of a process")
def test_a_worker_that_has_grown_is_replaced() -> None:
    with serving(Settings(port=0, workers=1, kept_bytes=120 << 20, worker=STUCK)) as client:
        assert outline(client).status == 200
        assert client.metric(ENDED.format("grown")) == 0
        assert outline(client, KEEP).status == 200
        assert client.metric(ENDED.format("grown")) == 1
        assert outline(client).status == 200


def test_too_many_requests_are_told_to_come_back() -> None:
    settings = Settings(port=0, workers=1, waiting=1, work_seconds=0.5, worker=STUCK, shutdown_seconds=1)
    with serving(settings) as client, ThreadPoolExecutor(6) as several:
        replies = [one.result() for one in [several.submit(outline, client, HANG) for _ in range(6)]]
    statuses = sorted(reply.status for reply in replies)
    assert statuses == [429] * 4 + [504] * 2
    told = next(reply for reply in replies if reply.status == 429)
    assert told.headers["retry-after"] == "2"
    assert told.problem == "busy"


def test_the_clients_own_time_limit(server: Client) -> None:
    page = b"<p>word <b>bold</b> word</p>" * 30_000
    reply = server.post("/v1/extract", page, timeout="0.01")
    assert (reply.status, reply.problem) == (504, "timeout")


def test_a_client_that_goes_frees_its_worker(strange: Client) -> None:
    import socket

    before = strange.metric(ENDED.format("cancelled"))
    with socket.create_connection((strange.host, strange.port)) as raw:
        head = f"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(HANG)}\r\n\r\n"
        raw.sendall(head.encode() + HANG)
        until(lambda: strange.metric("rubricator_busy") == 1)
    until(lambda: strange.metric(ENDED.format("cancelled")) == before + 1)


def test_the_end_lets_requests_finish_and_leaves_nothing_behind() -> None:
    """The real command, in a process of its own: a signal while a page is worked on."""
    command = [sys.executable, "-m", "rubricator", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        port = int(process.stderr.readline().partition("127.0.0.1:")[2].partition("/")[0])
        client = Client("127.0.0.1", port, None)  # type: ignore[arg-type]
        until(lambda: is_up(client))
        children = _children(process.pid)
        assert len(children) == 1
        page = b"<h2>A <b>bold</b> heading</h2><p>word word word</p>" * 6_000
        replies: list[Reply] = []
        asking = threading.Thread(target=lambda: replies.append(client.post("/v1/extract", page, to="outline")))
        asking.start()
        until(lambda: client.metric("rubricator_busy") == 1)
        process.send_signal(signal.SIGTERM)
        asking.join(60)
        assert process.wait(60) in (0, -signal.SIGTERM)
        assert [reply.status for reply in replies] == [200]
        assert not any(_lives(child) for child in children)


def _children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=True)
    return [int(one) for one in found.stdout.split()]


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
