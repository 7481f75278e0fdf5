"""What the parser calls for each node, and the columns that follow."""

from array import array
from collections.abc import Callable

from rubricator.page._symbols import SymbolTable
from rubricator.page.model import Attributes

class Builder:
    """Receives the parser's calls. Handles are node numbers; what is left out has the handle -1.

    `may_add` is told the number of a node: it stops the parser by an error, or says at which number it wants to be
    asked again.
    """

    doctype: tuple[str, str | None, str | None] | None
    symbols: SymbolTable
    attributes: list[Attributes]
    data: list[str]
    parent: array[int]
    def __init__(self, may_add: Callable[[int], int]) -> None: ...
    def create_document(self) -> int: ...
    def create_doctype(self, name: str, public_id: str | None, system_id: str | None) -> int: ...
    def create_element(self, name: str, namespace: str, attrs: Attributes) -> int: ...
    def create_text(self, data: str) -> int: ...
    def create_comment(self, data: str) -> int: ...
    def create_pi(self, target: str, data: str) -> int: ...
    def append(self, parent: int, child: int) -> None: ...

def subtree_stops(parent: array[int]) -> array[int]:
    """Return, for nodes in document order, one past the last descendant of each."""

def is_deep(symbols: SymbolTable, parent: array[int]) -> bool:
    """Return whether an element stands so deep that nothing can stand in it."""
