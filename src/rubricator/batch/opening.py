"""Opening an input: a local file, or an object store's or web server's, which the engine reads."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, cast

from rubricator.errors import LoadError

if TYPE_CHECKING:
    from daft.daft import PyDaftFile

_BUFFER = 1 << 20


def is_remote(path: str) -> bool:
    return "://" in path[:32]


@contextmanager
def open_input(path: str) -> Iterator[BinaryIO]:
    """Open an input for reading; raise LoadError when that does not work."""
    try:
        file = _open_remote(path) if is_remote(path) else open(path, "rb")  # noqa: PTH123, SIM115 - names are bytes too
    except Exception as error:
        raise LoadError(f"{path!r} could not be opened: {error}") from error
    with file:
        yield file


def _open_remote(path: str) -> BinaryIO:
    import daft

    return cast(BinaryIO, io.BufferedReader(_Raw(daft.File(path).open(_BUFFER)), _BUFFER))


class _Raw(io.RawIOBase):
    """The engine's file as one of Python's."""

    def __init__(self, file: PyDaftFile) -> None:
        self._inner = file.__enter__()

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            data = self._inner.read(len(buffer))
        except Exception as error:
            raise OSError(f"the engine cannot read on: {error}") from error
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._inner.seek(offset, whence)

    def tell(self) -> int:
        return self._inner.tell()

    def close(self) -> None:
        if not self.closed:
            self._inner.__exit__(None, None, None)
        super().close()
