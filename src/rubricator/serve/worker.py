"""The worker process: takes one page after the other from its standard input, until that ends.

The server kills it when a page takes too long. It also ends by itself then, in case there is no server any more.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from typing import BinaryIO

from rubricator.errors import RubricatorError
from rubricator.serve.framing import Frame, packed, read_frame
from rubricator.serve.memory import memory, tidy
from rubricator.serve.problems import ProblemError, problem_of
from rubricator.serve.work import Job, perform, warm_up
from rubricator.structure.model import JsonValue

log = logging.getLogger("rubricator")
_LAST_SECONDS = 10


def main() -> None:
    """Work until the server has gone."""
    logging.basicConfig(level=logging.WARNING, format="rubricator worker: %(message)s", stream=sys.stderr)
    # What is printed by accident must not end up in the answers.
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        if hasattr(signal, "SIGINT"):
            # Ctrl-C is for the server, which lets pages end that are under way.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        warm_up()
        _send(out, Frame({"ready": True}))
        while (frame := read_frame(sys.stdin.buffer)) is not None:
            job = Job.of(frame)
            if hasattr(signal, "alarm"):
                signal.alarm(int(job.seconds) + _LAST_SECONDS)
            answer = _answer(job)
            if hasattr(signal, "alarm"):
                signal.alarm(0)
            del frame, job
            _send(out, answer)


def _answer(job: Job) -> Frame:
    try:
        answer = perform(job)
    except ProblemError as problem:
        return _told(problem)
    except RubricatorError as error:
        return _told(problem_of(error))
    except (MemoryError, RecursionError) as error:
        return _told(ProblemError(422, "page-too-costly", f"the page asks for too much ({type(error).__name__})"))
    except Exception:
        # One page must not end the worker; the server's log has what happened, the client has not.
        log.exception("a page could not be worked on")
        return _told(ProblemError(500, "internal", "the page could not be worked on; the server's log says why"))
    finally:
        tidy()
    header: dict[str, JsonValue] = {
        "status": 200,
        "type": answer.type,
        "warnings": list(answer.warnings),
        "memory": memory(),
    }
    return Frame(header, answer.data)


def _told(problem: ProblemError) -> Frame:
    return Frame({"status": problem.status, "code": problem.code, "detail": problem.detail, "memory": memory()})


def _send(out: BinaryIO, frame: Frame) -> None:
    out.write(packed(frame))
    out.flush()


if __name__ == "__main__":
    main()
