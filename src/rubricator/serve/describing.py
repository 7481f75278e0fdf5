"""The methods, described: what they take and what they need."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from inspect import getdoc

from rubricator.errors import RubricatorError
from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.page.model import Box, Page
from rubricator.pipeline import DEFAULT_METHOD, structure_of
from rubricator.segment import METHODS
from rubricator.segment.asdus.parameters import DD_PRESETS, DI_PRESETS
from rubricator.segment.heps import PRESETS
from rubricator.segment.registry import LEARNED, NEED_BOXES
from rubricator.structure.model import JsonValue
from rubricator.style.static import render_static

_PRESETS: dict[str, Iterable[str]] = {"heps": PRESETS, "asdus-di": DI_PRESETS, "asdus-dd": DD_PRESETS}


@cache
def describe_methods() -> list[dict[str, JsonValue]]:
    """Describe all methods. Their parameters are read off what they make of a small page."""
    page = render_static(load(b"<h1>A</h1><p>One text.<h2>B</h2><p>Another."), limits=Limits(), budget=Budget())
    return [_described(name, page) for name in sorted(METHODS)]


def _described(name: str, page: Page) -> dict[str, JsonValue]:
    needs: list[JsonValue] = []
    if name in NEED_BOXES:
        needs.append("render=browser")
        page = replace(page, renderer="browser", boxes=tuple(Box(0, 20 * n, 800, 20) for n in range(len(page.tag))))
    return {
        "name": name,
        "what": (getdoc(METHODS[name]) or "").partition("\n")[0],
        "default": name == DEFAULT_METHOD,
        "learned": name in LEARNED,
        "needs": needs,
        "presets": list(_PRESETS.get(name, ())),
        "parameters": _parameters(name, page),
    }


def _parameters(name: str, page: Page) -> JsonValue:
    """Return the parameters with their defaults, null when the method does not say; a model is not for clients."""
    try:
        found = structure_of(page, name).params
    except RubricatorError:
        return None
    return {key: value for key, value in found.items() if key != "model"}
