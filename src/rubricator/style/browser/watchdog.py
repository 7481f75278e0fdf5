"""Watches the browser while it works on a page, and kills it when the page takes too long or too much."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from pathlib import Path
from types import TracebackType

_INTERVAL = 0.2
_LAST_SECONDS = 5.0
_PROCESSES = Path("/proc")


class Watchdog:
    """A thread for the time of one page. `reason` says why it killed the browser; empty when it did not."""

    def __init__(self, pid: int, seconds: float, memory: int) -> None:
        self.reason = ""
        self._pid = pid
        self._deadline = time.monotonic() + seconds
        self._memory = memory
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="rubricator-watchdog", daemon=True)

    def __enter__(self) -> Watchdog:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(max(0.0, min(_INTERVAL, self._deadline - time.monotonic()))):
            if time.monotonic() >= self._deadline:
                self.reason = "time"
            elif group_memory(self._pid) > self._memory:
                self.reason = "memory"
            if self.reason:
                kill_group(self._pid)
                return


def kill_group(pid: int) -> None:
    """Kill the browser and all its processes: Playwright starts it as the leader of a group."""
    with contextlib.suppress(ProcessLookupError):
        if hasattr(os, "killpg") and os.getpgid(pid) == pid:
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)


def end_group(pid: int) -> None:
    """Kill the browser and wait until all its processes are gone, as far as the system lets us see them."""
    kill_group(pid)
    deadline = time.monotonic() + _LAST_SECONDS
    while group_processes(pid) and time.monotonic() < deadline:
        time.sleep(_INTERVAL / 20)


def group_processes(pid: int) -> list[int]:
    """Return the living processes of the browser's group; empty where the system has no /proc."""
    found = []
    for folder in _PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            state, _, group = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[:3]
            if int(group) == pid and state not in "ZX":
                found.append(int(folder.name))
    return found


def group_memory(pid: int) -> int:
    """Return the bytes that the browser's processes hold for themselves; 0 where that cannot be known."""
    pages = 0
    for process in group_processes(pid):
        with contextlib.suppress(OSError, IndexError, ValueError):
            _, resident, shared = (_PROCESSES / str(process) / "statm").read_text("ascii").split()[:3]
            pages += int(resident) - int(shared)
    return pages * os.sysconf("SC_PAGE_SIZE") if pages else 0
