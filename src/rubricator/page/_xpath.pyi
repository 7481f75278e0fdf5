"""The places of nodes among their siblings."""

from array import array

from rubricator.page._symbols import SymbolTable

def sibling_places(symbols: SymbolTable, stop: array[int]) -> tuple[array[int], array[int]]:
    """Return for each node its place among siblings of its name, and its place among all elements beside it."""
