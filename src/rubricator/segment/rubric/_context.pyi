"""What the elements around each node say of it, in one pass over the nodes."""

from array import array

import numpy as np
from numpy.typing import NDArray

from rubricator.page._symbols import SymbolTable
from rubricator.segment.rubric.columns import Rows

def climb(
    symbols: SymbolTable,
    parents: array[int],
    starts: array[int],
    ends: array[int],
    tag_bits: dict[str, int],
    role_bits: dict[str, int],
    word_bits: dict[str, int],
    level_bits: tuple[int, ...],
    factor: int,
) -> tuple[Rows, NDArray[np.uint64], frozenset[str], int]:
    """Return the table of nodes, the codes of tag paths, the targets of links, and how many headings are tagged."""
