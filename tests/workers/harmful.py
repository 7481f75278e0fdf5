"""Tasks that do harm to the process that does them."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

from rubricator.workers.child import Task
from rubricator.workers.framing import Frame, Header

KEPT: list[bytes] = []


def make(folder: str) -> dict[str, Task]:
    """Return the tasks; no process starts while `broken` is in the folder."""
    if Path(folder, "broken").exists():
        raise SystemExit(3)

    def die_once(*_: object) -> Frame:
        if not (mark := Path(folder, "died")).exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return Frame({})

    return {
        "echo": lambda header, payload: Frame({**header, "pid": os.getpid()}, payload),
        "crash": lambda *_: die(signal.SIGSEGV),
        "die-once": die_once,
        "fail": lambda *_: Frame({}, bytes(1 // 0)),
        "fill": fill,
        "hang": hang,
        "keep": keep,
        "large": lambda *_: Frame({}, bytes(2 << 20)),
        "print": print_noise,
        "stop": lambda *_: die(signal.SIGSTOP),
    }


def die(how: int) -> Frame:
    os.kill(os.getpid(), how)
    return Frame({})


def fill(*_: object) -> Frame:
    KEPT.append(b"x" * (400 << 20))
    while True:
        pass


def hang(*_: object) -> Frame:
    """The engine of regular expressions is native code: it lets no handlers run."""
    return Frame({}, bytes(bool(re.match(r"(a|aa)+$", "a" * 200 + "b"))))


def keep(header: Header, payload: bytes) -> Frame:
    KEPT.append(b"x" * (100 << 20))
    return Frame(header, payload)


def print_noise(header: Header, payload: bytes) -> Frame:
    os.write(1, b"noise that is no answer\n")
    print("noise", flush=True)
    return Frame(header, payload)
