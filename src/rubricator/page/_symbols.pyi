"""The symbol table of a page: what its elements are written with, numbered once."""

from array import array
from collections.abc import Iterable

from rubricator.page.model import Attributes

class SymbolTable:
    """Tags, names of attributes and texts of `class`, each with its number, and columns of these numbers.

    Of each node: `tag`, `own_class` (-1 without one), `first` (its first attribute; the last entry is one past all). Of
    each attribute of the page: `name`, `value`.
    """

    tags: dict[str, int]
    names: dict[str, int]
    classes: dict[str, int]
    ids: list[str]
    tag: array[int]
    own_class: array[int]
    first: array[int]
    name: array[int]
    value: list[str | None]
    def __init__(self, tags: Iterable[str] = (), attributes: Iterable[Attributes] = ()) -> None: ...
    def nodes(self, tag: str) -> list[int]:
        """Return the elements of one name."""
    def having(self, attribute: str) -> list[tuple[int, str | None]]:
        """Return the elements that have an attribute, with its value."""
    def values_of(self, attributes: Iterable[str]) -> dict[str, set[str]]:
        """Return the distinct values of each of some attributes."""

def spelled_tags(symbols: SymbolTable) -> tuple[str, ...]:
    """Return the tag of each node as it is written."""
