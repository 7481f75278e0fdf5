"""The methods by name: a dict and a decorator."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from rubricator.errors import UsageError
from rubricator.limits import Notice
from rubricator.options import DEFAULTS, Options
from rubricator.page.model import Page
from rubricator.structure.model import Block, JsonValue, Title

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Segmentation(NamedTuple):
    """What a method found in a page."""

    root: Block
    title: str | None = None
    titles: tuple[Title, ...] = ()
    params: Mapping[str, JsonValue] = MappingProxyType({})
    details: Mapping[str, JsonValue] = MappingProxyType({})
    warnings: tuple[Notice, ...] = ()
    body: tuple[int, int] | None = None
    """The content body, from methods that find it."""


@dataclass(frozen=True, slots=True)
class Task:
    """One page to segment. `body` is the node that holds the content body, or the page's body element.

    `find_body` asks methods that can to find the content body inside of it. `span` is the content body itself, where
    the caller gave a range of the text; methods that read elements have the deepest one around it.
    """

    page: Page
    body: int
    options: Options = DEFAULTS
    find_body: bool = False
    span: tuple[int, int] | None = None


Method = Callable[[Task], Segmentation]
METHODS: dict[str, Method] = {}

TrainedOn = Callable[[Mapping[str, JsonValue]], Collection[str]]
"""For parameters (of which `model` is the path of a model), the sha256 of the pages that the model was trained on."""
LEARNED: dict[str, TrainedOn] = {}
"""The methods that are learned; whoever measures one has to know what it has seen."""


NEED_BOXES: set[str] = set()
"""The methods that read where things stand on the page, which only the browser renderer knows."""

Presets = Callable[[], "Mapping[str, DataclassInstance]"]
PRESETS: dict[str, Presets] = {}
"""Parameters of methods by the names of presets, the default first; methods that have none are not here."""


def method(
    name: str, *, trained_on: TrainedOn | None = None, boxes: bool = False, presets: Presets | None = None
) -> Callable[[Method], Method]:
    """Register a method under its name; a learned one says what it was trained on."""

    def register(function: Method) -> Method:
        METHODS[name] = function
        if boxes:
            NEED_BOXES.add(name)
        if trained_on:
            LEARNED[name] = trained_on
        if presets:
            PRESETS[name] = presets
        return function

    return register


def training_pages(name: str, params: Mapping[str, JsonValue]) -> Collection[str]:
    """Return the sha256 of the pages that a method with these parameters was trained on; none if it is not learned."""
    return LEARNED[name](params) if name in LEARNED else ()


def static_methods() -> list[str]:
    """Return the names of the methods that can read any page."""
    return sorted(METHODS.keys() - NEED_BOXES)


def find_method(name: str) -> Method:
    """Return a method; an unknown name is the caller's mistake."""
    if name not in METHODS:
        raise UsageError(f"unknown method {name!r}; choose one of: {', '.join(sorted(METHODS))}")
    return METHODS[name]
