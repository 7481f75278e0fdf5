"""The lines of a page (units) as columns."""

from array import array

from rubricator.page._symbols import SymbolTable

def cut(
    symbols: SymbolTable,
    flags: bytes,
    starts: array[int],
    ends: array[int],
    stops: array[int],
    breaks: tuple[int, ...],
) -> tuple[array[int], array[int], array[int], array[int], array[int], bytes]:
    """Return the columns of `Units`. Lines end where blocks begin and end, at `<br>`, and at `breaks` of the text."""
