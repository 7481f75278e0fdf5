"""The features of title extraction: one table, 245 rows, each a band of a column (section 4.3, Tables 1 and 2).

A feature is true of a unit when the value of its column lies in `[low, high)`. Columns are named by what they hold; a
yes-or-no column is 0 or 1. The paper gives examples of features and how many there are; other bands are ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import inf
from typing import NamedTuple

FAMILIES = {"Pos": 8, "App": 97, "Nei": 100, "Con": 15, "Other": 25}
"""The families and their sizes, as Table 2 has them."""
PARTS = ("font size", "font weight", "color", "alignment", "background", "font style", "font family")
"""The parts of App that Figure 8 tries one by one."""
ALIGNMENTS = ("left", "center", "right", "justify")
RELATIVES = ("root", "parent", "previous", "next", "brother before", "brother after")
BETWEEN = ("hr", "br", "image", "block", "cell", "item", "link", "heading", "control")
"""What may stand between a unit and the one before or after it."""


class Feature(NamedTuple):
    """One row of the table."""

    family: str
    part: str
    column: str
    low: float
    high: float

    @property
    def name(self) -> str:
        """Return what a reader calls it: the column, and its band unless it is a yes-or-no column."""
        if (self.low, self.high) == (1, inf):
            return self.column
        if self.high == self.low + 1 and self.low == int(self.low) and self.column in _COUNTED:
            return f"{self.column} {self.low:g}"
        if self.high == inf:
            return f"{self.column} >= {self.low:g}"
        return f"{self.column} < {self.high:g}" if self.low == -inf else f"{self.column} {self.low:g} to {self.high:g}"


_COUNTED = {"heading level", "font size level"}
_SHARES = (-inf, 0.05, 0.21, 0.5, inf)


def _yes(family: str, part: str, *columns: str) -> Iterator[Feature]:
    return (Feature(family, part, column, 1, inf) for column in columns)


def _bands(family: str, part: str, column: str, *edges: float) -> Iterator[Feature]:
    return (Feature(family, part, column, low, high) for low, high in pairwise(edges))


def _numbers(family: str, part: str, column: str, *numbers: int) -> Iterator[Feature]:
    return (Feature(family, part, column, number, number + 1) for number in numbers)


def _position() -> Iterator[Feature]:
    yield from _bands("Pos", "place", "top", -inf, 0.2, 0.4, inf)
    yield from (Feature("Pos", "width", "width", -inf, most) for most in (0.1, 0.2, 0.3, 0.4))
    yield from _yes("Pos", "place", "first unit")


def _appearance() -> Iterator[Feature]:
    yield from _numbers("App", "heading tag", "heading level", 0, 1, 2, 3, 4, 5, 6)
    yield from _yes("App", "heading tag", "first tagged", "second tagged", "third tagged")
    yield from _yes("App", "heading tag", "top level tagged", "second level tagged", "only tagged")
    yield from _numbers("App", "font size", "font size level", 1, 2, 3, 4, 5, 6, 7)
    yield from _yes("App", "font size", "largest font", "second largest font", "third largest font")
    yield from _yes("App", "font size", "largest font on top", "second largest font on top")
    yield from _bands("App", "font size", "share of font size", -inf, 0.02, 0.1, 0.3, 0.6, inf)
    yield from _bands("App", "font size", "share of larger fonts", -inf, 1e-9, 0.02, 0.1, 0.3, inf)
    yield from _bands("App", "font size", "font size to body text", -inf, 0.9, 1.1, 1.3, 1.6, 2, inf)
    yield from _yes("App", "font size", "only unit in largest font", "largest font of tagged units")
    yield from _yes("App", "font weight", "bold", "not bold", "bold and largest font", "bold unlike body text")
    yield from _bands("App", "font weight", "share of font weight", *_SHARES)
    yield from _yes("App", "font style", "italic", "underlined")
    yield from _bands("App", "font style", "share of font style", *_SHARES)
    yield from _bands("App", "color", "share of color", *_SHARES)
    yield from _yes("App", "color", "black", "white", "colorful", "color unlike body text", "only unit in color")
    yield from _bands("App", "background", "share of background", *_SHARES)
    yield from _yes(
        "App", "background", "on white", "on dark", "background unlike body text", "only unit on background"
    )
    yield from _bands("App", "font family", "share of font family", *_SHARES)
    yield from _yes("App", "font family", "serif", "sans-serif", "monospace")
    yield from _yes("App", "font family", "family unlike body text", "only unit in family")
    yield from _yes("App", "alignment", *ALIGNMENTS)
    yield from _bands("App", "alignment", "share of alignment", *_SHARES)
    yield from _yes("App", "alignment", "alignment unlike body text")
    yield from _yes("App", "tag", "in item", "in directory", "in link", "begins line", "ends line")


def _neighbours() -> Iterator[Feature]:
    for other in RELATIVES:
        size = f"font size to {other}"
        yield from _bands("Nei", "font size", size, -inf, 0.99, 1.01, inf)
    for other in RELATIVES[:4]:
        yield from _bands("Nei", "font weight", f"font weight to {other}", -inf, -0.5, 0.5, inf)
        yield from _yes("Nei", "color", f"color unlike {other}")
        yield from _yes("Nei", "background", f"background unlike {other}")
        yield from _yes("Nei", "font family", f"family unlike {other}")
        yield from _yes("Nei", "font style", f"style unlike {other}")
    for side in ("previous", "next"):
        pairs = (f"{side} left, this center", f"{side} center, this left", f"aligned as {side}", f"{side} right")
        yield from _yes("Nei", "alignment", *pairs)
        yield from _yes("Nei", "tag", *(f"{what} between {side}" for what in BETWEEN))
        yield from _yes("Nei", "tag", f"{side} tagged the same", f"{side} tagged", f"{side} in link", f"{side} in item")
        yield from _bands("Nei", "length", f"length of {side}", 1, 8, 64, 256, inf)
        yield from _yes("Nei", "place", f"no {side}", f"{side} on the same line")
    yield from _yes("Nei", "brothers", "brothers in one font size", "brothers in one weight", "brothers in one color")
    yield from _yes("Nei", "brothers", "brothers in one kind of element")
    yield from _bands("Nei", "brothers", "brothers", 0, 1, 2, 5, inf)


def _content() -> Iterator[Feature]:
    yield from _yes("Con", "case", "all capitals", "words capitalized")
    yield from _bands("Con", "length", "characters", -inf, 8, 64, 96, inf)
    yield from _bands("Con", "length", "letters", -inf, 8, 64, inf)
    yield from _yes("Con", "words", "begins with title or subject", "begins with introduction", "begins with by")
    yield from _yes("Con", "words", "names a date", "names a phone or address", "under construction")


def _others() -> Iterator[Feature]:
    near = ("title", "section", "head", "nav", "foot", "meta", "main", "logo")
    yield from _yes("Other", "class", *(f"class {word}" for word in near))
    around = ("nav", "foot", "aside", "head", "main", "social")
    yield from _yes("Other", "class", *(f"inside {region}" for region in around))
    yield from _bands("Other", "tree", "depth", -inf, 5, 10, 20, inf)
    yield from _yes("Other", "tree", "in cell", "in form")
    yield from _yes("Other", "text", "ends with colon", "ends with question mark", "ends with full stop")
    yield from _yes("Other", "text", "mostly digits", "said again")


FEATURES: tuple[Feature, ...] = (*_position(), *_appearance(), *_neighbours(), *_content(), *_others())
