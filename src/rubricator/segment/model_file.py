"""Model files of learned methods: plain arrays and a JSON text in a zip. Reading one runs no code from it."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from rubricator.errors import UsageError

_MOST_BYTES = 64 << 20
"""Of all arrays unpacked; a file of a few bytes could fill the memory otherwise."""
DAMAGES = (
    KeyError, ValueError, TypeError, AttributeError, IndexError, OSError, EOFError, MemoryError, RuntimeError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""What numpy, zip and JSON raise when a file is not what it should be."""


def read_parts(data: bytes, path: str | None, format_name: str, command: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what a model file says of itself, and its arrays. Raises one of `DAMAGES` for a damaged file."""
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        if sum(part.file_size for part in parts.infolist()) > _MOST_BYTES:
            raise ValueError("it is too large")
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        about = json.loads(str(arrays["about"]))
        if about.get("format") != format_name:
            raise UsageError(f"{path!r} is not a model of the format {format_name}; train one with `{command}`")
        return about, {name: arrays[name] for name in arrays.files if name != "about"}


def damaged(path: str | None, error: BaseException) -> UsageError:
    """Return the error for a file that is no model."""
    return UsageError(f"{path!r} is not a model file, or a damaged one ({type(error).__name__}: {error})")


def write_parts(path: Path, about: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write a model file."""
    with path.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)
