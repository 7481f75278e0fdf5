"""A worker seen from its parent: a child process that is started, asked, killed and replaced."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict
from math import inf
from typing import cast

from rubricator.errors import WorkerError
from rubricator.structure.model import JsonValue
from rubricator.workers.framing import Frame, read_frame, write_frame
from rubricator.workers.limits import GRACE, TaskLimits
from rubricator.workers.memory import memory

LATE = 5.0
"""Seconds that a process has to be ended by the system itself, before its parent ends it."""
_START_SECONDS = 120.0
_START_TRIES = 5
_DYING_SECONDS = 1.0
# One thread of numpy's each: there is a worker for every core.
_THREADS = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Worker:
    """One child process at a time. One thread asks; any may kill."""

    def __init__(self, make: str, given: JsonValue, limits: TaskLimits) -> None:
        self.counts: Counter[str] = Counter()
        """Processes that were started, and that ended before their time, by why."""
        argument = json.dumps((make, given, asdict(limits)))
        self._command = [sys.executable, "-m", "rubricator.workers.child", argument]
        self._limits = limits
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._task: Frame | None = None
        self._why = ""
        """Why the process was killed, or should be."""
        self._deadline = self._most = inf

    @property
    def pid(self) -> int | None:
        process = self._process
        return process.pid if process else None

    def begin(self, task: Frame) -> None:
        """Take a task. From now on `kill` may name it."""
        with self._lock:
            self._task = task

    def finish(self) -> None:
        """Be ready for another task; a process that was killed, or has grown, is gone then."""
        with self._lock:
            self._task, why, self._why = None, self._why, ""
        if why:
            self.end()

    def start(self) -> None:
        """Start the process, if there is none."""
        if self._process is not None:
            return
        why = ""
        for _ in range(_START_TRIES):
            if self._why:
                break
            try:
                self._launch()
                ready = self._talk(None, _START_SECONDS)
            except (WorkerError, OSError) as error:
                why = str(error)
            else:
                self.counts["started"] += 1
                self._most = cast(int, ready.header["memory"]) + self._limits.memory
                return
        raise WorkerError("start", f"no worker process could be started ({self._why or why}); is there memory left?")

    def _launch(self) -> None:
        self._most = inf
        with self._lock:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | _THREADS,
                # Ctrl-C in the terminal is for the parent, which may let tasks end that are under way.
                start_new_session=True,
            )

    def ask(self, task: Frame) -> Frame:
        """Have a task done; raise WorkerError when it fails, or the process ends over it or has to be ended."""
        self.start()
        answer = self._talk(task, self._limits.seconds + GRACE + LATE)
        if answer.header["is_spent"]:
            self._why = "grown"
            self.counts["grown"] += 1
        if failed := cast("list[str] | None", answer.header["failed"]):
            raise WorkerError(*failed)
        return Frame(cast("dict[str, JsonValue]", answer.header["header"]), answer.payload)

    def _talk(self, frame: Frame | None, seconds: float) -> Frame:
        process = self._process
        assert process and process.stdin and process.stdout
        answer = None
        self._deadline = time.monotonic() + seconds
        try:
            if frame is not None:
                write_frame(process.stdin, frame)
            answer = read_frame(process.stdout, self._limits.answer)
        except ValueError:
            self._why = "answer"
        except (OSError, MemoryError):
            answer = None
        finally:
            self._deadline = inf
        if answer is None or self._why:
            raise self._gone()
        return answer

    def _gone(self) -> WorkerError:
        code = self.end(0.0 if self._why else _DYING_SECONDS)
        is_late = hasattr(signal, "SIGALRM") and code == -signal.SIGALRM
        why = self._why or ("timeout" if is_late else "crash")
        self.counts[why] += 1
        return WorkerError(why, f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}")

    def check(self) -> None:
        """Kill the process when its task takes too long, or more memory than is watched for."""
        with self._lock:
            if self._process is None or self._deadline == inf:
                return
            if time.monotonic() > self._deadline:
                self._kill("timeout")
            elif self._limits.is_watched and memory(self._process.pid) > self._most:
                self._kill("memory")

    def kill(self, why: str, task: Frame) -> None:
        """Kill the process if it still works on a task."""
        with self._lock:
            if task is self._task:
                self._kill(why)

    def _kill(self, why: str) -> None:
        self._why = self._why or why
        if self._process:
            self._process.kill()

    def end(self, patience: float = 0.0) -> int:
        """End the process, which has some seconds to do so by itself when its input ends; return its exit code."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return 0
        assert process.stdin and process.stdout
        with suppress(OSError):
            process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        process.kill()
        process.stdout.close()
        return process.wait()
