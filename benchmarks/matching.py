"""Comparing lists of heading texts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from rapidfuzz.distance import Levenshtein

T = TypeVar("T")
SIMILARITY = 0.9
_OUTER = re.compile(r"^[\W_]+|[\W_]+$")
_QUOTES = str.maketrans("\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u2032\u2033\u00ab\u00bb", '\'\'\'\'"""\'"""')


def fold(text: str) -> str:
    """Fold white space, case, quotes and outer punctuation."""
    text = " ".join(unicodedata.normalize("NFKC", text).translate(_QUOTES).casefold().split())
    return _OUTER.sub("", text) or text


def alike(left: str, right: str) -> bool:
    """Return whether two folded texts are equal or have a Levenshtein similarity of at least .9."""
    return left == right or Levenshtein.normalized_similarity(left, right, score_cutoff=SIMILARITY) >= SIMILARITY


def matches_in_order(left: Sequence[T], right: Sequence[T], same: Callable[[T, T], bool]) -> int:
    """Return the size of the largest one-to-one matching that keeps the order of both sides."""
    best = [0] * (len(right) + 1)
    for one in left:
        row = [0]
        for place, other in enumerate(right):
            found = best[place] + 1 if same(one, other) else 0
            row.append(max(found, best[place + 1], row[-1]))
        best = row
    return best[-1]


class Score(NamedTuple):
    """Counts of right, found and wanted headings."""

    right: int = 0
    found: int = 0
    wanted: int = 0

    def __add__(self, other: object) -> Score:
        if not isinstance(other, Score):
            return NotImplemented
        return Score(self.right + other.right, self.found + other.found, self.wanted + other.wanted)

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.found + self.wanted) if self.found + self.wanted else 0.0
