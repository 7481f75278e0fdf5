"""Options of requests: what the command line has as options, as query parameters. One table for reading and OpenAPI."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from rubricator.options import DEFAULT_METHOD, RENDERERS
from rubricator.segment import METHODS
from rubricator.serve.problems import ProblemError
from rubricator.structure.model import JsonValue

FORMATS = ("json", "markdown", "html", "chunks", "outline")
_INTEGER = re.compile(r"-?[0-9]{1,9}\Z")
_FLAGS = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Option:
    """A query parameter: its name, what it does, and the JSON Schema of its values."""

    name: str
    what: str
    schema: Mapping[str, JsonValue]
    required: bool = False
    example: JsonValue = None

    @property
    def default(self) -> JsonValue:
        return self.schema.get("default")


@dataclass(frozen=True, slots=True)
class Values:
    """The values of options, checked."""

    values: Mapping[str, JsonValue] = field(default_factory=dict)

    def text(self, name: str) -> str:
        return cast(str, self.values[name])

    def text_or_none(self, name: str) -> str | None:
        return cast("str | None", self.values.get(name))

    def number_or_none(self, name: str) -> int | None:
        return cast("int | None", self.values.get(name))

    def number(self, name: str) -> int:
        return cast(int, self.values[name])

    def seconds(self, name: str) -> float | None:
        return cast("float | None", self.values.get(name))

    def flag(self, name: str) -> bool:
        return bool(self.values.get(name))

    def object(self, name: str) -> dict[str, JsonValue]:
        return dict(cast("Mapping[str, JsonValue]", self.values.get(name) or {}))

    def texts(self, name: str) -> list[str]:
        found = self.values.get(name)
        return [part.strip() for part in cast(str, found).split(",")] if found else []


def _text(longest: int, **more: JsonValue) -> dict[str, JsonValue]:
    return {"type": "string", "maxLength": longest, **more}


def _whole(least: int, most: int, **more: JsonValue) -> dict[str, JsonValue]:
    return {"type": "integer", "minimum": least, "maximum": most, **more}


_NAMES = cast("list[JsonValue]", sorted(METHODS))
METHOD = Option(
    "method", "How headings are found.", {"type": "string", "enum": _NAMES, "default": DEFAULT_METHOD}, example="heps"
)
RENDER = Option(
    "render",
    "How the page is styled: in process, or by headless Chromium where the server has it.",
    {"type": "string", "enum": list(RENDERERS), "default": "static"},
)
URL = Option(
    "url",
    "The address of the page, http or https, for links and citations. It is not fetched.",
    _text(2000, pattern="^[Hh][Tt][Tt][Pp][Ss]?://"),
)
BODY = Option(
    "body",
    "The content body: an XPath, `auto`, or `page` for the whole page.",
    _text(2000, default="auto", minLength=1),
)
TIMEOUT = Option(
    "timeout",
    "Seconds after which the page is given up, up to the server's own limit.",
    {"type": "number", "exclusiveMinimum": 0, "maximum": 3600},
)
COMMON = (
    URL,
    RENDER,
    Option("scripts", "browser: let the page's scripts run. Only with --allow-scripts.", {"type": "boolean"}),
    Option(
        "settle",
        "browser: seconds that scripts may go on after the page has loaded.",
        {"type": "number", "minimum": 0, "maximum": 60, "default": 1},
    ),
    TIMEOUT,
)
PARAMETERS = (
    METHOD,
    BODY,
    Option("preset", "Parameters of the method by name.", _text(100, minLength=1)),
    Option("params", "Parameters of the method, as a JSON object.", {"type": "object"}, example={"t": 1.5}),
)
HIDDEN = Option(
    "hidden",
    "Text that readers do not see: `auto` keeps it in blocks with a heading.",
    {"type": "string", "enum": ["auto", "keep", "drop"], "default": "auto"},
)
SIZES = (
    Option("max_chars", "chunks: at most so many characters.", _whole(1, 10_000_000)),
    Option("max_tokens", "chunks: at most so many tokens; words without `tokenizer`.", _whole(1, 10_000_000)),
    Option("tokenizer", "chunks: a tiktoken encoding. Only with --allow-fetch, as it is downloaded.", _text(100)),
    Option("overlap", "chunks: repeat so much of the chunk before.", _whole(0, 10_000_000, default=0)),
)
EXTRACT = (
    Option("to", "What to return.", {"type": "string", "enum": list(FORMATS), "default": "json"}),
    *PARAMETERS,
    *COMMON,
    HIDDEN,
    *SIZES,
    Option("indent", "json: indent by so many spaces.", _whole(0, 16)),
)
CHUNKS = (*PARAMETERS, *COMMON, HIDDEN, *SIZES)
TITLES = (
    Option("variant", "Which titles.", {"type": "string", "enum": ["network", "perceptron"], "default": "network"}),
    URL,
    RENDER,
    TIMEOUT,
)
VIEW = (
    *PARAMETERS,
    *COMMON,
    Option("methods", "Methods to switch between, with commas; all that the page allows when left out.", _text(500)),
)
COMPARE = (
    Option("left", "A method.", {"type": "string", "enum": _NAMES, "default": "tags"}),
    Option("right", "Another.", {"type": "string", "enum": _NAMES, "default": DEFAULT_METHOD}),
    BODY,
    *COMMON,
)
SEARCH = (
    Option("q", "Words to look for.", _text(2000), required=True, example="cost of a firing"),
    Option("limit", "How many results.", _whole(1, 100, default=10)),
    Option(
        "level",
        "Each block, or each page by its best block.",
        {"type": "string", "enum": ["block", "page"], "default": "block"},
    ),
    Option("language", "The language of the query, as a code of two letters or `none`.", _text(10, minLength=1)),
    Option("feedback", "Add so many terms of the best blocks to the query.", _whole(0, 100, default=0)),
)
INDEX = (
    Option("key", "The name of the page; one of the same name is replaced.", _text(2000, minLength=1), required=True),
    URL,
    Option("language", "Stemming and stop words; as the page says when left out.", _text(10, minLength=1)),
    TIMEOUT,
)


def read_options(options: Sequence[Option], given: Iterable[tuple[str, str]]) -> Values:
    """Read query parameters; those that are unknown, repeated or out of range are told."""
    known = {option.name: option for option in options}
    values: dict[str, JsonValue] = {}
    for name, text in given:
        if name not in known:
            raise _wrong(name, f"is not known here; known are: {', '.join(known) or 'none'}")
        if name in values:
            raise _wrong(name, "is given twice")
        values[name] = _value(known[name], text)
    for option in options:
        if option.required and option.name not in values:
            raise _wrong(option.name, "is missing")
        if option.default is not None:
            values.setdefault(option.name, option.default)
    return Values(values)


def _wrong(name: str, what: str) -> ProblemError:
    return ProblemError(422, "wrong-use", f"the parameter {name!r} {what}")


def _value(option: Option, text: str) -> JsonValue:
    kind = option.schema["type"]
    if kind == "boolean":
        if text not in _FLAGS:
            raise _wrong(option.name, "is true or false")
        return _FLAGS[text]
    if kind == "object":
        return _object(option, text)
    if kind in ("integer", "number"):
        return _number(option, text)
    known = option.schema.get("enum")
    if isinstance(known, list) and text not in known:
        raise _wrong(option.name, f"is one of: {', '.join(map(str, known))}")
    least, most = cast(int, option.schema.get("minLength", 0)), cast(int, option.schema.get("maxLength", 10_000))
    if not least <= len(text) <= most:
        raise _wrong(option.name, f"has from {least} to {most} characters")
    pattern = cast(str, option.schema.get("pattern", ""))
    if not re.match(pattern, text):
        raise _wrong(option.name, "begins with http:// or https://")
    return text


def _number(option: Option, text: str) -> JsonValue:
    schema = option.schema
    whole = schema["type"] == "integer"
    try:
        if whole and not _INTEGER.match(text):
            raise ValueError
        value = int(text) if whole else float(text)
        if not math.isfinite(value):
            raise ValueError
    except ValueError:
        raise _wrong(option.name, "is a whole number" if whole else "is a number") from None
    least, most = cast(float, schema.get("minimum", 0)), cast(float, schema.get("maximum", math.inf))
    if schema.get("exclusiveMinimum") == 0 and not 0 < value <= most:
        raise _wrong(option.name, f"is above 0 and at most {most:g}")
    if not least <= value <= most:
        raise _wrong(option.name, f"is from {least:g} to {most:g}")
    return value


def _object(option: Option, text: str) -> JsonValue:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise _wrong(option.name, "is a JSON object")
    return cast(JsonValue, value)
