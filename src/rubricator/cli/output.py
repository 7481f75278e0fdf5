"""Where commands write to: standard output or a file, in UTF-8 whatever names the system gives to files."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from pathlib import Path

from rubricator.errors import LoadError

STDOUT = "-"
_SPELLED = "rubricator.spelled"


class _Nowhere(io.RawIOBase):
    """Standard output of a process that was started without one."""

    def writable(self) -> bool:
        return True

    def write(self, _data: object) -> int:
        raise OSError(errno.EBADF, "there is no standard output")


def prepare_streams() -> None:
    """Make the standard streams fit for any text; closed ones fail when they are written to.

    A terminal keeps its encoding. Everything else gets UTF-8, as programs that read our JSON expect.
    """
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(_Nowhere(), "utf-8", write_through=True)
    if sys.stderr is None:
        # Else messages would go to standard output, among the data.
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding = None if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors=_SPELLED)


def show_progress(text: str) -> None:
    """Draw what a long command is doing on a terminal, in place of what it drew before; "" takes that away."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text[:100]}", end="", file=sys.stderr, flush=True)


def write_text(text: str, output: str | None) -> None:
    """Write a text to a file, or to standard output when there is none or it is `-`."""
    if output is None or output == STDOUT:
        sys.stdout.write(text)
    else:
        write_bytes(text.encode("utf-8", _SPELLED), output)


def write_bytes(data: bytes, output: str) -> None:
    """Write to a file, or to standard output when it is `-`."""
    if output == STDOUT:
        sys.stdout.buffer.write(data)
        return
    try:
        Path(output).write_bytes(data)
    except OSError as error:
        raise LoadError(f"cannot write {output!r}: {error.strerror or error}") from error


def _spelled(error: UnicodeError) -> tuple[bytes, int]:
    """Replace what cannot be written, such as bytes of a file's name that are not UTF-8, by U+FFFD or else by `?`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    count = error.end - error.start
    return ("\ufffd" * count).encode(error.encoding, "replace"), error.end


codecs.register_error(_SPELLED, _spelled)
