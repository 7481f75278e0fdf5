"""The methods, described: what they take and what they need, as the registry of methods has it."""

from __future__ import annotations

from functools import cache
from inspect import getdoc

from rubricator.options import DEFAULT_METHOD
from rubricator.segment import METHODS
from rubricator.segment.parameters import as_json
from rubricator.segment.registry import LEARNED, NEED_BOXES, PRESETS
from rubricator.structure.model import JsonValue

NOT_FOR_CLIENTS = "model"
"""The parameter that names a file of the server's."""


@cache
def describe_methods() -> list[dict[str, JsonValue]]:
    """Describe all methods."""
    return [_described(name) for name in sorted(METHODS)]


def _described(name: str) -> dict[str, JsonValue]:
    presets = PRESETS[name]() if name in PRESETS else {}
    defaults = as_json(next(iter(presets.values()))) if presets else {}
    return {
        "name": name,
        "what": (getdoc(METHODS[name]) or "").partition("\n")[0],
        "default": name == DEFAULT_METHOD,
        "learned": name in LEARNED,
        "needs": ["render=browser"] if name in NEED_BOXES else [],
        "presets": list(presets),
        "parameters": {key: value for key, value in defaults.items() if key != NOT_FOR_CLIENTS},
    }
