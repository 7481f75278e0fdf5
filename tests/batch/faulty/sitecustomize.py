"""Makes pages do harm in the worker processes of tests, which have this folder on their path.

Python imports this module in every process that it starts. Pages say what they do to the process that reads them.
"""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

from rubricator import pipeline
from rubricator.batch import page
from rubricator.load import Source
from rubricator.page.model import Page

_read = pipeline.render_page


def harmful(source: Source, *given: object) -> Page:
    html = source.html
    if "do:hang" in html:
        # The engine of regular expressions is native code: it neither checks a budget nor lets handlers run.
        re.match(r"(a|aa)+$", "a" * 200 + "b")
    elif "do:stop" in html:
        os.kill(os.getpid(), signal.SIGSTOP)
    elif "do:crash" in html:
        os.kill(os.getpid(), signal.SIGSEGV)
    elif "do:fill" in html:
        held = []
        while True:
            held.append(bytearray(1 << 24))
    elif "do:die-once" in html:
        mark = Path(os.environ["DIE_ONCE"])
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    elif "do:grow" in html:
        page.held = bytearray(b"x") * (200 << 20)  # type: ignore[attr-defined]
    elif "do:print" in html:
        os.write(1, b"noise that is no answer\n")
        print("noise", flush=True)
    elif "do:raise" in html:
        raise ZeroDivisionError("on purpose")
    return _read(source, *given)  # type: ignore[arg-type]


setattr(page, "render_page", harmful)  # noqa: B010 - its signature is wider
