"""The text of a page, and the span and flags of each node."""

from array import array

from rubricator.page._symbols import SymbolTable

def fold(
    symbols: SymbolTable,
    parent: array[int],
    stop: array[int],
    data: tuple[str, ...],
    style_of: array[int],
    flags_of_style: bytes,
    kind_of_tag: bytes,
    unseen: dict[int, int],
) -> tuple[str, array[int], array[int], bytes, int]:
    """Return the text of a document, of each node its start, end and flags, and how many characters readers see."""
