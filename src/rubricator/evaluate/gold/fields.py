"""Reading fields of JSON with errors that name file and field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeVar

from rubricator.errors import GoldError

T = TypeVar("T")


class Fields:
    """One JSON object of a gold file. Every getter raises GoldError naming the file and the path of the field."""

    __slots__ = ("_file", "_path", "_values")

    def __init__(self, values: object, file: Path, path: str = "") -> None:
        self._file = file
        self._path = path
        if not isinstance(values, dict):
            raise GoldError(f"{file}: {path or 'the file'} is not a JSON object")
        self._values = values

    @property
    def file(self) -> Path:
        return self._file

    @property
    def where(self) -> str:
        """The path of the object in its file."""
        return self._path

    def text(self, name: str) -> str:
        return self._whole(name, self._get(name, str, "a text"))

    def text_or_none(self, name: str) -> str | None:
        return None if self._values.get(name) is None else self.text(name)

    def number(self, name: str) -> int:
        value = self._get(name, int, "a whole number")
        if isinstance(value, bool):
            raise self.error(name, "is not a whole number")
        return value

    def number_or_none(self, name: str) -> int | None:
        return None if self._values.get(name) is None else self.number(name)

    def flag(self, name: str) -> bool:
        return self._get(name, bool, "true or false")

    def one_of(self, name: str, known: tuple[str, ...]) -> str:
        value = self.text(name)
        if value not in known:
            raise self.error(name, f"is {value!r}, not one of: {', '.join(known)}")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        values = self._get(name, list, "a list")
        for place, value in enumerate(values):
            if not isinstance(value, str):
                raise self.error(f"{name}[{place}]", "is not a text")
            self._whole(f"{name}[{place}]", value)
        return tuple(values)

    def objects(self, name: str) -> list[Fields]:
        values = self._get(name, list, "a list")
        return [Fields(value, self._file, self._join(f"{name}[{place}]")) for place, value in enumerate(values)]

    def object_lists(self, name: str) -> list[list[Fields]]:
        """Read a list of lists of objects."""
        values = self._get(name, list, "a list")
        for place, value in enumerate(values):
            if not isinstance(value, list):
                raise self.error(f"{name}[{place}]", "is not a list")
        return [
            [Fields(one, self._file, self._join(f"{name}[{place}][{part}]")) for part, one in enumerate(value)]
            for place, value in enumerate(values)
        ]

    def inner(self, name: str) -> Fields:
        return Fields(self._get(name, dict, "a JSON object"), self._file, self._join(name))

    def object_or_none(self, name: str) -> Fields | None:
        value = self._values.get(name)
        return None if value is None else Fields(value, self._file, self._join(name))

    def spans(self, name: str) -> tuple[tuple[int, int], ...]:
        """Read a list of [start, end] pairs."""
        return tuple(
            self._span(f"{name}[{place}]", value) for place, value in enumerate(self._get(name, list, "a list"))
        )

    def span_lists(self, name: str) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Read a list of lists of [start, end] pairs."""
        values = self._get(name, list, "a list")
        for place, value in enumerate(values):
            if not isinstance(value, list):
                raise self.error(f"{name}[{place}]", "is not a list")
        return tuple(
            tuple(self._span(f"{name}[{place}][{part}]", one) for part, one in enumerate(value))
            for place, value in enumerate(values)
        )

    def texts_or_none(self, name: str) -> tuple[str, ...] | None:
        return None if self._values.get(name) is None else self.texts(name)

    def span_or_none(self, name: str) -> tuple[int, int] | None:
        value = self._values.get(name)
        return None if value is None else self._span(name, value)

    def has(self, name: str) -> bool:
        return self._values.get(name) is not None

    def error(self, name: str, what: str) -> GoldError:
        return GoldError(f"{self._file}: {self._join(name)} {what}")

    def path(self, name: str) -> Path:
        """Read a path that is relative to the file."""
        try:
            return (self._file.parent / self.text(name)).resolve()
        except (OSError, ValueError, RuntimeError) as error:
            raise self.error(name, f"is not a path: {error}") from error

    def _whole(self, name: str, value: str) -> str:
        """Return a text that can be written; half of a surrogate pair cannot."""
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise self.error(name, "holds half of a surrogate pair") from error
        return value

    def _span(self, name: str, value: object) -> tuple[int, int]:
        if isinstance(value, list) and len(value) == 2:
            start, end = value
            # JSON's true and false are whole numbers to Python.
            if type(start) is int and type(end) is int and 0 <= start <= end:
                return start, end
        raise self.error(name, "is not a range [start, end]")

    def _get(self, name: str, kind: type[T], what: str) -> T:
        if name not in self._values:
            raise self.error(name, "is missing")
        value = self._values[name]
        if not isinstance(value, kind):
            raise self.error(name, f"is not {what}")
        return value

    def _join(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name


def read_object(path: Path) -> Fields:
    """Read a file that holds one JSON object."""
    return Fields(read_json(path), path)


def read_json(path: Path) -> object:
    """Read a JSON file; what cannot be read is a GoldError that names it."""
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise GoldError(f"{path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise GoldError(f"{path}: not JSON: {error}") from error
