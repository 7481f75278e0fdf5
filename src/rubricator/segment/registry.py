"""The methods by name: a dict and a decorator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from rubricator.errors import UsageError
from rubricator.limits import Budget, Limits, Notice
from rubricator.page.model import Page
from rubricator.structure.model import Block, JsonValue, Title


class Segmentation(NamedTuple):
    """What a method found in a page."""

    root: Block
    title: str | None = None
    titles: tuple[Title, ...] = ()
    params: Mapping[str, JsonValue] = MappingProxyType({})
    details: Mapping[str, JsonValue] = MappingProxyType({})
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """One page to segment. `body` is the node that holds the content body, or the page's body element."""

    page: Page
    body: int
    limits: Limits
    budget: Budget
    params: Mapping[str, JsonValue]


Method = Callable[[Task], Segmentation]
METHODS: dict[str, Method] = {}


def method(name: str) -> Callable[[Method], Method]:
    """Register a method under its name."""

    def register(function: Method) -> Method:
        METHODS[name] = function
        return function

    return register


def find_method(name: str) -> Method:
    """Return a method; an unknown name is the caller's mistake."""
    if name not in METHODS:
        raise UsageError(f"unknown method {name!r}; choose one of: {', '.join(sorted(METHODS))}")
    return METHODS[name]
