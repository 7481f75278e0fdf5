"""The bar on a terminal, and the gate that keeps memory flat."""

from __future__ import annotations

import asyncio
import io
import re
import threading

import pytest

from rubricator.batch import gate as gates
from rubricator.batch.gate import Gate
from rubricator.batch.inputs import Slice
from rubricator.batch.page import error_row
from rubricator.batch.progress import METER, Meter, Progress, shown
from rubricator.batch.record import Record
from rubricator.batch.rows import Row
from rubricator.batch.settings import Settings


def row(source: str, position: str, error: str | None = None) -> list[Row]:
    made = error_row(Record(source, position, "html"), Settings(), "")
    made["error"] = error
    return [made]


def test_the_meter_knows_how_far_into_its_input_a_shard_is() -> None:
    meter = Meter()
    meter.begin(
        [Slice("warc", ("a",), 100, 0, 100), Slice("warc", ("a",), 100, 100, 200), Slice("page", ("p", "q"), 50)]
    )
    meter.add([row("a", "40"), row("a", "130+7", "timeout: x"), row("a", "20"), row("p", "0", "not-html: x")])
    assert (meter.pages, meter.errors) == (4, 1)
    assert meter.bytes_done() == 40 + 30 + 25
    meter.begin(())
    assert (meter.pages, meter.bytes_done()) == (0, 0)


def test_the_bar_tells_pages_speed_errors_and_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 10.0, 20.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    METER.begin([Slice("warc", ("a",), 100)])
    try:
        progress = Progress(400)
        progress.bytes, progress.pages, progress.errors = 100, 50, 2
        progress.begin()
        METER.add([row("a", "100", "memory: x")])
        assert progress.line() == "[############............] 51 pages, 0.1 pages/s, 3 errors, 0:20 left"
    finally:
        METER.begin(())


class Terminal(io.StringIO):
    def __init__(self, drawn: threading.Event) -> None:
        super().__init__()
        self.drawn = drawn

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.drawn.set()


def test_the_bar_is_drawn_on_terminals_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = threading.Event()
    terminal = Terminal(drawn)
    monkeypatch.setattr("sys.stderr", terminal)
    with shown(Progress(10)):
        assert drawn.wait(600)
    assert re.match(r"\r\x1b\[K\[\.{24}\] 0 pages", terminal.getvalue())
    assert terminal.getvalue().endswith("\r\x1b[K")
    nowhere = io.StringIO()
    monkeypatch.setattr("sys.stderr", nowhere)
    with shown(Progress(10)):
        pass
    assert nowhere.getvalue() == ""


def test_readers_wait_until_there_is_room() -> None:
    gate = Gate(100)

    async def run() -> list[str]:
        told: list[str] = []
        await gate.enter(80)
        gate.begin()

        async def second() -> None:
            await gate.enter(80)
            told.append("entered")

        waiting = asyncio.create_task(second())
        for _ in range(3):
            await asyncio.sleep(0)
        told.append("waits")
        gate.end(80)
        await waiting
        return told

    assert asyncio.run(run()) == ["waits", "entered"]


def test_readers_go_on_when_nothing_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine may want more before it hands on what it has; waiting for it would be for ever."""
    monkeypatch.setattr(gates, "_IDLE", 0.0)
    gate = Gate(100)

    async def run() -> None:
        await gate.enter(80)
        await gate.enter(80)

    asyncio.run(asyncio.wait_for(run(), 600))
