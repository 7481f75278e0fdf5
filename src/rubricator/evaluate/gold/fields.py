"""Gold files as fields whose errors name file and field."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from rubricator.emit.json_fields import Fields
from rubricator.errors import GoldError


def read_object(path: Path) -> Fields:
    """Read a file that holds one JSON object."""
    try:
        values = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise GoldError(f"{path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise GoldError(f"{path}: not JSON: {error}") from error
    if not isinstance(values, dict):
        raise GoldError(f"{path}: the file is not a JSON object")
    return Fields(values, failure=partial(_failure, path), lenient=True)


def _failure(file: Path, message: str) -> GoldError:
    return GoldError(f"{file}: {message}")


def path_in(fields: Fields, key: str, file: Path) -> Path:
    """Read a path that is relative to a file."""
    try:
        return (file.parent / fields.string(key)).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise fields.error(key, f"is not a path: {error}") from error
