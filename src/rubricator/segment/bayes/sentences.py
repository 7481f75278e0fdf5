"""The sentence row finder (section 5.1): rows that start as obvious sentences do contain no headings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rubricator.page.model import Page
from rubricator.segment.bayes.rows import Row
from rubricator.segment.bayes.symbols import HEADER_TAGS, SENTENCE_SIGNS
from rubricator.segment.bayes.words import prefix

Prefixes = Mapping[str, tuple[int, int]]
"""Of prefixes: how many rows with it are obvious sentences, and how many there are."""


class Opening(NamedTuple):
    """What the finder sees of a row."""

    prefix: str
    obvious: bool
    """Its symbols are commas and periods only, and there are some."""
    header: bool
    """It ends with a header tag, so that it is no sentence whatever it starts with."""


def read_openings(page: Page, rows: Iterable[Row]) -> list[Opening]:
    """Return how the rows of a page start."""
    return [
        Opening(prefix(page.text, row.pieces[0].start, row.pieces[-1].end), _obvious(row), row.ended_by in HEADER_TAGS)
        for row in rows
    ]


def _obvious(row: Row) -> bool:
    symbols = [symbol for piece in row.pieces[:-1] for symbol in piece.symbols]
    ends = {f"<{row.ended_by}>", f"</{row.ended_by}>", "\\n"}
    for symbol in row.pieces[-1].symbols:
        if symbol in ends:
            break
        symbols.append(symbol)
    return bool(symbols) and row.ended_by not in HEADER_TAGS and all(symbol in SENTENCE_SIGNS for symbol in symbols)


def count_prefixes(openings: Iterable[Opening]) -> dict[str, tuple[int, int]]:
    """Count the rows with each prefix."""
    counts: dict[str, tuple[int, int]] = {}
    for one in openings:
        sentences, all_rows = counts.get(one.prefix, (0, 0))
        counts[one.prefix] = sentences + one.obvious, all_rows + 1
    return counts


def find_sentences(openings: Sequence[Opening], known: Prefixes, ratio: float) -> list[bool]:
    """Say of each row whether it is a sentence, with what is known of prefixes from other pages."""
    counts = count_prefixes(openings)
    return [one.obvious or (not one.header and _share(counts, known, one.prefix) > ratio) for one in openings]


def _share(here: Prefixes, there: Prefixes, opening: str) -> float:
    (few, many), (few_there, many_there) = here[opening], there.get(opening, (0, 0))
    return (few + few_there) / (many + many_there)
