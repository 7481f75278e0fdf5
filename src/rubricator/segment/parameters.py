"""Parameters of methods: frozen dataclasses, changed by name with values from the command line or a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from rubricator.errors import UsageError
from rubricator.structure.model import JsonValue

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def choose(presets: Mapping[str, T], given: Mapping[str, JsonValue], method: str) -> T:
    """Return a preset (the first when none is named) with single values changed; a wrong name or type is an error."""
    values = dict(given)
    preset = values.pop("preset", next(iter(presets)))
    if not isinstance(preset, str) or preset not in presets:
        raise UsageError(f"unknown preset {preset!r} of {method}; choose one of: {', '.join(presets)}")
    defaults = presets[preset]
    known = {item.name: getattr(defaults, item.name) for item in fields(defaults)}
    for name in values:
        if name not in known:
            raise UsageError(f"unknown parameter {name!r} of {method}; it has: {', '.join(known)}")
    return replace(defaults, **{name: _as(known[name], value, f"{method}: {name}") for name, value in values.items()})


def parse_method(text: str) -> tuple[str, dict[str, JsonValue]]:
    """Read `METHOD:NAME=VALUE:...`, a method with parameters; `params=FILE` takes them from a file."""
    method, *pairs = text.split(":")
    found: dict[str, JsonValue] = {}
    for pair in pairs:
        name, value = parse_pair(pair, f"{text!r}: write METHOD:NAME=VALUE, such as heps:preset=reference")
        found |= read_file(Path(str(value))) if name == "params" else {name: value}
    return method, found


def parse_pair(pair: str, advice: str) -> tuple[str, JsonValue]:
    """Read NAME=VALUE, where the value is JSON or a word."""
    name, equals, value = pair.partition("=")
    if not equals:
        raise UsageError(advice)
    try:
        return name.strip(), json.loads(value)
    except ValueError:
        return name.strip(), value


def read_file(path: Path) -> dict[str, JsonValue]:
    """Read parameters from a JSON file, such as `rubricator tune` writes."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"parameter file {path}: {error}") from error
    if not isinstance(found, dict):
        raise UsageError(f"parameter file {path}: the file must hold one JSON object")
    return found


def as_json(parameters: DataclassInstance) -> dict[str, JsonValue]:
    """Return parameters as they are written into a structure."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(parameters).items()}


def _as(default: object, value: JsonValue, name: str) -> object:
    """Return a value in the type of the default."""
    if isinstance(default, bool):
        if isinstance(value, bool):
            return value
        raise UsageError(f"{name} is true or false, not {value!r}")
    if isinstance(default, float):
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < inf:
            return float(value)
        raise UsageError(f"{name} is a number of at least 0, not {value!r}")
    if isinstance(default, tuple):
        if isinstance(value, list) and all(isinstance(item, int) for item in value):
            return tuple(value)
        raise UsageError(f"{name} is a list of whole numbers, not {value!r}")
    if not isinstance(value, str):
        raise UsageError(f"{name} is a word, not {value!r}")
    return value
