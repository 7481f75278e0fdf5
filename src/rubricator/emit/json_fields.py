"""Fields of untrusted JSON: each reader says by its path which field is wrong, and how."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import NoReturn, cast

from rubricator.errors import StructureError
from rubricator.structure.model import JsonValue


def parse(text: str) -> dict[str, JsonValue]:
    """Parse a JSON object; whatever is wrong with it is a StructureError."""
    try:
        value = json.loads(text, parse_constant=_reject_number, parse_float=_finite)
    except RecursionError as error:
        raise StructureError("the JSON is nested too deeply") from error
    except (ValueError, TypeError) as error:
        raise StructureError(f"not JSON: {error}") from error
    if not isinstance(value, dict):
        raise StructureError("expected an object at the top")
    return cast(dict[str, JsonValue], value)


def _reject_number(name: str) -> NoReturn:
    raise StructureError(f"numbers must be finite, found {name}")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        _reject_number(digits[:40])
    return value


@dataclass(frozen=True, slots=True)
class Fields:
    """An object of the JSON, and the path that names it in errors."""

    values: dict[str, JsonValue]
    path: str

    def at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def get(self, key: str) -> JsonValue:
        if key not in self.values:
            raise StructureError(f"{self.at(key)}: missing")
        return self.values[key]

    def string(self, key: str) -> str:
        value = self.get(key)
        if not isinstance(value, str):
            raise StructureError(f"{self.at(key)}: expected a string")
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError as error:
                raise StructureError(f"{self.at(key)}: not valid Unicode, half of a surrogate pair") from error
        return value

    def optional_string(self, key: str) -> str | None:
        return None if self.get(key) is None else self.string(key)

    def integer(self, key: str) -> int:
        return _integer(self.get(key), self.at(key))

    def natural(self, key: str) -> int:
        value = self.integer(key)
        if value < 0:
            raise StructureError(f"{self.at(key)}: expected no negative integer")
        return value

    def optional_integer(self, key: str) -> int | None:
        return None if self.get(key) is None else self.integer(key)

    def optional_number(self, key: str) -> float | None:
        value = self.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise StructureError(f"{self.at(key)}: expected a number or null")
        return value

    def object(self, key: str) -> Fields:
        return Fields(_object(self.get(key), self.at(key)), self.at(key))

    def optional_object(self, key: str) -> Fields | None:
        return None if self.get(key) is None else self.object(key)

    def objects(self, key: str) -> list[Fields]:
        path = self.at(key)
        values = _list(self.get(key), path)
        return [Fields(_object(value, f"{path}[{i}]"), f"{path}[{i}]") for i, value in enumerate(values)]

    def span(self, limit: int) -> tuple[int, int]:
        """Return the fields `start` and `end` as a span of a text of `limit` characters."""
        start, end = self.integer("start"), self.integer("end")
        return _span(start, end, limit, self.path)

    def ranges(self, key: str, limit: int) -> tuple[tuple[int, int], ...]:
        path = self.at(key)
        values = _list(self.get(key), path)
        if not values:
            raise StructureError(f"{path}: expected at least one range")
        return tuple(_pair(value, limit, f"{path}[{i}]") for i, value in enumerate(values))

    def optional_range(self, key: str, limit: int) -> tuple[int, int] | None:
        value = self.get(key)
        return None if value is None else _pair(value, limit, self.at(key))


def _object(value: JsonValue, path: str) -> dict[str, JsonValue]:
    if not isinstance(value, dict):
        raise StructureError(f"{path}: expected an object")
    return value


def _list(value: JsonValue, path: str) -> list[JsonValue]:
    if not isinstance(value, list):
        raise StructureError(f"{path}: expected a list")
    return value


def _integer(value: JsonValue, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise StructureError(f"{path}: expected an integer")
    return value


def _pair(value: JsonValue, limit: int, path: str) -> tuple[int, int]:
    values = _list(value, path)
    if len(values) != 2:
        raise StructureError(f"{path}: expected a list of two integers")
    return _span(_integer(values[0], f"{path}[0]"), _integer(values[1], f"{path}[1]"), limit, path)


def _span(start: int, end: int, limit: int, path: str) -> tuple[int, int]:
    if not 0 <= start <= end <= limit:
        raise StructureError(f"{path}: {start} .. {end} is no span of a text of {limit} characters")
    return start, end
