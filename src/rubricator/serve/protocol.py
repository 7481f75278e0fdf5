"""The HTTP protocol of uvicorn, with limits on the time that clients take to send headers and to take answers."""

from __future__ import annotations

import asyncio
import logging

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from rubricator.serve.metrics import Metrics
from rubricator.serve.problems import MEDIA_TYPE, problem_json

log = logging.getLogger("rubricator.serve")
SLOWEST = 4096
"""Bytes a second that a client has to take of its answer."""


class TimedProtocol(H11Protocol):
    """Gives a connection up whose client sends the headers of a request, or takes an answer, too slowly."""

    header_seconds = 20.0
    answer_seconds = 20.0
    metrics: Metrics
    _patience: asyncio.TimerHandle | None = None
    _watching: asyncio.TimerHandle | None = None
    _left = 0
    """Bytes of answers that the client had not taken when it was last looked at."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()
        self._watching = self.loop.call_later(self.answer_seconds, self._watch)

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._stop()
        elif self._patience is None and (self.cycle is None or self.cycle.response_complete):
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        if self._watching is not None:
            self._watching.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._patience = self.loop.call_later(self.header_seconds, self._give_up)

    def _stop(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self) -> None:
        """Close a connection whose next request has not come; one that has begun to is told why."""
        self._patience = None
        if self.transport.is_closing():
            return
        if self.conn.trailing_data[0] and self.conn.our_state is h11.IDLE:
            self._ended("headers")
            detail = f"the headers did not arrive within {self.header_seconds:g} s"
            headers = [("Content-Type", MEDIA_TYPE), ("Connection", "close")]
            for event in (
                h11.Response(status_code=408, headers=headers, reason=b"Request Timeout"),
                h11.Data(data=problem_json(408, "too-slow", detail)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _watch(self) -> None:
        """Look whether the client takes its answer. The buffer grows only while it has taken what was there before."""
        left, before = self.transport.get_write_buffer_size(), self._left
        if left and before - SLOWEST * self.answer_seconds < left <= before:
            self._ended("answer")
            # Not closed: that would wait for the client.
            self.transport.abort()
            return
        self._left = left
        self._watching = self.loop.call_later(self.answer_seconds, self._watch)

    def _ended(self, why: str) -> None:
        self.metrics.slow[why] += 1
        log.info("a connection was closed: slow %s", why)
