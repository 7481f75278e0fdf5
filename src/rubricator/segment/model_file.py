"""Model files of learned methods: plain arrays and a JSON text in a zip. Reading one runs no code from it."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from rubricator.errors import UsageError

M = TypeVar("M")

_MOST_BYTES = 64 << 20
"""Of all arrays unpacked; a file of a few bytes could fill the memory otherwise."""
DAMAGES = (
    KeyError, ValueError, TypeError, AttributeError, IndexError, OSError, EOFError, MemoryError, RuntimeError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""What numpy, zip and JSON raise when a file is not what it should be."""


def model_reader(
    format_name: str, command: str, make: Callable[[dict[str, Any], dict[str, Any]], M]
) -> Callable[[str | Path], M]:
    """Return a function that reads model files, and keeps the latest; one that was changed since is read again.

    `make` makes a model of what a file says of itself and its arrays; it may raise one of `DAMAGES`.
    """

    @lru_cache(maxsize=8)
    def read(path: str, changed: int) -> M:  # noqa: ARG001 - part of what is remembered
        data = Path(path).read_bytes()
        try:
            return make(*_parts(data, path, format_name, command))
        except DAMAGES as error:
            why = f"{type(error).__name__}: {error}"
            raise UsageError(f"{path!r} is not a model file, or a damaged one ({why})") from error

    def load(path: str | Path) -> M:
        try:
            return read(str(path), Path(path).stat().st_mtime_ns)
        except OSError as error:
            raise UsageError(f"cannot read the model {str(path)!r}: {error.strerror or error}") from error

    return load


def _parts(data: bytes, path: str, format_name: str, command: str) -> tuple[dict[str, Any], dict[str, Any]]:
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        if sum(part.file_size for part in parts.infolist()) > _MOST_BYTES:
            raise ValueError("it is too large")
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        about = json.loads(str(arrays["about"]))
        if about.get("format") != format_name:
            raise UsageError(f"{path!r} is not a model of the format {format_name}; train one with `{command}`")
        return about, {name: arrays[name] for name in arrays.files if name != "about"}


def write_parts(path: Path, about: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write a model file."""
    with path.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)
