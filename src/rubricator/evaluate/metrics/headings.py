"""Headings compared by their texts, for gold without ranges."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import TypeVar

from rubricator.errors import MissingExtraError
from rubricator.evaluate.metrics.counts import Counts

try:
    from rapidfuzz.distance import Levenshtein
except ImportError as error:
    raise MissingExtraError("measuring", "evaluate") from error

T = TypeVar("T")
SIMILARITY = 0.9
_OUTER = re.compile(r"^[\W_]+|[\W_]+$")
_SIGNS: dict[int, str | None] = {
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u2033\u00ab\u00bb"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-"),
    **dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"), None),
}


def fold_heading(text: str) -> str:
    """Fold white space, case, quotes, dashes, soft hyphens and outer punctuation."""
    text = " ".join(unicodedata.normalize("NFKC", text.translate(_SIGNS)).casefold().split())
    return _OUTER.sub("", text) or text


def distance(left: str, right: str, limit: int) -> int:
    """Return the Levenshtein distance of two texts, or `limit + 1` when it is larger than the limit."""
    return Levenshtein.distance(left, right, score_cutoff=limit)


def similar(left: str, right: str) -> bool:
    """Return whether two folded texts are equal or have a Levenshtein similarity of at least .9."""
    if left == right:
        return True
    limit = int((1 - SIMILARITY) * max(len(left), len(right)) + 1e-9)
    return limit > 0 and distance(left, right, limit) <= limit


def match_in_order(left: Sequence[T], right: Sequence[T], same: Callable[[T, T], bool]) -> list[tuple[int, int]]:
    """Return a largest one-to-one matching that keeps the order of both sides, as pairs of numbers."""
    columns = len(right) + 1
    best = [[0] * columns]
    agree = [[same(one, other) for other in right] for one in left]
    for number in range(len(left)):
        above, row = best[-1], [0] * columns
        for place in range(len(right)):
            if agree[number][place]:
                row[place + 1] = above[place] + 1
            else:
                row[place + 1] = max(above[place + 1], row[place])
        best.append(row)
    pairs = []
    number, place = len(left), len(right)
    while number and place:
        if agree[number - 1][place - 1] and best[number][place] == best[number - 1][place - 1] + 1:
            number, place = number - 1, place - 1
            pairs.append((number, place))
        elif best[number - 1][place] >= best[number][place - 1]:
            number -= 1
        else:
            place -= 1
    return pairs[::-1]


def compare_headings(found: Sequence[str], wanted: Sequence[str]) -> Counts:
    """Count the found headings that are right, one-to-one in document order."""
    folded = [fold_heading(text) for text in wanted]
    pairs = match_in_order([fold_heading(text) for text in found], folded, similar)
    return Counts(len(pairs), len(found), len(wanted))
