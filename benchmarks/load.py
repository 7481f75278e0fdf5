"""A load run against `rubricator serve` on loopback: many clients, pages of 10 KB to 5 MB, some of which hang.

    python benchmarks/load.py [--clients 50] [--rounds 3] [--each 3] [--workers N]

Every answer is compared with what the library gives for the same page, whole; pages carry a mark of their own, so that
an answer to another request is a wrong one. Some clients stop in the middle of their body (408), some go away, and some
send a page on which the worker hangs (504). The memory of the server and of its workers is read before, while and
after. Exit code 1 when an answer is wrong, a request fails otherwise, or memory grows from round to round.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median

import rubricator
from rubricator.workers.child import Task

SIZES = (10_000, 50_000, 200_000, 1_000_000, 5_000_000)
SHARES = (40, 30, 18, 9, 3)
"""How often each size is asked for, in percent."""
HANG = "PLEASE HANG"
MARK = "mark-00000000"
WORK_SECONDS, UPLOAD_SECONDS = 30, 3
GROWTH = 1.15
_WORDS = "kiln shelf glaze cone clay water slow fire wood plot path river stile boots meadow tenor alto music".split()


def page(size: int) -> str:
    """Return a page of about a size: bold headings over paragraphs, lists and tables."""
    chance = random.Random(size)

    def words(count: int) -> str:
        return " ".join(chance.choices(_WORDS, k=count)).capitalize()

    parts = [f"<!doctype html><title>{MARK}</title><style>.h{{font:bold 20px serif}}</style><h1>{MARK} {words(3)}</h1>"]
    length = 0
    while length < size:
        part = (
            f"<p class=h>{words(3)}</p><p>{words(60)}.</p><p><b>{words(2)}</b></p><p>{words(90)}.</p>"
            f"<ul><li>{words(8)}<li>{words(9)}</ul><table><tr><td>{words(2)}<td>{words(2)}</table>"
        )
        parts.append(part)
        length += len(part)
    return "".join(parts)


def answer_of(html: str) -> str:
    """Return what the server has to answer, but for the digest of the page, which is another with every mark."""
    return without_digest(rubricator.read(html.encode()).to_json())


def without_digest(text: str) -> str:
    found = json.loads(text)
    found["source"]["sha256"] = ""
    return json.dumps(found, ensure_ascii=False)


@dataclass
class Tally:
    """What came of the requests."""

    outcomes: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, outcome: str, seconds: float | None = None, wrong: str = "") -> None:
        with self.lock:
            self.outcomes[outcome] += 1
            if seconds is not None:
                self.seconds.append(seconds)
            if wrong:
                self.wrong.append(wrong)


@dataclass
class Load:
    """One run: the server's port, and pages with their right answers."""

    port: int
    pages: dict[int, str]
    answers: dict[int, str]
    tally: Tally = field(default_factory=Tally)

    def client(self, number: int, each: int) -> None:
        """Be one client: mostly a good one, sometimes not."""
        chance = random.Random(number)
        for step in range(each):
            kind = chance.choices(("fine", "hang", "stall", "leave"), (93, 2, 3, 2))[0]
            size = chance.choices(SIZES, SHARES)[0]
            if kind == "fine":
                self.fine(f"mark-{number:04d}{step:04d}", size)
            elif kind == "hang":
                self.hang()
            else:
                self.broken(kind)

    def ask(self, body: bytes, query: str = "") -> tuple[int, bytes]:
        """Send a page; come back when told to."""
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
            try:
                connection.request("POST", f"/v1/extract{query}", body, {"Content-Type": "text/html"})
                reply = connection.getresponse()
                found = reply.status, reply.read()
            finally:
                connection.close()
            if found[0] != 429:
                return found
            self.tally.add("429, came back")
            time.sleep(float(reply.headers["Retry-After"]))

    def fine(self, mark: str, size: int) -> None:
        started = time.monotonic()
        status, body = self.ask(self.pages[size].replace(MARK, mark).encode())
        seconds = time.monotonic() - started
        if status != 200:
            self.tally.add(str(status), wrong=f"{status} for a page of {size}: {body[:200]!r}")
        elif without_digest(body.decode()) != self.answers[size].replace(MARK, mark):
            self.tally.add("wrong answer", wrong=f"another answer for a page of {size}")
        else:
            self.tally.add("right answer", seconds)

    def hang(self) -> None:
        status, body = self.ask(f"<p>{HANG}</p>".encode())
        wrong = "" if status == 504 else f"{status} for a page that hangs: {body[:200]!r}"
        self.tally.add("504 for a page that hangs", wrong=wrong)

    def broken(self, kind: str) -> None:
        """Send half of a body; then wait for what the server says, or go."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=120) as raw:
            raw.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n<p>half")
            if kind == "leave":
                self.tally.add("went away")
                return
            said = raw.recv(1000)
        wrong = "" if said.startswith(b"HTTP/1.1 408") else f"{said[:60]!r} for half a body"
        self.tally.add("408 for half a body", wrong=wrong)


def memory(pid: int) -> int:
    """Return the memory of a process and its children, in MB."""
    listed = subprocess.run(["ps", "-o", "rss=", "--pid", str(pid), "--ppid", str(pid)], capture_output=True, text=True)
    return sum(map(int, listed.stdout.split())) // 1024


def settled(pid: int) -> int:
    """Return the memory when it has stopped falling: workers that were ended are started anew."""
    found = [memory(pid)]
    while len(found) < 3 or found[-1] < found[-3]:
        time.sleep(1)
        found.append(memory(pid))
    return found[-1]


@contextmanager
def served(workers: int, clients: int) -> Iterator[tuple[int, int]]:
    """Run a server in a process of its own; give its process id and port."""
    command = [sys.executable, __file__, "--serve", str(workers), "--clients", str(clients)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        try:
            port = int(process.stderr.readline().rpartition("127.0.0.1:")[2].partition("/")[0])
            threading.Thread(target=process.stderr.read, daemon=True).start()
            wait_until_ready(port)
            yield process.pid, port
        finally:
            process.terminate()
            process.wait(60)


def wait_until_ready(port: int) -> None:
    for _ in range(600):
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=60) as raw:
                raw.sendall(b"GET /v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                if raw.recv(100).startswith(b"HTTP/1.1 200"):
                    return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


def serve_here(workers: int, clients: int) -> None:
    """Be the server, with workers that hang when a page says so."""
    from rubricator.serve.server import serve
    from rubricator.serve.settings import Settings

    # Workers find this module by its name.
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    serve(
        Settings(
            port=0,
            workers=workers,
            waiting=max(64, clients),
            upload_seconds=UPLOAD_SECONDS,
            work_seconds=WORK_SECONDS,
            waiting_seconds=600,
            tasks="load:hanging_tasks",
        )
    )


def hanging_tasks(_: None) -> Mapping[str, Task]:
    """Return what workers do: a page that says so is worked on for ever."""
    from rubricator.serve import work

    real = work.TASKS["extract"]

    def extract(job: work.Job) -> work.Answer:
        if HANG.encode() in job.payload:
            while True:
                time.sleep(1)
        return real(job)

    work.TASKS["extract"] = extract
    return work.page_tasks(None)


def run(given: argparse.Namespace) -> int:
    pages = {size: page(size) for size in SIZES}
    print("computing the right answers ...", file=sys.stderr)
    load = Load(0, pages, {size: answer_of(html) for size, html in pages.items()})
    with served(given.workers, given.clients) as (pid, port):
        load.port = port
        levels = [memory(pid)]
        peak = levels[0]
        for number in range(given.rounds):
            started = time.monotonic()
            with ThreadPoolExecutor(given.clients) as clients:
                busy = [clients.submit(load.client, number * 1000 + one, given.each) for one in range(given.clients)]
                while not all(one.done() for one in busy):
                    peak = max(peak, memory(pid))
                    time.sleep(0.5)
                for one in busy:
                    one.result()
            levels.append(settled(pid))
            print(f"round {number + 1}: {time.monotonic() - started:.0f} s, {levels[-1]} MB", file=sys.stderr)
    return report(load.tally, levels, peak)


def report(tally: Tally, levels: list[int], peak: int) -> int:
    for outcome, count in sorted(tally.outcomes.items()):
        print(f"{count:6}  {outcome}")
    ordered = sorted(tally.seconds)
    late = ordered[int(0.95 * (len(ordered) - 1))]
    print(f"seconds of right answers: median {median(ordered):.2f}, 95th percentile {late:.2f}, most {ordered[-1]:.2f}")
    print(f"MB of server and workers: at the start {levels[0]}, after each round {levels[1:]}, most {peak}")
    grown = len(levels) > 2 and levels[-1] > GROWTH * max(levels[1:-1])
    for one in tally.wrong[:10]:
        print(f"WRONG: {one}")
    if grown:
        print("WRONG: memory grows from round to round")
    return 1 if tally.wrong or grown else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--clients", type=int, default=50, help="at the same time (default: 50)")
    parser.add_argument("--each", type=int, default=3, help="requests of a client in a round (default: 3)")
    parser.add_argument("--rounds", type=int, default=3, help="(default: 3)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve_here(given.serve, given.clients)
    else:
        return run(given)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
