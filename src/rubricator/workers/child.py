"""The child process: does one task after the other from its standard input, until that ends.

The system itself holds it to its limits, also in native code and when there is no parent any more: a timer ends it
when a task takes too long; the limit on its address space makes a task that asks for more memory fail.
"""

from __future__ import annotations

import json
import logging
import os
import pkgutil
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO, cast

from rubricator.structure.model import JsonValue
from rubricator.workers.framing import Frame, Header, read_frame, write_frame
from rubricator.workers.limits import GRACE, TaskLimits
from rubricator.workers.memory import Housekeeper

Task = Callable[[Header, bytes], Frame]
log = logging.getLogger("rubricator")


def main() -> None:
    """Do tasks until the parent has gone. The argument names the function that makes them, and what that is given."""
    make, given, limits = json.loads(sys.argv[1])
    # Ctrl-C is for the parent.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        _work(take_output(), pkgutil.resolve_name(make)(given), TaskLimits(**limits))
    except BrokenPipeError:
        # The parent has gone in the middle of an answer. Nothing may be flushed to it any more.
        os._exit(0)


def take_output() -> BinaryIO:
    """Return the standard output; what is printed by accident goes to the standard error from now on."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return out


def _work(out: BinaryIO, tasks: Mapping[str, Task], limits: TaskLimits) -> None:
    if not limits.is_watched:
        _limit_address_space(limits.memory)
    housekeeper = Housekeeper()
    at_first = housekeeper.least
    write_frame(out, Frame({"memory": at_first}))
    while (frame := read_frame(sys.stdin.buffer)) is not None:
        _set_timer(limits.seconds + GRACE)
        failed, answer = _done(tasks, frame)
        _set_timer(0)
        del frame
        is_spent = housekeeper.tidy() > at_first + limits.kept
        about: Header = {"failed": failed, "is_spent": is_spent, "header": dict(answer.header)}
        write_frame(out, Frame(about, answer.payload))


def _done(tasks: Mapping[str, Task], frame: Frame) -> tuple[list[JsonValue], Frame]:
    """Return why a task failed and with what words, both left out where it did not; and its answer."""
    try:
        return [], tasks[cast(str, frame.header["task"])](cast(Header, frame.header["header"]), frame.payload)
    except MemoryError:
        return ["memory", "it took too much memory"], Frame({})
    except Exception as error:
        # One task must not end the process.
        log.exception("a task failed")
        return ["error", f"{type(error).__name__}: {error}"], Frame({})


def _set_timer(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _limit_address_space(more: int) -> None:
    """Let the process take so much more than it has now."""
    if sys.platform == "linux":
        import resource

        most = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE") + more
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
