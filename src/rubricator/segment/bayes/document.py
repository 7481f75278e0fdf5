"""A page as the sampler sees it: words and symbols as numbers, and what never changes about each row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rubricator.segment.bayes.symbols import is_linefeed

Bag = tuple[int, ...]
"""The symbols of a block, as numbers."""


class Inner(NamedTuple):
    """The symbols of a block that is not the last of its row.

    `repeats` says for each how often it stands in the row's other inner blocks, or before it in this one; `others` how
    many symbols those blocks have.
    """

    bag: Bag
    repeats: tuple[int, ...]
    others: int


class EncodedRow(NamedTuple):
    """A row: for each block its word, and how often that word stands before and after it in the row."""

    words: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    inner: tuple[Inner, ...]
    last: Bag
    free: tuple[int, ...]
    """Which of the last block's symbols are of a kind that may be a linefeed's."""
    sentence: bool
    """The row stays as it is, whatever the sampler might think of it: a sentence (section 5.1), or one too many."""


class Document(NamedTuple):
    """The rows of a page, and the words and symbols that the numbers in them stand for."""

    rows: tuple[EncodedRow, ...]
    words: tuple[str, ...]
    symbols: tuple[str, ...]


Blocks = Sequence[tuple[str, Sequence[str]]]
"""The blocks of a row: representative word and symbols."""


class Numbers(dict[str, int]):
    """Numbers words in the order in which they come."""

    def __missing__(self, word: str) -> int:
        self[word] = len(self)
        return self[word]


def encode(rows: Sequence[Blocks], sentences: Sequence[bool]) -> Document:
    """Number the words and symbols of a page."""
    words, symbols = Numbers(), Numbers()
    encoded = []
    for row, sentence in zip(rows, sentences, strict=True):
        bags = [[symbols[one] for one in bag] for _, bag in row]
        free = [place for place, one in enumerate(row[-1][1]) if is_linefeed(one)]
        encoded.append(encode_row([words[word] for word, _ in row], bags, free, sentence))
    return Document(tuple(encoded), tuple(words), tuple(symbols))


def encode_row(words: Sequence[int], bags: Sequence[Sequence[int]], free: Sequence[int], sentence: bool) -> EncodedRow:
    """Count what repeats in a row."""
    inner = Counter(symbol for bag in bags[:-1] for symbol in bag)
    size = inner.total()
    return EncodedRow(
        tuple(words),
        _repeats(words),
        _repeats(words[::-1])[::-1],
        tuple(_inner(tuple(bag), inner, size) for bag in bags[:-1]),
        tuple(bags[-1]),
        tuple(free),
        sentence,
    )


def _repeats(words: Sequence[int]) -> tuple[int, ...]:
    seen: Counter[int] = Counter()
    found = []
    for word in words:
        found.append(seen[word])
        seen[word] += 1
    return tuple(found)


def _inner(bag: Bag, row: Mapping[int, int], size: int) -> Inner:
    own = Counter(bag)
    return Inner(
        bag, tuple(row[one] - own[one] + at for one, at in zip(bag, _repeats(bag), strict=True)), size - len(bag)
    )
