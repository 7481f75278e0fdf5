"""The JSON Schemas of what the API takes and gives, one function for each group of answers."""

from __future__ import annotations

from typing import cast

from rubricator.emit import schema as structure_schema
from rubricator.structure.model import JsonValue

Object = dict[str, JsonValue]
TEXT: Object = {"type": "string"}
WHOLE: Object = {"type": "integer"}
NUMBER: Object = {"type": "number"}
FLAG: Object = {"type": "boolean"}


def schemas() -> Object:
    """Return all schemas by name."""
    return {
        "Problem": _object(type=TEXT, title=TEXT, status=WHOLE, detail=TEXT),
        "Given": _given(),
        "Structure": _structure(),
        "Titles": _object(titles=_list(_title()), warnings=_warnings()),
        "Comparison": _comparison(),
        "Methods": _object(methods=_list(_method())),
        **_searching(),
        "Health": _object(status={"const": "ok"}, version=TEXT, workers=WHOLE, busy=WHOLE, waiting=WHOLE),
    }


def _object(**properties: JsonValue) -> Object:
    """Return the schema of an object that has all of these."""
    return {"type": "object", "required": list(properties), "properties": properties}


def _list(items: Object) -> Object:
    return {"type": "array", "items": items}


def _or_null(schema: Object) -> Object:
    return {"anyOf": [schema, {"type": "null"}]}


def _warnings() -> Object:
    return _list(_object(code=TEXT, message=TEXT))


def _given() -> Object:
    """Return what a body of JSON is: a page, or its address."""
    address: Object = {"type": "string", "minLength": 1, "maxLength": 2000}
    closed: Object = {"additionalProperties": False}
    return {"oneOf": [_object(html=TEXT) | closed, _object(fetch=address) | closed]}


def _title() -> Object:
    return _object(text=TEXT, start=_or_null(WHOLE), end=_or_null(WHOLE), xpath=_or_null(TEXT), score=_or_null(NUMBER))


def _comparison() -> Object:
    entry = _object(text=TEXT, level=WHOLE, start=WHOLE, end=WHOLE, confidence=_or_null(NUMBER), xpath=_or_null(TEXT))
    kind: Object = {"enum": ["same", "level", "extent", "left", "right"]}
    side = _object(name=TEXT, headings=WHOLE)
    return _object(
        left=side,
        right=side,
        counts={"type": "object", "additionalProperties": WHOLE},
        f1={"type": "number", "minimum": 0, "maximum": 1},
        rows=_list(_object(kind=kind, left=_or_null(entry), right=_or_null(entry))),
        warnings=_warnings(),
    )


def _method() -> Object:
    return _object(
        name=TEXT,
        what=TEXT,
        default=FLAG,
        learned=FLAG,
        needs=_list(TEXT),
        presets=_list(TEXT),
        parameters={"type": "object"},
    )


def _searching() -> Object:
    result = _object(score=NUMBER, page=TEXT, headings=_list(TEXT))
    return {
        "Index": _object(pages=WHOLE, windows=WHOLE, languages={"type": "array"}, settings={"type": "object"}),
        "Indexed": _object(key=TEXT, blocks=WHOLE, language=TEXT, title=_or_null(TEXT)),
        "Results": _object(query=TEXT, terms=_list(TEXT), results=_list(result), warnings=_warnings()),
    }


def _structure() -> Object:
    """Return the published schema of structures, its own definitions made reachable from here."""
    found = cast(Object, _moved(structure_schema()))
    return {name: value for name, value in found.items() if name not in ("$schema", "$id")}


def _moved(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {
            key: f"#/components/schemas/Structure{inner[1:]}"
            if key == "$ref" and isinstance(inner, str)
            else _moved(inner)
            for key, inner in value.items()
        }
    return [_moved(inner) for inner in value] if isinstance(value, list) else value
