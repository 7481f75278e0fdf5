"""Fields of JSON that others wrote: each getter says by its path which field is wrong, and how."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from rubricator.errors import RubricatorError, StructureError
from rubricator.structure.model import JsonValue

Span = tuple[int, int]
Failure = Callable[[str], RubricatorError]
"""Makes the error of a message."""


def parse(text: str) -> JsonValue:
    """Parse JSON; whatever is wrong with it is a StructureError."""
    try:
        value: JsonValue = json.loads(text, parse_constant=_reject_number, parse_float=_finite)
    except RecursionError as error:
        raise StructureError("the JSON is nested too deeply") from error
    except (ValueError, TypeError) as error:
        raise StructureError(f"not JSON: {error}") from error
    return value


def _reject_number(name: str) -> NoReturn:
    raise StructureError(f"numbers must be finite, found {name}")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        _reject_number(digits[:40])
    return value


@dataclass(frozen=True, slots=True)
class Fields:
    """An object of the JSON, the path that names it in errors, and how errors are made.

    What is optional may be null; where `lenient`, it may be missing, too. `limit` is the length of the text of which
    spans and ranges are.
    """

    values: dict[str, JsonValue]
    path: str = ""
    failure: Failure = StructureError
    lenient: bool = False
    limit: int | None = None

    def at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def error(self, key: str, what: str) -> RubricatorError:
        return self.failure(f"{self.at(key)} {what}")

    def get(self, key: str) -> JsonValue:
        if key not in self.values:
            raise self.error(key, "is missing")
        return self.values[key]

    def has(self, key: str) -> bool:
        """Say whether an optional field has a value."""
        return (self.values.get(key) if self.lenient else self.get(key)) is not None

    def string(self, key: str) -> str:
        return self._string(self.get(key), key)

    def optional_string(self, key: str) -> str | None:
        return self.string(key) if self.has(key) else None

    def strings(self, key: str) -> tuple[str, ...]:
        return tuple([self._string(value, name) for name, value in self._list(self.get(key), key)])

    def optional_strings(self, key: str) -> tuple[str, ...] | None:
        return self.strings(key) if self.has(key) else None

    def one_of(self, key: str, known: tuple[str, ...]) -> str:
        value = self.string(key)
        if value not in known:
            raise self.error(key, f"is {value[:80]!r}, not one of: {', '.join(known)}")
        return value

    def boolean(self, key: str) -> bool:
        value = self.get(key)
        if not isinstance(value, bool):
            raise self.error(key, "is not true or false")
        return value

    def integer(self, key: str) -> int:
        return self._integer(self.get(key), key)

    def natural(self, key: str) -> int:
        value = self.integer(key)
        if value < 0:
            raise self.error(key, "is negative")
        return value

    def optional_integer(self, key: str) -> int | None:
        return self.integer(key) if self.has(key) else None

    def optional_number(self, key: str) -> float | None:
        if not self.has(key):
            return None
        value = self.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(key, "is not a number")
        return value

    def object(self, key: str) -> Fields:
        return self._object(self.get(key), key)

    def optional_object(self, key: str) -> Fields | None:
        return self.object(key) if self.has(key) else None

    def objects(self, key: str) -> list[Fields]:
        return [self._object(value, name) for name, value in self._list(self.get(key), key)]

    def object_lists(self, key: str) -> list[list[Fields]]:
        """Read a list of lists of objects."""
        lists = [self._list(value, name) for name, value in self._list(self.get(key), key)]
        return [[self._object(value, name) for name, value in items] for items in lists]

    def span(self) -> Span:
        """Return the fields `start` and `end` as a span of the text."""
        return self._span(self.integer("start"), self.integer("end"), self.path)

    def ranges(self, key: str) -> tuple[Span, ...]:
        """Read a list of [start, end] pairs."""
        return tuple([self._range(value, name) for name, value in self._list(self.get(key), key)])

    def range_lists(self, key: str) -> tuple[tuple[Span, ...], ...]:
        """Read a list of lists of [start, end] pairs."""
        lists = [self._list(value, name) for name, value in self._list(self.get(key), key)]
        return tuple([tuple([self._range(value, name) for name, value in items]) for items in lists])

    def optional_range(self, key: str) -> Span | None:
        return self._range(self.get(key), key) if self.has(key) else None

    def _string(self, value: JsonValue, key: str) -> str:
        if not isinstance(value, str):
            raise self.error(key, "is not a text")
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError as error:
                raise self.error(key, "holds half of a surrogate pair") from error
        return value

    def _integer(self, value: JsonValue, key: str) -> int:
        # JSON's true and false are whole numbers to Python.
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(key, "is not a whole number")
        return value

    def _object(self, value: JsonValue, key: str) -> Fields:
        if not isinstance(value, dict):
            raise self.error(key, "is not a JSON object")
        return Fields(value, self.at(key), self.failure, self.lenient, self.limit)

    def _list(self, value: JsonValue, key: str) -> list[tuple[str, JsonValue]]:
        """Return what a list holds, with the name of each."""
        if not isinstance(value, list):
            raise self.error(key, "is not a list")
        return [(f"{key}[{number}]", one) for number, one in enumerate(value)]

    def _range(self, value: JsonValue, key: str) -> Span:
        if not isinstance(value, list) or len(value) != 2:
            raise self.error(key, "is not a range [start, end]")
        start, end = (self._integer(one, f"{key}[{number}]") for number, one in enumerate(value))
        return self._span(start, end, self.at(key))

    def _span(self, start: int, end: int, path: str) -> Span:
        if 0 <= start <= end and (self.limit is None or end <= self.limit):
            return start, end
        text = "[start, end]" if self.limit is None else f"of a text of {self.limit} characters"
        raise self.failure(f"{path} is not a range {text}: {start} .. {end}")
